"""The environment of one game."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex, TypeAlias

import gymnasium as gym
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, ResetNeeded

from . import _core
from ._core import State

if TYPE_CHECKING:
    from .vector import VectorEnv

#: A level: its text (with line breaks), or the path of a file.
LevelLike: TypeAlias = "str | os.PathLike[str] | None"
#: A custom reward: gets the status before and after the step, and how the game ended (a word, or None).
RewardFunction: TypeAlias = Callable[[npt.NDArray[np.int32], npt.NDArray[np.int32], "str | None"], float]
Observation: TypeAlias = dict[str, npt.NDArray[Any]]

#: The largest numeric seed. Seeds of text have no limit.
SEED_MOST = (1 << 128) - 1
#: The largest number for the dice of a bot.
DICE_MOST = (1 << 64) - 1
#: Limits for the games of a batch and the threads that play them. Memory usually sets a lower one.
GAMES_MOST, THREADS_MOST = (1 << 31) - 1, 1024
#: Size of a cell in pixels in ``render_mode="rgb_array"``.
_CELL_PIXELS = 6


def whole(name: str, value: Any, least: int, most: int) -> int:
    """Checks a whole number; anything else, or one out of bounds, raises ValueError."""
    number = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not number or not least <= value <= most:
        raise ValueError(f"{name} is a whole number from {least} to {most}, not {value!r}.")
    return int(value)


def level_text(level: LevelLike) -> tuple[str, str] | None:
    """Name and text of a level."""
    if level is None:
        return None
    if not isinstance(level, (str, os.PathLike)) or level == "":
        raise ValueError(f"level is the text of a level or the path of a file, not {level!r}.")
    if isinstance(level, str) and "\n" in level:
        return "level", level
    path = Path(level)
    try:
        return path.name, path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise ValueError(f"The level {str(path)!r} cannot be read: {error}") from error


def reset_options(options: Mapping[str, Any] | None, *known: str) -> dict[str, Any]:
    """Checks the options of a reset; unknown ones raise ValueError. If none is known, any is accepted."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise TypeError(f"options of a reset are a dictionary, not {type(options).__name__}.")
    for name in options:
        if known and name not in known:
            raise ValueError(f"There is no option {name!r} of a reset. Options: {', '.join(known)}.")
    return dict(options)


def seed_text(seed: Any) -> str:
    """A seed in the format of ``--seed``."""
    if isinstance(seed, str):
        return seed
    return str(whole("seed", seed, 0, SEED_MOST))


