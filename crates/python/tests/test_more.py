"""Two agents, sentences, datasets, the farm and the tools."""

from __future__ import annotations

import importlib.util
import pickle
from pathlib import Path

import numpy as np
import pytest
from conftest import GAMES, masked, soak
from pettingzoo.test import api_test, seed_test

import undercroft
from undercroft import dataset, farm, zoo
from undercroft.text import TextEnv

FIELD = "5\n. . . . .\n. A . . .\n. . . . .\n. . . @ .\n. . . . .\n"


def test_modules_are_there_when_they_are_named() -> None:
    assert undercroft.zoo.pursuit_v0 is zoo.pursuit_v0 and undercroft.text.TextEnv is TextEnv
    assert undercroft.farm is farm and undercroft.dataset is dataset
    with pytest.raises(AttributeError):
        undercroft.nothing  # noqa: B018


def test_pettingzoo_takes_it(capsys: pytest.CaptureFixture[str]) -> None:
    api_test(zoo.pursuit_v0(), num_cycles=soak(1000, 100), verbose_progress=False)
    seed_test(zoo.pursuit_v0, num_cycles=soak(500, 50))
    capsys.readouterr()


def test_the_oracle_never_loses_what_a_position_is_worth() -> None:
    env = zoo.pursuit_v0()
    env.reset(seed=1)
    worth = env.oracle()
    assert worth.moves and set(worth.moves) <= set(env.action_words)
    solved = undercroft.solve(env_field(env))
    assert (solved["turns"] or None) == worth.value
    for _ in range(30):
        agent = env.agent_selection
        if env.terminations[agent]:
            break
        before = env.oracle(env.snapshot())
        env.step(env.action_words.index(before.moves[0]))
        after = env.oracle()
        # With perfect play of both sides an escape stays an escape, and a capture comes nearer.
        assert (before.value is None) == (after.value is None)
        if before.value is not None and after.value is not None:
            assert after.value <= before.value


def env_field(env: zoo.Pursuit) -> str:
    """The field of an environment as the text of a level."""
    rows = next(iter(undercroft.replay(env.run_text())))["scene"]
    rows = [row for row in rows if row.strip()]
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


def test_runs_of_two_agents_verify_and_go_on_from_states() -> None:
    env, other = zoo.pursuit_v0(), zoo.pursuit_v0()
    dice = np.random.default_rng(1)
    for episode in range(soak(1000, 20)):
        env.reset(seed=episode)
        other.reset(seed=0)
        for _ in range(60):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            env.step(masked(observation["action_mask"], dice))
        assert undercroft.verify(env.run_text()).startswith("verified: pursuit")
        assert undercroft._core.read_run(env.run_text())["digest"] == env.digest()
        other.restore(pickle.loads(pickle.dumps(env.snapshot())))
        assert other.digest() == env.digest() and other.agent_selection in other.agents


@pytest.mark.parametrize("game", GAMES)
def test_games_can_be_played_in_sentences(game: str) -> None:
    env = TextEnv(game)
    said, info = env.reset(seed=7)
    assert "Type help for the commands" in said and info["reply"] == "start"
    assert said in env.observation_space
    played = 0
    for _ in range(40):
        command = env.suggest()
        if command is None:
            break
        said, _, terminated, _, info = env.step(command)
        played += info["reply"] == "played"
        if terminated:
            break
    assert played > 0 and env.commands()
    if not terminated:
        said, reward, *_, info = env.step("xyzzy")
        assert info["reply"] == "misread" and reward == 0.0 and said
    assert undercroft.verify(env.run_text()).startswith(f"verified: {game}")
    with pytest.raises(TypeError):
        env.step(3)  # type: ignore[arg-type]


def test_replay_shows_every_command_and_stops_where_a_run_differs() -> None:
    env = undercroft.Env("boo")
    env.reset(seed=5)
    for action in (0, 1, 2, 3, 0):
        env.step(action)
    text = env.run_text()
    frames = list(undercroft.replay(text))
    assert [frame["n"] for frame in frames] == [0, 1, 2, 3, 4, 5]
    assert frames[-1]["command"] == env.action_words[0] and frames[-1]["vitals"]["turn"] == 5
    with pytest.raises(ValueError, match="damaged"):
        list(undercroft.replay(text.replace("seed", "sead", 1)))
    with pytest.raises(ValueError):
        undercroft.verify("nonsense")


def test_solve_and_seeds() -> None:
    with pytest.raises(ValueError):
        undercroft.solve("nothing\nat all\n")
    found = undercroft.seeds("chambers", where="potions >= 1", count=3, tries=2000)
    assert len(found) == 3
    with pytest.raises(ValueError):
        undercroft.seeds("chambers", where="potions >>> 1")
    with pytest.raises(ValueError):
        undercroft.seeds("chess", where="x > 1")


@pytest.mark.parametrize("game", GAMES)
def test_a_dataset_gives_back_what_was_seen(game: str, tmp_path: Path) -> None:
    played = farm.Farm(local=True).rollouts(game, range(4), max_steps=60)
    kept = dataset.write(tmp_path / game, (one.run for one in played), dataset_id=f"{game}/random-v0")
    assert len(kept) == 4 and kept.verify() == []
    for one, episode in zip(played, kept.episodes(), strict=True):
        assert episode.infos["digest"] == one.digest and episode.seed == one.seed
        assert len(episode.observations["glyphs"]) == len(episode) + 1
        assert float(episode.rewards.sum()) == one.reward
    with pytest.raises(ValueError):
        dataset.write(tmp_path / "bad", ["nonsense"], dataset_id="bad")


def test_the_farm_works_in_this_process() -> None:
    local = farm.Farm(local=True)
    judged = local.evaluate("boo", range(5), max_steps=50)
    assert judged["episodes"] == 5 and judged["score"] >= 1
    runs = [one.run for one in local.rollouts("boo", range(3), max_steps=20)]
    assert all(holds for holds, _ in local.verify(runs))
    assert local.seeds("chambers", "potions >= 1", tries=50, piece=20)


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")
def test_the_farm_works_with_ray() -> None:
    with_ray = farm.Farm(num_cpus=2)
    played = with_ray.rollouts("boo", range(70), max_steps=50)
    assert [one.seed for one in played] == [str(seed) for seed in range(70)]
    assert played == farm.Farm(local=True).rollouts("boo", range(70), max_steps=50)
