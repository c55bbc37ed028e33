"""Runs as a dataset of trajectories, in the style of Minari.

A dataset is a folder with ``metadata.json`` and ``runs.zip``. It contains runs (0.2 to 1.5 KB each) instead of observations:
those are recomputed by replaying, so that every trajectory can be verified and seen in any view.
"""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from .env import Env

_FORMAT = 1


@dataclass(frozen=True)
class EpisodeData:
    """One trajectory, with the fields of Minari. There is one more observation than actions."""

    id: int
    seed: str
    observations: dict[str, npt.NDArray[Any]]
    actions: npt.NDArray[np.int64]
    rewards: npt.NDArray[np.float64]
    terminations: npt.NDArray[np.bool_]
    truncations: npt.NDArray[np.bool_]
    infos: dict[str, Any]

    def __len__(self) -> int:
        return len(self.actions)


def write(path: str | os.PathLike[str], runs: Iterable[str], *, dataset_id: str, description: str = "") -> Dataset:
    """Writes a dataset. Every run is verified first; all must be of one game.

    :raises ValueError: for a run that does not hold, or one of another game.
    """
    folder = Path(path)
    folder.mkdir(parents=True, exist_ok=True)
    games: set[str] = set()
    commands = count = 0
    with zipfile.ZipFile(folder / "runs.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for count, text in enumerate(runs, start=1):
            holds, sentence = _core.verify(text)
            if not holds:
                raise ValueError(f"run {count - 1}: {sentence}")
            told = _core.read_run(text)
            games.add(told["game"])
            if len(games) > 1:
                raise ValueError(f"A dataset holds runs of one game, not of {' and '.join(sorted(games))}.")
            commands += len(told["commands"])
            archive.writestr(f"{count - 1:06}.run", text)
    metadata = {
        "format": _FORMAT, "dataset_id": dataset_id, "description": description,
        "game": games.pop() if games else None, "total_episodes": count, "total_steps": commands,
        "undercroft_version": _core.__version__,
    }
    (folder / "metadata.json").write_text(json.dumps(metadata, indent=2) + "\n", encoding="utf-8")
    return Dataset(folder)


class Dataset:
    """A dataset on disk."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.metadata: dict[str, Any] = json.loads((self.path / "metadata.json").read_text(encoding="utf-8"))
        if self.metadata.get("format") != _FORMAT:
            raise ValueError(f"{self.path} has another format than {_FORMAT}.")

    def __len__(self) -> int:
        return int(self.metadata["total_episodes"])

    def runs(self) -> Iterator[str]:
        """The runs, in order."""
        with zipfile.ZipFile(self.path / "runs.zip") as archive:
            for name in sorted(archive.namelist()):
                yield archive.read(name).decode("utf-8")

    def verify(self) -> list[str]:
        """Verifies every run; returns the sentences about those that do not hold."""
        verdicts = (_core.verify(text) for text in self.runs())
        return [f"{index:06}: {sentence}" for index, (holds, sentence) in enumerate(verdicts) if not holds]

    def episodes(self, **settings: Any) -> Iterator[EpisodeData]:
        """The trajectories; ``settings`` are arguments of :class:`undercroft.Env` such as ``view`` and ``reward``."""
        for index, text in enumerate(self.runs()):
            yield episode(text, index, **settings)


def episode(text: str, index: int = 0, **settings: Any) -> EpisodeData:
    """Replays a run and returns what an agent would have seen."""
    told = _core.read_run(text)
    level = told["level"]
    env = Env(told["game"], options=told["options"], level=None if level is None else level[1] + "\n", **settings)
    actions_of = {word: action for action, word in enumerate(env.action_words)}
    observation, info = env.reset(options={"seed_text": told["seed"]})
    seen, actions, rewards = [observation], list[int](), list[float]()
    over: list[bool] = []
    core = env._engine()
    while core.commands(0) < len(told["commands"]) and not (over and over[-1]):
        _, word = told["commands"][core.commands(0)]
        if word not in actions_of:
            break
        observation, reward, terminated, _, info = env.step(actions_of[word])
        if info["refused"]:
            raise ValueError(f"Command {core.commands(0) + 1} of the run is refused: {word}")
        seen.append(observation)
        actions.append(actions_of[word])
        rewards.append(float(reward))
        over.append(terminated)
    terminations = np.array(over, dtype=np.bool_)
    truncations = np.zeros(len(over), dtype=np.bool_)
    if len(over) > 0:
        truncations[-1] = not terminations[-1]
    return EpisodeData(
        id=index,
        seed=told["seed"],
        observations={name: np.stack([one[name] for one in seen]) for name in seen[0]},
        actions=np.array(actions, dtype=np.int64),
        rewards=np.array(rewards, dtype=np.float64),
        terminations=terminations,
        truncations=truncations,
        infos={"digest": env.digest(), "verdict": info["verdict"]},
    )
