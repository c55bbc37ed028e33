"""Work on many cores and machines with Ray: rollouts, evaluation, the search for seeds, mass verification.

Workers return runs and numbers, never observations: a run has less than 1.5 KB and can be replayed when needed
(:mod:`undercroft.dataset`). Ray is optional; ``Farm(local=True)`` does the same work in this process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from . import _core
from .env import Env, Observation, option_pairs, whole

#: Chooses an action from an observation; the second argument is a separate generator for each episode.
Policy: TypeAlias = Callable[[Observation, np.random.Generator], int]

#: Number of work items per call to a worker: a call costs about as much as a hundred steps.
_CHUNK = 32


@dataclass(frozen=True)
class Rollout:
    """One episode of a policy."""

    seed: str
    run: str
    digest: str
    steps: int
    reward: float
    score: int
    verdict: str | None


def random_policy(observation: Observation, dice: np.random.Generator) -> int:
    """A random allowed action."""
    allowed = np.flatnonzero(observation["action_mask"])
    return int(dice.choice(allowed)) if len(allowed) else 0


def play(
    game: str, seed: str, policy: Policy, *, max_steps: int = 2000, **settings: Any
) -> Rollout:
    """Plays one episode in this process."""
    env = Env(game, **settings)
    observation, info = env.reset(options={"seed_text": seed})
    dice = np.random.default_rng(list(seed.encode()) or [0])
    score = env.status_names.index("score")
    total, steps, terminated = 0.0, 0, False
    while steps < max_steps and not terminated:
        observation, reward, terminated, _, info = env.step(policy(observation, dice))
        total += float(reward)
        steps += 1
    last = int(observation["status"][score])
    return Rollout(seed, env.run_text(), env.digest(), steps, total, last, info["verdict"])


class Farm:
    """Workers for many episodes.

    :param local: True works in this process, without Ray.
    :param init: arguments of ``ray.init``, if Ray is not running yet.
    """

    def __init__(self, *, local: bool = False, **init: Any) -> None:
        self._ray: Any = None
        if not local:
            try:
                import ray
            except ImportError as error:
                raise ImportError("Ray is not installed: pip install 'undercroft[farm]', or Farm(local=True).") from error
            if not ray.is_initialized():
                ray.init(**{"include_dashboard": False, "log_to_driver": False, **init})
            self._ray = ray

    def map(self, work: Callable[[list[Any]], list[Any]], items: Iterable[Any]) -> list[Any]:
        """Calls ``work`` with chunks of a list on all workers and joins the results, in order."""
        listed = list(items)
        chunks = [listed[start : start + _CHUNK] for start in range(0, len(listed), _CHUNK)]
        if self._ray is None:
            answers = [work(chunk) for chunk in chunks]
        else:
            remote = self._ray.remote(work)
            answers = self._ray.get([remote.remote(chunk) for chunk in chunks])
        return [answer for chunk in answers for answer in chunk]

    def rollouts(
        self, game: str, seeds: Sequence[str | int], policy: Policy = random_policy, *, max_steps: int = 2000, **settings: Any
    ) -> list[Rollout]:
        """Plays one episode of each seed."""

        def work(chunk: list[Any]) -> list[Any]:
            return [play(game, str(seed), policy, max_steps=max_steps, **settings) for seed in chunk]

        return self.map(work, seeds)

    def evaluate(
        self, game: str, seeds: Sequence[str | int], policy: Policy = random_policy, **settings: Any
    ) -> dict[str, float]:
        """Mean score, reward and length of a policy."""
        played = self.rollouts(game, seeds, policy, **settings)
        count = max(1, len(played))
        return {
            "episodes": float(len(played)),
            "score": sum(one.score for one in played) / count,
            "reward": sum(one.reward for one in played) / count,
            "steps": sum(one.steps for one in played) / count,
        }

    def verify(self, runs: Iterable[str]) -> list[tuple[bool, str]]:
        """Verifies runs; returns whether each holds, and a sentence about it."""

        def work(chunk: list[Any]) -> list[Any]:
            return [_core.verify(text) for text in chunk]

        return self.map(work, runs)

    def seeds(
        self, game: str, where: str, *, options: Mapping[str, Any] | None = None, tries: int = 100_000, piece: int = 2_000
    ) -> list[str]:
        """Every seed from 0 to ``tries`` whose first floors satisfy a condition."""
        pairs = option_pairs(options)
        tries, piece = whole("tries", tries, 1, (1 << 63) - 1), whole("piece", piece, 1, (1 << 63) - 1)

        def work(chunk: list[Any]) -> list[Any]:
            found: list[Any] = []
            for first in chunk:
                found += _core.seeds(game, where, pairs, "", first, min(piece, tries - first), piece, 1)
            return found

        return self.map(work, range(0, tries, piece))
