"""Five classic dungeons for bots and agents.

>>> import gymnasium as gym, undercroft
>>> env = gym.make("undercroft/Boo-v0")
>>> observation, info = env.reset(seed=7)          # the game of `undercroft boo --seed 7`

Every game of the engine is registered with Gymnasium as ``undercroft/NAME-vN`` when this package is imported. See
docs/python.md in the repository for the full documentation.
"""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

import gymnasium

from . import _core
from ._core import State
from .env import THREADS_MOST, Env, LevelLike, level_text, option_pairs, whole
from .vector import VectorEnv

__version__: str = _core.__version__

__all__ = ["Env", "State", "VectorEnv", "games", "ids", "replay", "seeds", "solve", "verify"]

#: The version of the rules with which a game was first registered; 1 for games not listed. Rules that change the outcome of
#: old runs give the environment a new version.
_FIRST_RULES = {"boo": 2, "cave": 2, "pursuit": 2}

#: The greatest number of a search for seeds.
_TRIES_MOST = (1 << 63) - 1

#: Steps after which an episode is cut off unless ``max_episode_steps`` says otherwise.
MAX_EPISODE_STEPS = 2000


#: Modules imported on first use, because their dependencies are optional.
_MODULES = ("dataset", "farm", "text", "zoo")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def games() -> list[dict[str, Any]]:
    """Every game: ``id``, ``title``, ``goal``, ``rules``, ``levels`` and ``options`` (name to default and help)."""
    return _core.catalogue()


def ids() -> dict[str, str]:
    """The Gymnasium id of each game."""
    versions = {game["id"]: game["rules"] - _FIRST_RULES.get(game["id"], 1) for game in games()}
    return {game: f"undercroft/{game.capitalize()}-v{version}" for game, version in versions.items()}


def verify(text: str) -> str:
    """Replays a run and returns the sentence of ``undercroft verify``.

    :raises ValueError: when the run is damaged or differs from what its commands lead to.
    """
    holds, sentence = _core.verify(text)
    if not holds:
        raise ValueError(sentence)
    return sentence


def replay(text: str) -> Iterator[dict[str, Any]]:
    """Replays a run frame by frame: the start, then the game after each command.

    A frame has ``n`` (commands so far), ``seat``, ``command``, ``said``, ``scene`` (rows of text), ``vitals`` and
    ``verdict``.

    :raises ValueError: when the run is damaged, and where it differs from what its commands lead to.
    """
    return iter(_core.Replay(text))


def solve(field: LevelLike, *, megabytes: int = 1024) -> dict[str, Any]:
    """Solves a field of pursuit exactly; returns the result of ``undercroft solve FIELD --json``.

    :param field: the text of a field, or the path of a file.
    """
    level = level_text(field)
    if level is None:
        raise ValueError("solve takes the text of a field or the path of a file.")
    answer: dict[str, Any] = json.loads(_core.solve(level[1], whole("megabytes", megabytes, 1, 1 << 20) << 20))
    return answer


def seeds(
    game: str,
    where: str,
    *,
    options: Mapping[str, Any] | None = None,
    prefix: str = "",
    first: int = 0,
    tries: int = 1_000_000,
    count: int = 10,
    threads: int | None = None,
) -> list[str]:
    """Searches for seeds whose first floors satisfy a condition, as ``undercroft seeds GAME --where CONDITION`` does.

    >>> undercroft.seeds("chambers", where="potions.BA >= 3", count=2)
    """
    threads = os.cpu_count() or 1 if threads is None else whole("threads", threads, 1, THREADS_MOST)
    first, tries = whole("first", first, 0, _TRIES_MOST), whole("tries", tries, 1, _TRIES_MOST)
    count = whole("count", count, 1, _TRIES_MOST)
    return _core.seeds(game, where, option_pairs(options), prefix, first, tries, count, threads)


def _register() -> None:
    for game, name in ids().items():
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="undercroft.env:Env",
                vector_entry_point="undercroft.vector:VectorEnv",
                kwargs={"game": game},
                max_episode_steps=MAX_EPISODE_STEPS,
                # The environment checks the call order itself; each wrapper would cost more than a step.
                order_enforce=False,
                disable_env_checker=True,
            )


_register()
