"""Pursuit for two agents, as a PettingZoo environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, ResetNeeded

try:
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError("PettingZoo is not installed: pip install 'undercroft[zoo]'.") from error

from . import _core
from ._core import State
from .env import (
    SEED_MOST,
    LevelLike,
    Observation,
    checked_render_mode,
    checked_state,
    make_core,
    picture,
    reset_options,
    seed_text,
    spaces_of,
    whole,
)

#: Maximum memory for the exact solution of a field.
_ORACLE_BYTES = 1 << 30


class Worth(NamedTuple):
    """The value of a position."""

    #: The monster's turns until it catches the hero; None when the hero escapes for good.
    value: int | None
    #: Every move of the side to move that preserves this value, as words of actions.
    moves: tuple[str, ...]


class Pursuit(AECEnv):  # type: ignore[misc]
    """Hero against monster, one single move at a time. The hero gets 1 for staying free and -1 for being caught."""

    metadata: dict[str, Any] = {"name": "undercroft_pursuit_v0", "render_modes": ["ansi", "rgb_array", "human"], "is_parallelizable": False}

    def __init__(
        self,
        options: Mapping[str, Any] | None = None,
        level: LevelLike = None,
        inks: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        both = {**(options or {}), "hero": "human", "monster": "human"}
        self._core: _core.Games | None = make_core(
            "pursuit", 1, options=both, level=level, view="board", window=11, inks=inks, mask="exact", reward="outcome"
        )
        self.render_mode = checked_render_mode(render_mode, self.metadata)
        self.possible_agents = ["hero", "monster"]
        self.agents: list[str] = []
        self.action_words: tuple[str, ...] = tuple(self._core.words)
        observed, acted = spaces_of(self._core, inks)
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = dict.fromkeys(self.possible_agents, acted)
        self._seeded = False
        self._oracle: _core.Oracle | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game; ``options`` are ``seed_text`` and ``state`` as for :class:`undercroft.Env`."""
        core = self._open()
        # PettingZoo demands that unknown options are accepted.
        options = reset_options(options)
        text = None if seed is None else str(whole("seed", seed, 0, SEED_MOST))
        if options.get("seed_text") is not None:
            text = seed_text(options["seed_text"])
        state = options.get("state")
        if state is not None:
            checked_state(state)
        if text is None and not self._seeded:
            text = str(np.random.default_rng().integers(1 << 62))
        core.reset(0, text)
        self._begin()
        if state is not None:
            self.restore(state)

    def _open(self) -> _core.Games:
        if self._core is None:
            raise ClosedEnvironmentError("The environment is closed.")
        return self._core

    def _engine(self) -> _core.Games:
        core = self._open()
        if not self._seeded:
            raise ResetNeeded("Call reset() before anything else.")
        return core

    def _begin(self) -> None:
        self._seeded = True
        core = self._engine()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        over = core.verdict(0) is not None
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[core.to_move(0)]

    def observe(self, agent: str) -> Observation:
        """The observation of an agent; only the agent to move has actions."""
        core = self._engine()
        observation = core.observation(0)
        if agent != self.possible_agents[core.to_move(0)]:
            observation["action_mask"][:] = 0
        return observation

    def step(self, action: int | None) -> None:
        """Plays one move of the agent to move."""
        core = self._engine()
        if not self.agents:
            raise ResetNeeded("The game has ended: call reset().")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"The {agent} is to move: an action is wanted.")
        self._cumulative_rewards[agent] = 0.0
        _, reward, terminated, _, info = core.step_one(action)
        other = self.possible_agents[1 - self.possible_agents.index(agent)]
        self.rewards = {agent: float(reward), other: -float(reward)}
        self.terminations = dict.fromkeys(self.agents, bool(terminated))
        self.infos = {name: dict(info) for name in self.agents}
        self.agent_selection = other if terminated else self.possible_agents[core.to_move(0)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def oracle(self, state: State | None = None) -> Worth:
        """The value of a position and its best moves, from the exact solution of the field."""
        state = state or self.snapshot()
        if self._oracle is None:
            self._oracle = _core.Oracle(state, _ORACLE_BYTES)
        try:
            value, moves = self._oracle.look(state)
        except ValueError:
            # If every seed makes a new field, each has its own solution.
            self._oracle = _core.Oracle(state, _ORACLE_BYTES)
            value, moves = self._oracle.look(state)
        return Worth(value, tuple(moves))

    def snapshot(self) -> State:
        """The state of the game."""
        return self._engine().snapshot(0)

    def restore(self, state: State) -> None:
        """Continues from a state."""
        self._open().restore(0, checked_state(state))
        self._begin()

    def run_text(self) -> str:
        """The game so far as a run, with the moves of both sides."""
        return self._engine().run_text(0)

    def digest(self) -> str:
        """Digest of the state; the last checkpoint of :meth:`run_text` has the same."""
        return self._engine().digest(0)

    def said(self) -> list[str]:
        """The sentences of the last move."""
        return self._engine().said(0)

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The board as text (``ansi``), printed (``human``) or as an image (``rgb_array``)."""
        core = self._engine()
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return picture(core.observation(0)["glyphs"])
        text = "\n".join(core.rows(0)) + "\n"
        if self.render_mode == "ansi":
            return text
        print(text, flush=True)
        return None

    def close(self) -> None:
        """Drops the game."""
        self._core = None


def pursuit_v0(**kwargs: Any) -> Pursuit:
    """Pursuit for two agents; arguments are those of :class:`Pursuit`."""
    return Pursuit(**kwargs)
