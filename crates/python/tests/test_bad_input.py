"""Whatever is wrong with what a caller passes is an exception that says so, and never the end of the process."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from conftest import GAMES, IDS
from gymnasium.error import ClosedEnvironmentError, ResetNeeded

import undercroft
from undercroft import Env, State, VectorEnv, zoo
from undercroft.text import TextEnv

NAN = float("nan")


@pytest.mark.parametrize(
    "settings, sentence",
    [
        ({"options": {"nothing": "on"}}, "There is no option 'nothing'"),
        ({"options": {"fog": "perhaps"}}, "fog takes on or off"),
        ({"options": ["fog"]}, "options must be a mapping"),
        ({"level": "/does/not/exist"}, "cannot be read"),
        ({"level": "nul\0"}, "cannot be read"),
        ({"level": ""}, "the text of a level or the path"),
        ({"level": 3}, "the text of a level or the path"),
        ({"view": "side"}, "view is 'board' or 'window'"),
        ({"view": "window", "window": 4}, "odd number"),
        ({"view": "window", "window": -1}, "from 1 to 255"),
        ({"view": "window", "window": 257}, "from 1 to 255"),
        ({"view": "window", "window": 11.0}, "whole number"),
        ({"view": "window", "window": NAN}, "whole number"),
        ({"view": "window", "window": "11"}, "whole number"),
        ({"mask": "none"}, "mask is 'exact' or 'phase'"),
        ({"reward": "gold"}, "reward is 'score', 'outcome' or a function"),
        ({"reward": None}, "reward is 'score', 'outcome' or a function"),
        ({"render_mode": "paper"}, "render_mode is one of"),
        ({"max_episode_steps": 0}, "from 1 to"),
        ({"max_episode_steps": -5}, "from 1 to"),
        ({"max_episode_steps": NAN}, "whole number"),
    ],
)
@pytest.mark.parametrize("make", [Env, VectorEnv])
def test_settings(make: Callable[..., Any], settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises((ValueError, TypeError), match=re.escape(sentence)):
        make("boo", **settings)


def test_levels_are_refused_with_line_and_column() -> None:
    with pytest.raises(ValueError, match="line 1"):
        Env("pursuit", level="9 x\n#\n")
    with pytest.raises(ValueError, match="line 1, column 3"):
        gym.make(IDS["dungeon"], level="<a>\n")
    with pytest.raises(ValueError, match="no level"):
        Env("boo", level="a\nb\n")


def test_autoreset_modes() -> None:
    for mode in ("sometimes", None, 3):
        with pytest.raises(ValueError, match="autoreset_mode is one of"):
            VectorEnv("boo", 4, autoreset_mode=mode)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="render_mode is one of"):
        VectorEnv("boo", 4, render_mode="human")


def test_games_that_do_not_exist() -> None:
    for make in (Env, VectorEnv, TextEnv):
        with pytest.raises(ValueError, match="There is no game 'chess'"):
            make("chess")
        with pytest.raises(TypeError):
            make(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("action", [-1, 9, 10_000, 2**40, 2**63, 2**80, -(2**80), np.uint64(2**63)])
def test_actions_out_of_range(action: int) -> None:
    env = Env("boo")
    env.reset(seed=1)
    before = env.digest()
    with pytest.raises(ValueError, match=r"There is no action -?\d+; actions go from 0 to 8"):
        env.step(action)
    assert env.digest() == before


@pytest.mark.parametrize("action", [1.0, NAN, "h", None, [0], np.array([0, 1]), np.float32(0)])
def test_actions_of_another_type(action: Any) -> None:
    env = Env("boo")
    env.reset(seed=1)
    with pytest.raises(TypeError):
        env.step(action)


@pytest.mark.parametrize("make", [Env, VectorEnv])
def test_resets(make: Callable[..., Any]) -> None:
    env = make("boo")
    for seed in (-1, 1.5, NAN, "7", 1 << 128):
        with pytest.raises((ValueError, gym.error.Error)):
            env.reset(seed=seed)
    for options, error in (
        ({"seedtext": "7"}, ValueError), ({"seed_text": b"7"}, ValueError), ({"seed_text": "\ud800"}, ValueError),
        ({"state": "7"}, (TypeError, ValueError)), ({"state": 3}, (TypeError, ValueError)), ([1], TypeError),
    ):
        with pytest.raises(error):
            env.reset(options=options)
    with pytest.raises(ResetNeeded):
        # None of these resets has begun a game.
        env.step(np.zeros(1, dtype=np.int64) if make is VectorEnv else 0)


@pytest.mark.parametrize("count", [0, -1, 2.5, NAN, float("inf"), "x", None, True, 2**31, 2**64, 2**80])
def test_numbers_of_games(count: Any) -> None:
    with pytest.raises(ValueError, match="num_envs is a whole number from 1 to"):
        VectorEnv("boo", count)
    env = Env("boo")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="num_envs is a whole number from 1 to"):
        env.branch(count)


@pytest.mark.parametrize("game", GAMES)
def test_batches_that_no_memory_holds(game: str) -> None:
    with pytest.raises(ValueError, match="There is not enough memory for 2147483647 games"):
        VectorEnv(game, 2**31 - 1)
    with pytest.raises(ValueError, match="There is not enough memory"):
        VectorEnv(game, 2**31 - 1, view="window", window=255)


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", None, 1025, 2**64])
def test_numbers_of_threads(threads: Any) -> None:
    with pytest.raises(ValueError, match="threads is a whole number from 1 to 1024"):
        VectorEnv("boo", 4, threads=threads)


@pytest.mark.parametrize(
    "actions, error, sentence",
    [
        (np.zeros(4), TypeError, "whole numbers, not float64"),
        (np.full(4, NAN), TypeError, "whole numbers"),
        (np.zeros(4, dtype=bool), TypeError, "whole numbers, not bool"),
        (np.array(["a"] * 4), TypeError, "whole numbers"),
        (None, TypeError, "whole numbers"),
        ([0, 0, 0, 2**70], TypeError, "whole numbers"),
        (0, ValueError, "4 actions are wanted"),
        (np.zeros(3, dtype=np.int64), ValueError, "4 actions are wanted"),
        (np.zeros((4, 1), dtype=np.int64), ValueError, "4 actions are wanted"),
        (np.array([0, 0, 0, 99]), ValueError, "There is no action 99"),
        (np.array([0, 0, 0, -1]), ValueError, "There is no action -1"),
        (np.array([0, 0, 0, 2**63], dtype=np.uint64), ValueError, "There is no action"),
    ],
)
def test_actions_of_a_batch(actions: Any, error: type[Exception], sentence: str) -> None:
    env = VectorEnv("boo", 4)
    env.reset(seed=1)
    before = [env.digest(index) for index in range(4)]
    with pytest.raises(error, match=sentence):
        env.step(actions)
    assert [env.digest(index) for index in range(4)] == before


def test_actions_of_every_whole_type_and_layout_are_taken() -> None:
    env = VectorEnv("boo", 4)
    env.reset(seed=1)
    for actions in (
        [0, 1, 2, 3], (0, 1, 2, 3), np.arange(4, dtype=np.uint8), np.arange(4, dtype=np.int32),
        np.arange(8, dtype=np.int64)[::2],
    ):
        env.step(actions)


def test_games_of_a_batch_that_do_not_exist() -> None:
    env = VectorEnv("boo", 4)
    env.reset(seed=1)
    state = env.snapshot(0)
    for index in (-1, 4, 2**64):
        for ask in (env.run_text, env.digest, env.said, env.seed_text, env.advise, env.snapshot):
            with pytest.raises(IndexError, match="there are 4"):
                ask(index)
        with pytest.raises(IndexError, match="there are 4"):
            env.restore(index, state)
    with pytest.raises(TypeError):
        env.run_text(1.5)  # type: ignore[arg-type]


def test_resets_of_a_batch() -> None:
    env = VectorEnv("boo", 4)
    env.reset(seed=1)
    before = [env.digest(index) for index in range(4)]
    for seed in ([1, 2], [1.5] * 4, ["a"] * 4, [-1, 0, 1, 2]):
        with pytest.raises(ValueError):
            env.reset(seed=seed)  # type: ignore[arg-type]
    for options, error in (
        ({"reset_mask": np.zeros(4, dtype=bool)}, ValueError), ({"reset_mask": np.ones(3, dtype=bool)}, ValueError),
        ({"reset_mask": [True] * 4}, TypeError), ({"reset_mask": np.ones(4)}, TypeError),
        ({"seed_text": ["a", "b"]}, ValueError), ({"state": []}, ValueError), ({"state": ["x"] * 4}, TypeError),
    ):
        with pytest.raises(error):
            env.reset(options=options)
    assert [env.digest(index) for index in range(4)] == before


def test_the_first_reset_takes_all_games() -> None:
    env = VectorEnv("boo", 3, autoreset_mode="disabled")
    with pytest.raises(ResetNeeded, match="The first reset begins all games"):
        env.reset(seed=1, options={"reset_mask": np.array([True, False, True])})
    with pytest.raises(ResetNeeded, match="Call reset"):
        env.step(np.zeros(3, dtype=np.int64))


def test_a_step_that_fails_for_one_game_plays_none() -> None:
    env = VectorEnv("boo", 3, autoreset_mode="disabled", max_episode_steps=5)
    env.reset(seed=1)
    actions = np.zeros(3, dtype=np.int64)
    for _ in range(5):
        env.step(actions)
    env.reset(options={"reset_mask": np.array([True, False, True])})
    before = [env.digest(index) for index in range(3)]
    with pytest.raises(ValueError, match="Game 1 has ended: reset it first"):
        env.step(actions)
    assert [env.digest(index) for index in range(3)] == before
    env.reset(options={"reset_mask": np.array([False, True, False])})
    env.step(actions)


def test_states() -> None:
    for wrong, error in (("nonsense", ValueError), ("", ValueError), (3, TypeError), (None, TypeError)):
        with pytest.raises(error):
            State.from_run(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        State()  # type: ignore[call-arg]
    env, other, foggy = Env("boo"), Env("cave"), Env("boo", options={"fog": "on"})
    for one in (env, other, foggy):
        one.reset(seed=1)
    state = env.snapshot()
    with pytest.raises(AttributeError):
        state.anything = 1  # type: ignore[attr-defined]
    assert state != "nonsense" and state != other.snapshot()
    for wrong in ("nonsense", None, 3):
        with pytest.raises(TypeError, match="A State is wanted"):
            env.restore(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="state of cave"):
        env.restore(other.snapshot())
    with pytest.raises(ValueError, match="other options"):
        env.restore(foggy.snapshot())
    changed = state.run_text().replace('seed "1"', 'seed "2"', 1)
    with pytest.raises(ValueError, match="damaged: line 3"):
        State.from_run(changed)


@pytest.mark.parametrize("name", ["action_masks", "snapshot", "run_text", "digest", "said", "render", "advise", "seed_text"])
def test_order(name: str) -> None:
    env = Env("boo")
    with pytest.raises(ResetNeeded):
        getattr(env, name)()
    env.reset(seed=1)
    getattr(env, name)()
    env.close()
    env.close()
    with pytest.raises(ClosedEnvironmentError):
        getattr(env, name)()


@pytest.mark.parametrize("dice", [-1, 1.5, "1", 1 << 64])
def test_dice_of_the_bot(dice: Any) -> None:
    env, many = Env("boo"), VectorEnv("boo", 2)
    env.reset(seed=1)
    many.reset(seed=1)
    for ask in (env.advise, lambda dice: many.advise(1, dice)):
        with pytest.raises(ValueError, match="dice is a whole number from 0"):
            ask(dice)


def test_closed_environments() -> None:
    env, many = Env("boo"), VectorEnv("boo", 2)
    for one in (env, many):
        one.reset(seed=1)
        one.close()
        one.close()
    for call in (
        lambda: env.step(0), env.reset, lambda: env.branch(2),
        lambda: many.step(np.zeros(2, dtype=np.int64)), many.reset, many.render, lambda: many.digest(0),
    ):
        with pytest.raises(ClosedEnvironmentError):
            call()


def test_two_agents() -> None:
    env = zoo.pursuit_v0()
    for call in (lambda: env.step(0), lambda: env.observe("hero"), env.snapshot, env.run_text, env.oracle, env.render):
        with pytest.raises(ResetNeeded):
            call()
    for wrong in ({"seed": -1}, {"seed": "7"}, {"options": [1]}, {"options": {"state": 3}}):
        with pytest.raises((ValueError, TypeError)):
            env.reset(**wrong)  # type: ignore[arg-type]
    env.reset(seed=1)
    for action in (-1, 99, 2**80, None):
        with pytest.raises(ValueError):
            env.step(action)
    for action in (1.5, "N"):
        with pytest.raises(TypeError):
            env.step(action)  # type: ignore[arg-type]
    other = Env("boo")
    other.reset(seed=1)
    with pytest.raises(ValueError, match="not a state of pursuit"):
        env.oracle(other.snapshot())
    with pytest.raises(ValueError, match="state of boo"):
        env.restore(other.snapshot())
    env.close()
    env.close()
    for call in (lambda: env.step(0), env.reset, env.render):
        with pytest.raises(ClosedEnvironmentError):
            call()


def test_sentences() -> None:
    env = TextEnv("boo")
    with pytest.raises(ResetNeeded):
        env.step("a")
    for wrong in ({"seed": -1}, {"seed": 1.5}, {"options": {"state": None}}, {"options": {"seed_text": 1.5}}):
        with pytest.raises(ValueError):
            env.reset(**wrong)  # type: ignore[arg-type]
    env.reset(options={"seed_text": ""})
    env.reset()
    assert undercroft._core.read_run(env.run_text())["seed"] == ".1"
    for line in ("two\nlines", "carriage\rreturn"):
        with pytest.raises(ValueError, match="one line"):
            env.step(line)
    for line in ("", " ", "\0", "\x1b[2J", "x" * 100_000, "ünïcödé"):
        assert env.step(line)[-1]["reply"] == "misread"
    for line in (3, None, b"a"):
        with pytest.raises(TypeError):
            env.step(line)  # type: ignore[arg-type]
    env.close()
    for call in (env.reset, lambda: env.step("a"), env.digest):
        with pytest.raises(ClosedEnvironmentError):
            call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: undercroft.verify("nonsense"),
        lambda: undercroft.verify(""),
        lambda: list(undercroft.replay("nonsense")),
        lambda: undercroft.solve("nothing\nat all\n"),
        lambda: undercroft.solve(None),
        lambda: undercroft.solve("3\n. . .\n. A .\n. . @\n", megabytes=-1),
        lambda: undercroft.solve("3\n. . .\n. A .\n. . @\n", megabytes=NAN),  # type: ignore[arg-type]
        lambda: undercroft.seeds("chess", where="x > 1"),
        lambda: undercroft.seeds("chambers", where=""),
        lambda: undercroft.seeds("chambers", where="potions >>> 1"),
        lambda: undercroft.seeds("chambers", where="potions >= 1", options={"nothing": 1}),
        lambda: undercroft.seeds("chambers", where="potions >= 1", count=0),
        lambda: undercroft.seeds("chambers", where="potions >= 1", count=-1),
        lambda: undercroft.seeds("chambers", where="potions >= 1", tries=-1),
        lambda: undercroft.seeds("chambers", where="potions >= 1", first=2**80),
        lambda: undercroft.seeds("chambers", where="potions >= 1", threads=0),
        lambda: undercroft.farm.Farm(local=True).seeds("chambers", "potions >= 1", tries=-5),
        lambda: undercroft.farm.Farm(local=True).seeds("chambers", "potions >= 1", piece=0),
        lambda: TextEnv("boo", options={"nothing": "on"}),
        lambda: zoo.pursuit_v0(level="9 x\n#\n"),
        lambda: zoo.pursuit_v0(render_mode="paper"),
    ],
)
def test_tools(call: Callable[[], Any]) -> None:
    with pytest.raises(ValueError):
        call()


@pytest.mark.parametrize("call", [lambda: undercroft.verify(3), lambda: undercroft.replay(None)])
def test_texts_that_are_none(call: Callable[[], Any]) -> None:
    with pytest.raises(TypeError):
        call()
