"""The vector environment equals a SyncVectorEnv of single ones."""

from __future__ import annotations

import os
import warnings
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from conftest import GAMES, IDS, masked_all, soak
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import undercroft

MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED]
ENVS = 3


def same(first: Any, second: Any, what: str) -> None:
    """Compares what environments return, whatever its shape."""
    if isinstance(first, tuple):
        for index, (one, other) in enumerate(zip(first, second, strict=True)):
            same(one, other, f"{what}, part {index}")
    elif isinstance(first, dict):
        assert set(first) == set(second), f"{what}: {set(first) ^ set(second)}"
        for key in first:
            same(first[key], second[key], f"{what}.{key}")
    elif isinstance(first, np.ndarray) and first.dtype == object:
        for index, (one, other) in enumerate(zip(first, second, strict=True)):
            same(one, other, f"{what}[{index}]")
    elif isinstance(first, np.ndarray):
        assert first.dtype == second.dtype and np.array_equal(first, second), what
    else:
        assert first == second, what


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("threads", [1, 2])
def test_vector_equals_sync_vector(game: str, mode: AutoresetMode, threads: int) -> None:
    limit = 40
    single = [lambda: gym.make(IDS[game], max_episode_steps=limit)] * ENVS
    sync = SyncVectorEnv(single, autoreset_mode=mode)
    fast = gym.make_vec(
        IDS[game], ENVS, vectorization_mode="vector_entry_point",
        autoreset_mode=mode, threads=threads, max_episode_steps=limit,
    )
    assert fast.single_observation_space == sync.single_observation_space
    assert fast.action_space == sync.action_space and fast.metadata["autoreset_mode"] == mode
    dice = np.random.default_rng(9)
    first, second = sync.reset(seed=7), fast.reset(seed=7)
    same(first, second, "reset")
    observation = second[0]
    for step in range(soak(10_000, 1000)):
        actions = masked_all(observation["action_mask"], dice, 0.05)
        first, second = sync.step(actions), fast.step(actions)
        same(first, second, f"step {step}")
        observation = second[0]
        over = second[2] | second[3]
        if mode == AutoresetMode.DISABLED and over.any():
            options = {"reset_mask": over}
            first, second = sync.reset(options=dict(options)), fast.reset(options=dict(options))
            same(first, second, f"reset after step {step}")
            observation = second[0]
    sync.close()
    fast.close()


@pytest.mark.parametrize("mode", MODES[:2])
def test_a_reward_of_ones_own_is_that_of_single_environments(mode: AutoresetMode) -> None:
    def reward(before: np.ndarray, after: np.ndarray, verdict: str | None) -> float:
        return float(after[0] - before[0]) - (5.0 if verdict == "died" else 0.0)

    sync = SyncVectorEnv(
        [lambda: gym.make(IDS["boo"], reward=reward, max_episode_steps=30)] * ENVS, autoreset_mode=mode
    )
    fast = gym.make_vec(IDS["boo"], ENVS, reward=reward, autoreset_mode=mode, max_episode_steps=30)
    dice = np.random.default_rng(1)
    sync.reset(seed=1)
    observation, _ = fast.reset(seed=1)
    for _ in range(200):
        actions = masked_all(observation["action_mask"], dice)
        first = sync.step(actions)
        observation, *rest = fast.step(actions)
        same(first[1], rest[0], "rewards")


def test_a_restored_game_earns_the_reward_of_its_next_step() -> None:
    env = undercroft.VectorEnv("boo", 2, reward=lambda before, after, verdict: 5.0, max_episode_steps=3)
    env.reset(seed=1)
    start, actions = env.snapshot(0), np.zeros(2, dtype=np.int64)
    for _ in range(3):
        *_, truncated, _ = env.step(actions)
    assert truncated.all()
    env.restore(0, start)
    # The first game goes on from its state; the other one is only reset.
    assert env.step(actions)[1].tolist() == [5.0, 0.0]


def test_views_are_read_only_and_always_the_same() -> None:
    env = gym.make_vec(IDS["chambers"], 8, copy=False)
    first, _ = env.reset(seed=1)
    second, *_ = env.step(np.zeros(8, dtype=np.int64))
    assert first["glyphs"] is second["glyphs"] and not first["glyphs"].flags.writeable


def test_runs_of_every_game_of_a_batch_verify() -> None:
    env = gym.make_vec(IDS["cave"], 16, threads=2)
    observation, _ = env.reset(seed=100)
    dice = np.random.default_rng(1)
    for _ in range(100):
        observation, *_ = env.step(masked_all(observation["action_mask"], dice))
    for index in range(16):
        text = env.unwrapped.run_text(index)
        assert undercroft.verify(text).startswith("verified: cave")
        assert undercroft._core.read_run(text)["digest"] == env.unwrapped.digest(index)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_forked_process_plays_on_with_threads_of_its_own() -> None:
    env = undercroft.VectorEnv("boo", 64, threads=2)
    env.reset(seed=1)
    actions = np.zeros(64, dtype=np.int64)
    env.step(actions)
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        env.step(actions)
        os.write(writing, env.digest(63).encode())
        os._exit(0)
    env.step(actions)
    assert os.waitpid(child, 0)[1] == 0
    assert os.read(reading, 16).decode() == env.digest(63)
    os.close(reading)
    os.close(writing)
