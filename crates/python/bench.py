"""Measures the speed of the environments: masked random actions on one core, medians of interleaved rounds.

Time is processor time, so that a busy machine does not distort it. With several threads it is that of the busiest thread:
the time of a step if every thread has a core of its own.

If NLE or EnvPool are installed in the same environment, they are measured in the same rounds. ``cargo xtask python
--bench`` runs this; ``--json`` prints one line per measurement.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np

import undercroft

ROUNDS = 5
BATCH = 1024
#: Rounds after which the random numbers of a batch repeat.
ROWS = 997
Measure = Callable[[float], float]


def rate(work: Callable[[], int], seconds: float) -> float:
    """Units of ``work`` per second."""
    done, began = 0, time.process_time()
    while (passed := time.process_time() - began) < seconds:
        done += work()
    return done / passed


class Chooser:
    """Chooses random allowed actions; the cost of choosing is measured separately and subtracted."""

    def __init__(self, actions: int) -> None:
        # One table for all rounds, of which each takes the next rows: a table per round would not fit into the caches, and
        # the games would be measured without them.
        self.noise = np.random.default_rng(1).random((BATCH + ROWS, actions), dtype=np.float32)
        self.round = 0

    def choose(self, masks: np.ndarray) -> np.ndarray:
        """One action for each game."""
        self.round = (self.round + 1) % ROWS
        return (self.noise[self.round : self.round + len(masks)] * masks).argmax(axis=1)


def stepping(env: Any, chooser: Chooser, threads: int = 1) -> Measure:
    """Steps per second of a vector environment, without the time spent on choosing."""
    state = {"masks": env.reset(seed=1)[0]["action_mask"]}

    def measure(seconds: float) -> float:
        steps, choosing = 0, 0.0
        began, own_began = time.process_time(), time.thread_time()
        while time.process_time() - began < seconds:
            before = time.thread_time()
            actions = chooser.choose(state["masks"])
            choosing += time.thread_time() - before
            observation, *_ = env.step(actions)
            state["masks"] = observation["action_mask"]
            steps += len(actions)
        own = time.thread_time() - own_began
        others = time.process_time() - began - own
        return steps / max(own - choosing, others / max(1, threads - 1))

    return measure


class Masking:
    """The cost of exact masks: two environments play the same actions, one with them and one without."""

    def __init__(self, exact: Any, phase: Any, chooser: Chooser) -> None:
        self.exact, self.phase, self.chooser = exact, phase, chooser
        self.masks = exact.reset(seed=1)[0]["action_mask"]
        phase.reset(seed=1)
        self.shares: list[float] = []

    def __call__(self, seconds: float) -> float:
        """Steps per second without the exact mask; records the share of a step that the mask takes."""
        steps, spent = 0, [0.0, 0.0]
        while sum(spent) < seconds:
            actions = self.chooser.choose(self.masks)
            before = time.process_time()
            observation, *_ = self.exact.step(actions)
            between = time.process_time()
            self.phase.step(actions)
            spent[0] += between - before
            spent[1] += time.process_time() - between
            self.masks = observation["action_mask"]
            steps += len(actions)
        self.shares.append(1 - spent[1] / spent[0])
        return steps / spent[1]


def single(env: gym.Env[Any, Any]) -> Measure:
    """Steps per second of one environment: including resets, without choosing."""
    observation, _ = env.reset(seed=1)
    dice = np.random.default_rng(1)
    mask = [observation.get("action_mask") if isinstance(observation, dict) else None]
    actions = env.action_space.n  # type: ignore[attr-defined]

    def choose(allowed: Any) -> int:
        listed = [] if allowed is None else allowed.nonzero()[0]
        if not len(listed):
            return int(dice.random() * actions)
        return int(listed[int(dice.random() * len(listed))])

    def alone(times: int) -> float:
        """Seconds spent on choosing."""
        before = time.process_time()
        for _ in range(times):
            choose(mask[0])
        return (time.process_time() - before) / times

    def measure(seconds: float) -> float:
        choosing = alone(200)
        steps, spent = 0, 0.0
        while spent < seconds:
            before = time.process_time()
            for _ in range(200):
                observation, _, terminated, truncated, _ = env.step(choose(mask[0]))
                if terminated or truncated:
                    observation, _ = env.reset()
                mask[0] = observation.get("action_mask") if isinstance(observation, dict) else None
            spent += time.process_time() - before
            steps += 200
        return steps / max(spent - steps * choosing, 1e-9)

    return measure


def resetting(env: gym.Env[Any, Any]) -> Measure:
    """Resets per second."""
    env.reset(seed=1)

    def once() -> int:
        env.reset()
        return 1

    return lambda seconds: rate(once, seconds)


def snapshots(env: Any) -> Measure:
    """Snapshots per second in mid-game."""
    observation, _ = env.reset(seed=1)
    for _ in range(100):
        allowed = np.flatnonzero(observation["action_mask"])
        observation, _, terminated, _, _ = env.step(int(allowed[len(allowed) // 2]))
        if terminated:
            observation, _ = env.reset()
    take = env.unwrapped._core.snapshot

    def many() -> int:
        for _ in range(1000):
            take(0)
        return 1000

    return lambda seconds: rate(many, seconds)


def measurements() -> list[tuple[dict[str, Any], Measure]]:
    """All measurements."""
    listed: list[tuple[dict[str, Any], Measure]] = []
    for game, name in undercroft.ids().items():
        actions = len(undercroft.Env(game).action_words)
        chooser = Chooser(actions)

        def vector(**settings: Any) -> Any:
            return gym.make_vec(name, BATCH, copy=False, **{"max_episode_steps": 2000, **settings})

        listed.append(({"what": "make", "game": game, "envs": 1, "threads": 1}, single(gym.make(name))))
        listed.append(({"what": "batch", "game": game, "envs": BATCH, "threads": 1}, stepping(vector(), chooser)))
        listed.append(({"what": "batch", "game": game, "envs": BATCH, "threads": 2}, stepping(vector(threads=2), chooser, 2)))
        listed.append(
            ({"what": "batch, phase mask", "game": game, "envs": BATCH, "threads": 1}, Masking(vector(), vector(mask="phase"), chooser))
        )
        listed.append(({"what": "reset", "game": game, "envs": 1, "threads": 1}, resetting(gym.make(name))))
        listed.append(({"what": "snapshot", "game": game, "envs": 1, "threads": 1}, snapshots(gym.make(name))))
    for shape in listed:
        shape[0]["peer"] = None
    listed += peers()
    return listed


def peers() -> list[tuple[dict[str, Any], Measure]]:
    """NLE and EnvPool, if they are installed."""
    listed: list[tuple[dict[str, Any], Measure]] = []
    try:
        import nle  # noqa: F401

        env: Any = gym.make("NetHackScore-v0")
        listed.append(({"what": "make", "game": "nethack", "envs": 1, "threads": 1, "peer": "nle"}, single(env)))
        listed.append(({"what": "reset", "game": "nethack", "envs": 1, "threads": 1, "peer": "nle"}, resetting(gym.make("NetHackScore-v0"))))
    except Exception as error:  # A broken peer must not fail the benchmark.
        print(f"# nle: {error}", file=sys.stderr)
    try:
        import envpool

        pool = envpool.make("MiniGrid-Empty-5x5-v0", env_type="gymnasium", num_envs=BATCH, num_threads=1)
        pool.reset()
        dice = np.random.default_rng(1)

        def step() -> int:
            pool.step(dice.integers(0, 7, BATCH))
            return BATCH

        entry = {"what": "batch", "game": "minigrid", "envs": BATCH, "threads": 1, "peer": "envpool"}
        listed.append((entry, lambda seconds: rate(step, seconds)))
    except Exception as error:
        print(f"# envpool: {error}", file=sys.stderr)
    return listed


def main() -> None:
    """Measures and prints the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seconds", type=float, default=0.25, help="for each measurement and round")
    args = parser.parse_args()
    listed = measurements()
    rates: list[list[float]] = [[] for _ in listed]
    for _ in range(ROUNDS):
        for index, (_, measure) in enumerate(listed):
            rates[index].append(measure(args.seconds))
    for told, measure in listed:
        if isinstance(measure, Masking):
            told["share"] = round(statistics.median(measure.shares), 3)
    medians = [statistics.median(rounds) for rounds in rates]
    found = {(told["what"], told["peer"]): median for (told, _), median in zip(listed, medians, strict=True)}
    against_nle = {"make": "make", "batch": "make", "reset": "reset"}
    for (told, _), median in zip(listed, medians, strict=True):
        if args.json:
            print(json.dumps({**told, "steps_per_s": round(median)}), flush=True)
        else:
            nle = found.get((against_nle.get(told["what"], ""), "nle"))
            against = f"  {median / nle:6.1f} x NLE" if nle else ""
            if "share" in told:
                against = f"  the exact mask is {told['share']:.0%} of a step"
            print(f"{told['what']:18} {told['game']:9} {told['envs']:5} games {told['threads']} threads {median:12,.0f}/s{against}")


if __name__ == "__main__":
    main()