def option_pairs(options: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """Options in the format of the engine; ``True`` and ``False`` mean ``on`` and ``off``."""
    if options is None:
        return []
    if not isinstance(options, Mapping):
        raise TypeError("options must be a mapping of names to values.")
    words = {True: "on", False: "off"}
    return [(str(key), words[value] if isinstance(value, bool) else str(value)) for key, value in options.items()]


def make_core(
    game: str,
    games: int,
    *,
    options: Mapping[str, Any] | None,
    level: LevelLike,
    view: str,
    window: int,
    inks: bool,
    mask: str,
    reward: str | RewardFunction,
    autoreset: str = "disabled",
    max_episode_steps: int | None = None,
    threads: int = 1,
) -> _core.Games:
    """Creates the engine behind an environment; invalid arguments raise ValueError."""
    if view not in ("board", "window"):
        raise ValueError(f"view is 'board' or 'window', not {view!r}.")
    if whole("window", window, 1, 255) % 2 == 0:
        raise ValueError(f"window is an odd number, not {window}.")
    if mask not in ("exact", "phase"):
        raise ValueError(f"mask is 'exact' or 'phase', not {mask!r}.")
    if not callable(reward) and reward not in ("score", "outcome"):
        raise ValueError(f"reward is 'score', 'outcome' or a function, not {reward!r}.")
    if max_episode_steps == -1:
        max_episode_steps = None
    if max_episode_steps is not None:
        max_episode_steps = whole("max_episode_steps", max_episode_steps, 1, (1 << 32) - 1)
    return _core.Games(
        game,
        games,
        option_pairs(options),
        level_text(level),
        int(window) if view == "window" else None,
        bool(inks),
        mask == "exact",
        reward == "outcome",
        autoreset,
        max_episode_steps,
        whole("threads", threads, 1, THREADS_MOST),
    )


def checked_render_mode(mode: str | None, metadata: Mapping[str, Any]) -> str | None:
    """Checks a render mode; an unknown one raises ValueError."""
    if mode is not None and mode not in metadata["render_modes"]:
        raise ValueError(f"render_mode is one of {metadata['render_modes']}, not {mode!r}.")
    return mode


def checked_state(state: Any) -> State:
    """Checks that this is a state; anything else raises TypeError."""
    if not isinstance(state, State):
        raise TypeError(f"A State is wanted, not {type(state).__name__}.")
    return state


def spaces_of(core: _core.Games, inks: bool) -> tuple[spaces.Dict, spaces.Discrete]:
    """The spaces of one game."""
    low, high = (np.array([gauge[at] for gauge in core.gauges], dtype=np.int32) for at in (1, 2))
    board = spaces.Box(0, 255, core.shape, np.uint8)
    parts: dict[str, spaces.Space[Any]] = {"glyphs": board}
    if inks:
        parts["inks"] = spaces.Box(0, 255, core.shape, np.uint8)
    parts["status"] = spaces.Box(low, high, dtype=np.int32)
    parts["action_mask"] = spaces.MultiBinary(len(core.words))
    return spaces.Dict(parts), spaces.Discrete(len(core.words))


def picture(glyphs: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """A board as an image: one coloured square per cell, blanks black, letters bright."""
    codes = np.arange(256)
    palette = np.stack([(codes * 67) % 156 + 100, (codes * 41) % 156 + 100, (codes * 97) % 156 + 100], axis=1)
    palette[ord(" ")] = 0
    palette[ord(".")] = 48
    palette[[ord(wall) for wall in "#|-+"]] = 96
    palette[[ord(hero) for hero in "@"]] = 255
    image = palette.astype(np.uint8)[glyphs]
    return image.repeat(_CELL_PIXELS, axis=0).repeat(_CELL_PIXELS, axis=1)


class Env(gym.Env[Observation, "int | np.integer[Any]"]):
    """One game as a Gymnasium environment; ``gym.make("undercroft/Boo-v0", ...)`` makes it.

    :param game: the id of the game.
    :param options: options of the game, as ``--set NAME=VALUE`` takes them.
    :param level: the text of a level, or the path of a file.
    :param view: ``"board"`` shows the whole board, ``"window"`` the square of ``window`` cells around the player.
    :param inks: True adds the kind of thing shown in each cell.
    :param mask: ``"exact"`` masks every action that would be refused; ``"phase"`` only those of another phase of the game.
    :param reward: ``"score"`` (what the score gained), ``"outcome"`` (1 won, -1 lost) or a function of the status before and
        after the step and of the verdict.
    :param copy: False returns the same arrays from every step, read-only.
    :param render_mode: ``"ansi"``, ``"rgb_array"`` or ``"human"``.
    :param max_episode_steps: steps after which the environment itself cuts an episode off. ``gym.make`` does not pass it on: it
        puts a ``TimeLimit`` around the environment.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array", "human"], "render_fps": 10}

    def __init__(
        self,
        game: str,
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
    ) -> None:
        self.game = game
        self.render_mode = checked_render_mode(render_mode, self.metadata)
        self._settings: dict[str, Any] = {
            "options": options, "level": level, "view": view, "window": window,
            "inks": inks, "mask": mask, "reward": reward,
        }
        self._core: _core.Games | None = make_core(game, 1, max_episode_steps=max_episode_steps, **self._settings)
        self._reward: RewardFunction | None = reward if callable(reward) else None
        self._begun = False
        self.action_words: tuple[str, ...] = tuple(self._core.words)
        self.status_names: tuple[str, ...] = tuple(gauge[0] for gauge in self._core.gauges)
        self.observation_space: spaces.Space[Any]
        self.observation_space, self.action_space = spaces_of(self._core, inks)
        glyphs, inks_array, status, action_mask, *_ = self._core.arrays()
        self._glyphs: npt.NDArray[np.uint8] = glyphs[0]
        self._status: npt.NDArray[np.int32] = status[0]
        self._mask: npt.NDArray[np.int8] = action_mask[0]
        self._views: Observation | None = None
        if not copy:
            parts = {"glyphs": glyphs, "inks": inks_array, "status": status, "action_mask": action_mask}
            self._views = {name: part[0] for name, part in parts.items() if part is not None}
            for part in self._views.values():
                part.setflags(write=False)
            self._core.keep_views(self._views)

    def _engine(self) -> _core.Games:
        if self._core is None:
            raise ClosedEnvironmentError("The environment is closed.")
        if not self._begun:
            raise ResetNeeded("Call reset() before anything else.")
        return self._core

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a new game, the one of ``undercroft GAME --seed SEED``; without a seed the next one, ``7.1``, ``7.2``.

        :param options: ``seed_text`` is any text as a seed; ``state`` continues from a :class:`State`.
        """
        core = self._core
        if core is None:
            raise ClosedEnvironmentError("The environment is closed.")
        text = state = None
        if seed is not None:
            number = whole("seed", seed, 0, SEED_MOST)
            super().reset(seed=number)
            text = str(number)
        if options is not None:
            options = reset_options(options, "seed_text", "state")
            if options.get("seed_text") is not None:
                text = seed_text(options["seed_text"])
            state = options.get("state")
            if state is not None:
                checked_state(state)
        if text is None and not self._begun:
            text = str(self.np_random.integers(1 << 62))
        begun = core.reset_one(text)
        self._begun = True
        if state is not None:
            begun = self.restore(state), begun[1]
        if self.render_mode == "human":
            self.render()
        return begun

    def step(
        self, action: SupportsIndex
    ) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        """Plays one action. A refused action changes nothing; ``info["refused"]`` tells."""
        core = self._core if self._begun and self._core is not None else self._engine()
        if self._reward is None and self.render_mode != "human":
            return core.step_one(action)
        before = self._status.copy()
        observation, reward, terminated, truncated, info = core.step_one(action)
        if self._reward is not None:
            reward = float(self._reward(before, self._status.copy(), info["verdict"]))
        if self.render_mode == "human":
            self.render()
        return observation, reward, terminated, truncated, info

    def _observation(self) -> Observation:
        return self._views if self._views is not None else self._engine().observation(0)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The actions that can be taken now, as MaskablePPO expects them."""
        self._engine()
        return self._mask.astype(np.bool_)

    def snapshot(self) -> State:
        """The state of the game."""
        return self._engine().snapshot(0)

    def restore(self, state: State) -> Observation:
        """Continues from a state of the same game; returns its observation."""
        self._engine().restore(0, checked_state(state))
        return self._observation()

    def branch(self, n: int, **changes: Any) -> VectorEnv:
        """A vector environment of ``n`` games that all continue from here. ``changes`` are arguments of :class:`VectorEnv`."""
        from .vector import VectorEnv

        branches = VectorEnv(self.game, n, **{**self._settings, **changes})
        branches.reset(options={"state": self.snapshot()})
        return branches

    def run_text(self) -> str:
        """The game so far as a run, for ``undercroft verify`` and :func:`undercroft.verify`."""
        return self._engine().run_text(0)

    def digest(self) -> str:
        """Digest of the whole state; the last checkpoint of :meth:`run_text` has the same."""
        return self._engine().digest(0)

    def said(self) -> list[str]:
        """The sentences of the last action."""
        return self._engine().said(0)

    def seed_text(self) -> str:
        """The seed of the game."""
        return self._engine().seed(0)

    def advise(self, dice: int = 0) -> int | None:
        """The action the game's bot would play; None if it has no advice."""
        return self._engine().advise(0, whole("dice", dice, 0, DICE_MOST))

    def render(self) -> Any:
        """The screen as text (``ansi``), printed (``human``) or as an image (``rgb_array``)."""
        core = self._engine()
        if self.render_mode == "rgb_array":
            return picture(self._glyphs)
        if self.render_mode is None:
            return None
        text = "\n".join(core.rows(0)) + "\n"
        if self.render_mode == "ansi":
            return text
        print(text, flush=True)
        return None

    def close(self) -> None:
        """Closes the environment."""
        self._core = None
