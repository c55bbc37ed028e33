"""The environment of one game."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings

import gymnasium as gym
import numpy as np
import pytest
from conftest import FULL, GAMES, IDS, masked, soak
from gymnasium.utils.env_checker import check_env

import undercroft


@pytest.mark.parametrize("game", GAMES)
def test_check_env_is_clean(game: str) -> None:
    env = gym.make(IDS[game], disable_env_checker=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # An unbounded count has bounds as wide as its type.
        warnings.filterwarnings("ignore", message=".*(infinity|Box observation space).*")
        check_env(env.unwrapped)


@pytest.mark.parametrize("game", GAMES)
def test_a_run_without_a_command_verifies_and_replays(game: str) -> None:
    env = undercroft.Env(game)
    env.reset(options={"seed_text": "nothing played"})
    if not env._engine().commands(0):
        assert len(list(undercroft.replay(env.run_text()))) == 1
    assert undercroft.verify(env.run_text()).startswith(f"verified: {game}")
    assert undercroft.State.from_run(env.run_text()) == env.snapshot()


def test_ids_are_those_of_the_interface() -> None:
    assert sorted(IDS.values()) == [
        f"undercroft/{name}-v0" for name in ("Boo", "Cave", "Chambers", "Dungeon", "Pursuit")
    ]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("settings", [{}, {"view": "window", "window": 9, "inks": True}, {"mask": "phase"}])
def test_observations_are_in_their_space(game: str, settings: dict[str, object]) -> None:
    env = gym.make(IDS[game], **settings)
    dice = np.random.default_rng(1)
    observation, _ = env.reset(seed=3)
    for _ in range(300):
        assert observation in env.observation_space
        observation, _, terminated, truncated, _ = env.step(masked(observation["action_mask"], dice, 0.2))
        if terminated or truncated:
            observation, _ = env.reset()


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_is_that_of_the_program_and_episodes_follow_it(game: str) -> None:
    env = gym.make(IDS[game]).unwrapped
    names = []
    for _ in range(3):
        env.reset(seed=7 if not names else None)
        names.append(env.seed_text())
        assert undercroft._core.read_run(env.run_text())["seed"] == names[-1]
    assert names == ["7", "7.1", "7.2"]
    env.reset(options={"seed_text": "ünïcödé"})
    assert env.seed_text() == "ünïcödé"


@pytest.mark.parametrize("game", GAMES)
def test_runs_verify_and_end_in_the_digest_of_the_environment(game: str) -> None:
    env = gym.make(IDS[game], max_episode_steps=60 if not FULL else 2000)
    inner = env.unwrapped
    dice = np.random.default_rng(2)
    for episode in range(soak(1000, 150)):
        observation, _ = env.reset(seed=episode)
        over = False
        while not over:
            observation, _, terminated, truncated, _ = env.step(masked(observation["action_mask"], dice, 0.05))
            over = terminated or truncated
        text = inner.run_text()
        assert undercroft.verify(text).startswith(f"verified: {game}, ")
        assert undercroft._core.read_run(text)["digest"] == inner.digest()
        assert undercroft.State.from_run(text) == inner.snapshot()


@pytest.mark.parametrize("options", [{"hero": "human", "monster": "monster"}, {"hero": "rogue", "monster": "human"}])
def test_both_seats_of_pursuit_can_be_played(options: dict[str, str]) -> None:
    env = gym.make(IDS["pursuit"], options=options).unwrapped
    dice = np.random.default_rng(5)
    for episode in range(soak(1000, 150)):
        observation, _ = env.reset(seed=episode)
        terminated, steps = False, 0
        while not terminated and steps < 200:
            observation, _, terminated, _, _ = env.step(masked(observation["action_mask"], dice))
            steps += 1
        assert undercroft.verify(env.run_text()).startswith("verified: pursuit")
        assert undercroft._core.read_run(env.run_text())["digest"] == env.digest()


@pytest.mark.parametrize("game", GAMES)
def test_branches_go_on_alike_after_pickling(game: str) -> None:
    env = gym.make(IDS[game]).unwrapped
    other = gym.make(IDS[game]).unwrapped
    other.reset(seed=999)
    dice = np.random.default_rng(3)
    observation, _ = env.reset(seed=1)
    for _ in range(soak(1000, 250)):
        for _ in range(int(dice.integers(1, 6))):
            observation, _, terminated, _, _ = env.step(masked(observation["action_mask"], dice))
            if terminated:
                observation, _ = env.reset()
        state = env.snapshot()
        copy = pickle.loads(pickle.dumps(state))
        assert copy == state and hash(copy) == hash(state) and copy.digest() == env.digest()
        seen = other.restore(copy)
        for name, part in seen.items():
            assert np.array_equal(part, observation[name]), name
        for _ in range(5):
            action = masked(observation["action_mask"], dice)
            first, second = env.step(action), other.step(action)
            for name in first[0]:
                assert np.array_equal(first[0][name], second[0][name])
            assert first[1:] == second[1:] and env.digest() == other.digest()
            observation = first[0]
            if first[2]:
                observation, _ = env.reset()
                break
        assert other.run_text().count("\n") > 3


def test_a_state_crosses_processes() -> None:
    env = gym.make(IDS["boo"]).unwrapped
    env.reset(seed=4)
    for action in range(4):
        env.step(action)
    told = subprocess.run(
        [sys.executable, "-c", "import sys, pickle, undercroft\nprint(pickle.load(sys.stdin.buffer).digest())"],
        input=pickle.dumps(env.snapshot()), capture_output=True, check=True,
    )
    assert told.stdout.decode().strip() == env.digest()


def test_branch_makes_a_vector_environment_of_this_state() -> None:
    env = gym.make(IDS["chambers"]).unwrapped
    observation, _ = env.reset(seed=4)
    dice = np.random.default_rng(3)
    for _ in range(30):
        observation, *_ = env.step(masked(observation["action_mask"], dice))
    branches = env.branch(4)
    assert {branches.digest(index) for index in range(4)} == {env.digest()}
    allowed = np.flatnonzero(observation["action_mask"])[:4]
    branches.step(np.resize(allowed, 4))
    env.step(int(allowed[0]))
    assert branches.digest(0) == env.digest()


def test_without_copies_steps_return_the_same_read_only_arrays() -> None:
    env = gym.make(IDS["boo"], copy=False)
    first, _ = env.reset(seed=1)
    before = first["status"].copy()
    second, *_ = env.step(0)
    assert first["glyphs"] is second["glyphs"] and not first["glyphs"].flags.writeable
    assert not np.array_equal(before, second["status"])
    with pytest.raises(ValueError):
        first["glyphs"][0, 0] = 1


def test_rewards() -> None:
    scored = gym.make(IDS["chambers"]).unwrapped
    ended = gym.make(IDS["chambers"], reward="outcome").unwrapped
    own = gym.make(IDS["chambers"], reward=lambda before, after, verdict: float(after[5] - before[5])).unwrapped
    dice = np.random.default_rng(8)
    for env in (scored, ended, own):
        observation, _ = env.reset(seed=11)
    gained, outcome, turns, terminated = 0.0, 0.0, 0.0, False
    while not terminated:
        action = masked(observation["action_mask"], dice)
        observation, reward, terminated, _, info = scored.step(action)
        gained += reward
        outcome += ended.step(action)[1]
        turns += own.step(action)[1]
    names = scored.status_names
    assert gained == observation["status"][names.index("score")]
    assert turns == observation["status"][names.index("turn")]
    assert outcome == {"won": 1.0, "died": -1.0}[info["verdict"]]


def test_rendering() -> None:
    ansi = gym.make(IDS["boo"], render_mode="ansi")
    ansi.reset(seed=1)
    assert "HP: 100 / Fish: 0" in ansi.render() and "@" in ansi.render()
    image = gym.make(IDS["boo"], render_mode="rgb_array")
    image.reset(seed=1)
    assert image.render().dtype == np.uint8 and image.render().shape[2] == 3


def test_the_module_tells_its_version_and_the_rules_of_each_game() -> None:
    told = subprocess.run([sys.executable, "-m", "undercroft", "--version"], capture_output=True, text=True, check=True)
    lines = told.stdout.splitlines()
    assert lines[0] == f"undercroft {undercroft.__version__}"
    assert [line.split()[0] for line in lines[1:]] == GAMES
    assert all(" rules " in line for line in lines[1:])
