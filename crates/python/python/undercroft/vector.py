"""Many games of one kind as one environment."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymVectorEnv
from gymnasium.vector.utils import batch_space

from . import _core
from ._core import State
from .env import (
    DICE_MOST,
    GAMES_MOST,
    SEED_MOST,
    LevelLike,
    Observation,
    RewardFunction,
    checked_render_mode,
    checked_state,
    make_core,
    picture,
    reset_options,
    seed_text,
    spaces_of,
    whole,
)

_MODES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class VectorEnv(GymVectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """``num_envs`` games, played together; ``gym.make_vec("undercroft/Boo-v0", 1024)`` makes it.

    It behaves like a ``SyncVectorEnv`` of :class:`undercroft.Env`, including reset modes and infos. The arguments are those
    of :class:`undercroft.Env`, and:

    :param threads: number of threads; results do not depend on it.
    :param copy: False returns read-only views of the same arrays from every step.
    :param max_episode_steps: steps after which an episode is cut off.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        options: Mapping[str, Any] | None = None,
        level: LevelLike = None,
        view: str = "board",
        window: int = 11,
        inks: bool = False,
        mask: str = "exact",
        reward: str | RewardFunction = "score",
        copy: bool = True,
        render_mode: str | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
    ) -> None:
        self.game = game
        self.num_envs = whole("num_envs", num_envs, 1, GAMES_MOST)
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {"render_modes": ["ansi", "rgb_array"], "autoreset_mode": self.autoreset_mode}
        self.render_mode = checked_render_mode(render_mode, self.metadata)
        self._core: _core.Games | None = make_core(
            game, self.num_envs, options=options, level=level, view=view, window=window, inks=inks, mask=mask,
            reward=reward, autoreset=_MODES[self.autoreset_mode], max_episode_steps=max_episode_steps, threads=threads,
        )
        self._reward: RewardFunction | None = reward if callable(reward) else None
        self._copy = copy
        self._seeded = self._begun = False
        self.action_words: tuple[str, ...] = tuple(self._core.words)
        self.status_names: tuple[str, ...] = tuple(gauge[0] for gauge in self._core.gauges)
        self.single_observation_space, self.single_action_space = spaces_of(self._core, inks)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        glyphs, inks_array, status, action_mask, *flags = self._core.arrays()
        parts = {"glyphs": glyphs, "inks": inks_array, "status": status, "action_mask": action_mask}
        self._parts: Observation = {name: part for name, part in parts.items() if part is not None}
        self._rewards, self._terminated, self._truncated, self._refused = flags
        for part in (*self._parts.values(), *flags):
            part.setflags(write=False)
        self._every = np.ones(self.num_envs, dtype=np.bool_)
        self._every.setflags(write=False)
        self._none = ~self._every
        self._nothing = np.full(self.num_envs, None, dtype=object)
        #: The games that the next step resets instead of playing.
        self._over = self._none

    def _engine(self) -> _core.Games:
        if self._core is None:
            raise ClosedEnvironmentError("The environment is closed.")
        if not self._begun:
            raise ResetNeeded("Call reset() before anything else.")
        return self._core

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins new games: with ``seed``, ``seed + 1``, ... or with a list of seeds; without a seed the next ones.

        :param options: ``reset_mask`` names the games to reset; ``seed_text`` is a text or a list of texts; ``state`` is a
            :class:`State` or a list of them to continue from.
        """
        if self._core is None:
            raise ClosedEnvironmentError("The environment is closed.")
        options = reset_options(options, "reset_mask", "seed_text", "state")
        chosen = self._reset_mask(options)
        if not self._begun and not chosen.all():
            raise ResetNeeded("The first reset begins all games: call it without reset_mask.")
        texts = self._seed_texts(seed, options)
        states = self._states(options)
        for index in np.flatnonzero(chosen).tolist():
            self._core.reset(index, texts[index])
            if states is not None:
                self._core.restore(index, states[index])
        self._seeded = self._begun = True
        self._note_over()
        none = np.full(self.num_envs, None, dtype=object)
        infos = {
            "refused": np.zeros(self.num_envs, dtype=np.bool_), "_refused": chosen.copy(),
            "verdict": none, "_verdict": chosen.copy(),
        }
        return self._observation(), infos

    def _note_over(self) -> None:
        """Finds the games that the next step resets, after states have changed."""
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:
            self._over = self._terminated | self._truncated

    def _reset_mask(self, options: dict[str, Any]) -> npt.NDArray[np.bool_]:
        mask = options.get("reset_mask")
        if mask is None:
            return self._every
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError("options['reset_mask'] is a numpy array of bools.")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(f"options['reset_mask'] has {self.num_envs} values, at least one of them True.")
        return mask

    def _seed_texts(self, seed: Any, options: dict[str, Any]) -> list[str | None]:
        texts = options.get("seed_text")
        if texts is not None:
            return [seed_text(text) for text in self._each("texts of seeds", texts, str)]
        if seed is None:
            if not self._seeded:
                return [str(number) for number in self.np_random.integers(1 << 62, size=self.num_envs)]
            return [None] * self.num_envs
        if isinstance(seed, (int, np.integer)):
            first = whole("seed", seed, 0, SEED_MOST - self.num_envs)
            return [str(first + index) for index in range(self.num_envs)]
        listed = self._each("seeds", seed, int)
        return [None if one is None else str(whole("seed", one, 0, SEED_MOST)) for one in listed]

    def _states(self, options: dict[str, Any]) -> list[State] | None:
        states = options.get("state")
        if states is None:
            return None
        return [checked_state(state) for state in self._each("states", states, State)]

    def _each(self, what: str, given: Any, alone: type) -> list[Any]:
        """One value for each game, from a list or from a single value for all."""
        if isinstance(given, alone):
            return [given] * self.num_envs
        listed = list(given) if isinstance(given, Iterable) and not isinstance(given, bytes) else [given]
        if len(listed) != self.num_envs:
            raise ValueError(f"{self.num_envs} {what} are wanted, not {len(listed)}.")
        return listed

    def _index(self, index: SupportsIndex) -> int:
        """Checks the index of a game."""
        number = operator.index(index)
        if not 0 <= number < self.num_envs:
            raise IndexError(f"There is no game {number}; there are {self.num_envs}.")
        return number

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Plays one action in each game."""
        core = self._engine()
        array = np.asarray(actions)
        if array.dtype.kind not in "iu":
            raise TypeError(f"Actions are whole numbers, not {array.dtype}.")
        if array.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} actions are wanted, not an array of the shape {array.shape}.")
        before = self._parts["status"].copy() if self._reward is not None else None
        core.step(np.ascontiguousarray(array, dtype=np.int64))
        terminated, truncated = self._terminated.copy(), self._truncated.copy()
        over = terminated | truncated
        infos: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and over.any():
            infos.update(self._finals(core, over))
        verdicts = self._nothing.copy()
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            ended = terminated.nonzero()[0]
            if len(ended):
                verdicts[ended] = core.verdicts(ended)
        infos["refused"], infos["_refused"] = self._refused.copy(), self._every.copy()
        infos["verdict"], infos["_verdict"] = verdicts, self._every.copy()
        rewards = self._rewards.copy()
        if self._reward is not None and before is not None:
            rewards = self._own_rewards(before, self._over, infos, verdicts)
        self._over = over if self.autoreset_mode == AutoresetMode.NEXT_STEP else self._none
        return self._observation(), rewards, terminated, truncated, infos

    def _finals(self, core: _core.Games, over: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """The last observations of games that were reset in this step, as ``SyncVectorEnv`` returns them."""
        observations = np.full(self.num_envs, None, dtype=object)
        refused = np.zeros(self.num_envs, dtype=np.bool_)
        verdicts = np.full(self.num_envs, None, dtype=object)
        for index in np.flatnonzero(over).tolist():
            last = core.take_final(index)
            if last is not None:
                observations[index], info = last
                refused[index], verdicts[index] = info["refused"], info["verdict"]
        final_info = {"refused": refused, "_refused": over.copy(), "verdict": verdicts, "_verdict": over.copy()}
        return {
            "final_obs": observations, "_final_obs": over.copy(),
            "final_info": final_info, "_final_info": over.copy(),
        }

    def _own_rewards(
        self,
        before: npt.NDArray[np.int32],
        fresh: npt.NDArray[np.bool_],
        infos: dict[str, Any],
        verdicts: npt.NDArray[Any],
    ) -> npt.NDArray[np.float64]:
        """The rewards of the custom function; games that were only reset get none."""
        assert self._reward is not None
        rewards = np.zeros(self.num_envs)
        finals = infos.get("final_obs")
        for index in np.flatnonzero(~fresh).tolist():
            after, verdict = self._parts["status"][index].copy(), verdicts[index]
            if finals is not None and finals[index] is not None:
                after, verdict = finals[index]["status"], infos["final_info"]["verdict"][index]
            rewards[index] = float(self._reward(before[index], after, verdict))
        return rewards

    def _observation(self) -> Observation:
        if self._copy:
            return {name: part.copy() for name, part in self._parts.items()}
        return dict(self._parts)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The actions that can be taken now, one row per game."""
        self._engine()
        return self._parts["action_mask"].astype(np.bool_)

    def snapshot(self, index: int) -> State:
        """The state of one game."""
        return self._engine().snapshot(self._index(index))

    def restore(self, index: int, state: State) -> None:
        """Continues one game from a state."""
        self._engine().restore(self._index(index), checked_state(state))
        self._note_over()

    def run_text(self, index: int) -> str:
        """One game so far as a run."""
        return self._engine().run_text(self._index(index))

    def digest(self, index: int) -> str:
        """Digest of the state of one game."""
        return self._engine().digest(self._index(index))

    def said(self, index: int) -> list[str]:
        """The sentences of the last action of one game."""
        return self._engine().said(self._index(index))

    def seed_text(self, index: int) -> str:
        """The seed of one game."""
        return self._engine().seed(self._index(index))

    def advise(self, index: int, dice: int = 0) -> int | None:
        """The action the game's bot would play."""
        return self._engine().advise(self._index(index), whole("dice", dice, 0, DICE_MOST))

    def render(self) -> tuple[Any, ...] | None:
        """Every screen as text or as an image, by ``render_mode``."""
        core = self._engine()
        if self.render_mode == "ansi":
            return tuple("\n".join(core.rows(index)) + "\n" for index in range(self.num_envs))
        if self.render_mode == "rgb_array":
            return tuple(picture(glyphs) for glyphs in self._parts["glyphs"])
        return None

    def close_extras(self, **kwargs: Any) -> None:
        """Closes the environment."""
        self._core = None


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    for known, word in _MODES.items():
        if str(mode).lower().replace("_", "") == word.replace("_", ""):
            return known
    raise ValueError(f"autoreset_mode is one of {[known.name for known in _MODES]}, not {mode!r}.")
