"""Pursuit for two agents, as a PettingZoo environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

try:
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError("PettingZoo is not installed: pip install 'undercroft[zoo]'.") from error

from . import _core
from ._core import State
from .env import LevelLike, Observation, make_core, picture, spaces_of

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
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is one of {self.metadata['render_modes']}, not {render_mode!r}.")
        both = {**(options or {}), "hero": "human", "monster": "human"}
        self._core = make_core(
            "pursuit", 1, options=both, level=level, view="board", window=11, inks=inks, mask="exact", reward="outcome"
        )
        self.render_mode = render_mode
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
        options = options or {}
        text = str(seed) if seed is not None else None
        if "seed_text" in options:
            text = str(options["seed_text"])
        if text is None and not self._seeded:
            text = str(np.random.default_rng().integers(1 << 62))
        self._core.reset(0, text)
        self._seeded = True
        self.agents = self.possible_agents[:]
        self._begin()
        if options.get("state") is not None:
            self.restore(options["state"])

    def _begin(self) -> None:
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        over = self._core.verdict(0) is not None
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._core.to_move(0)]

    def observe(self, agent: str) -> Observation:
        """The observation of an agent; only the agent to move has actions."""
        observation = self._core.observation(0)
        if agent != self.possible_agents[self._core.to_move(0)]:
            observation["action_mask"][:] = 0
        return observation

    def step(self, action: int | None) -> None:
        """Plays one move of the agent to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"The {agent} is to move: an action is wanted.")
        self._cumulative_rewards[agent] = 0.0
        _, reward, terminated, _, info = self._core.step_one(action)
        other = self.possible_agents[1 - self.possible_agents.index(agent)]
        self.rewards = {agent: float(reward), other: -float(reward)}
        self.terminations = dict.fromkeys(self.agents, bool(terminated))
        self.infos = {name: dict(info) for name in self.agents}
        self.agent_selection = other if terminated else self.possible_agents[self._core.to_move(0)]
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
        return self._core.snapshot(0)

    def restore(self, state: State) -> None:
        """Continues from a state."""
        self._core.restore(0, state)
        self.agents = self.possible_agents[:]
        self._begin()

    def run_text(self) -> str:
        """The game so far as a run, with the moves of both sides."""
        return self._core.run_text(0)

    def digest(self) -> str:
        """Digest of the state; the last checkpoint of :meth:`run_text` has the same."""
        return self._core.digest(0)

    def said(self) -> list[str]:
        """The sentences of the last move."""
        return self._core.said(0)

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The board as text (``ansi``), printed (``human``) or as an image (``rgb_array``)."""
        if self.render_mode == "rgb_array":
            return picture(self._core.observation(0)["glyphs"])
        text = "\n".join(self._core.rows(0)) + "\n"
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text, flush=True)
        return None

    def close(self) -> None:
        """Nothing needs closing."""


def pursuit_v0(**kwargs: Any) -> Pursuit:
    """Pursuit for two agents; arguments are those of :class:`Pursuit`."""
    return Pursuit(**kwargs)
