"""Search with snapshots: every allowed action is tried in branches that the game's bot plays on.

    python search.py [GAMES] [STEPS]

Prints the mean floor reached in boo by random play and by the search.
"""

from __future__ import annotations

import sys

import numpy as np

import undercroft

ROLLOUTS = 2
ROLLOUT_STEPS = 40


def worth(env: undercroft.Env, status: np.ndarray) -> float:
    """Evaluates a status: floors count most, then health and fish."""
    told = dict(zip(env.status_names, status.tolist(), strict=True))
    return 1000.0 * told["floor"] + told["hp"] + 10.0 * told["fish"] - (500.0 if told["hp"] <= 0 else 0.0)


def search(env: undercroft.Env, scout: undercroft.Env, mask: np.ndarray) -> int:
    """The allowed action with the best average rollout."""
    here = env.snapshot()
    values: dict[int, float] = {}
    for action in np.flatnonzero(mask).tolist():
        total = 0.0
        for dice in range(ROLLOUTS):
            scout.restore(here)
            observation, _, terminated, _, _ = scout.step(action)
            steps = 0
            while not terminated and steps < ROLLOUT_STEPS:
                advised = scout.advise(dice)
                if advised is None:
                    break
                observation, _, terminated, _, _ = scout.step(advised)
                steps += 1
            # Reaching a floor sooner is better.
            total += worth(scout, observation["status"]) - 0.1 * steps
        values[action] = total / ROLLOUTS
    return max(values, key=lambda action: values[action])


def play(game: str, seed: int, steps: int, searching: bool) -> int:
    """Plays one episode; returns the floor reached."""
    env, scout = undercroft.Env(game), undercroft.Env(game)
    observation, _ = env.reset(seed=seed)
    scout.reset(seed=0)
    dice = np.random.default_rng(seed)
    for _ in range(steps):
        mask = observation["action_mask"]
        action = search(env, scout, mask) if searching else int(dice.choice(np.flatnonzero(mask)))
        observation, _, terminated, _, _ = env.step(action)
        if terminated:
            break
    undercroft.verify(env.run_text())
    return int(observation["status"][env.status_names.index("floor")])


def compare(games: int, steps: int) -> tuple[float, float]:
    """The mean floor of random play and of the search, on the same seeds."""
    floors = [[play("boo", seed, steps, searching) for seed in range(games)] for searching in (False, True)]
    return float(np.mean(floors[0])), float(np.mean(floors[1]))


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    length = int(sys.argv[2]) if len(sys.argv) > 2 else 150
    random_floor, search_floor = compare(count, length)
    print(f"{count} games of {length} steps: random {random_floor:.2f}, search {search_floor:.2f} floors")
