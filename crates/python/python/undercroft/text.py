"""Games in sentences, for language models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError

from . import _core
from .env import (
    SEED_MOST,
    LevelLike,
    checked_render_mode,
    level_text,
    option_pairs,
    reset_options,
    seed_text,
    whole,
)

#: Maximum length of an observation and of a command.
_TEXT_MAX = 100_000
_COMMAND_MAX = 200
_LETTERS = frozenset(chr(code) for code in [*range(32, 127), 10, *range(160, 0x2600)])


class TextEnv(gym.Env[str, str]):
    """One game in sentences: observations are what ``undercroft GAME --speak`` says, actions are the lines a player types.

    Beside the commands of the game a line can ask: ``look``, ``exits``, ``help`` and others (``help`` lists them). The reward
    is the increase of the score.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        level: LevelLike = None,
        render_mode: str | None = None,
    ) -> None:
        self.game = game
        self.render_mode = checked_render_mode(render_mode, self.metadata)
        self.observation_space = spaces.Text(_TEXT_MAX, min_length=0, charset=_LETTERS)
        self.action_space = spaces.Text(_COMMAND_MAX, min_length=1, charset=frozenset(chr(c) for c in range(32, 127)))
        self._options, self._level = option_pairs(options), level_text(level)
        self._talk: _core.Talk | None = None
        self._base: str | None = None
        self._episode, self._said, self._closed = 0, "", False
        # Report invalid options or levels now.
        _core.Talk(game, "", self._options, self._level)

    def _game(self) -> _core.Talk:
        if self._closed:
            raise ClosedEnvironmentError("The environment is closed.")
        if self._talk is None:
            raise gym.error.ResetNeeded("Call reset() before anything else.")
        return self._talk

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Begins a new game; seeds are those of :class:`undercroft.Env`."""
        if self._closed:
            raise ClosedEnvironmentError("The environment is closed.")
        text = reset_options(options, "seed_text").get("seed_text", seed)
        if seed is not None:
            super().reset(seed=whole("seed", seed, 0, SEED_MOST))
        if text is None and self._base is None:
            text = int(self.np_random.integers(1 << 62))
        if text is not None:
            self._base, self._episode = seed_text(text), 0
            name = self._base
        else:
            self._episode += 1
            name = f"{self._base}.{self._episode}"
        self._talk = _core.Talk(self.game, name, self._options, self._level)
        self._said = self._talk.said()
        return self._said, {"reply": "start", "verdict": None}

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Plays a line; ``info["reply"]`` is ``played``, ``refused``, ``misread`` or ``over``."""
        talk = self._game()
        if not isinstance(action, (str, np.str_)):
            raise TypeError(f"A command is a text, not {type(action).__name__}.")
        before = talk.score()
        reply = talk.play(str(action))
        self._said = talk.said()
        verdict = talk.verdict()
        return self._said, float(talk.score() - before), verdict is not None, False, {"reply": reply, "verdict": verdict}

    def commands(self) -> list[tuple[str, str]]:
        """The commands that can be typed now, with their purposes."""
        return self._game().words()

    def suggest(self) -> str | None:
        """What the game's bot would type."""
        return self._game().suggest()

    def run_text(self) -> str:
        """The game so far as a run."""
        return self._game().run_text()

    def digest(self) -> str:
        """Digest of the state."""
        return self._game().digest()

    def render(self) -> Any:
        """The last observation."""
        return self._said if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Drops the game."""
        self._talk, self._closed = None, True
