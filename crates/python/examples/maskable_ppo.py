"""MaskablePPO of sb3-contrib on chambers (pip install sb3-contrib).

    python maskable_ppo.py [STEPS]

Prints the mean score of random play and of the trained policy on seeds that were not trained on, and how many of the policy's
actions were refused: none, because it is given the masks.
"""

import sys

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from sb3_contrib import MaskablePPO

import undercroft  # noqa: F401 - it registers the games

JUDGED = range(1_000_000, 1_000_030)


class Flat(gym.ObservationWrapper):
    """Glyphs around the player and the status as one vector; the mask goes its own way (``action_masks``)."""

    def __init__(self, env: gym.Env) -> None:
        super().__init__(env)
        size = sum(int(np.prod(env.observation_space[name].shape)) for name in ("glyphs", "status"))
        self.observation_space = spaces.Box(-1e9, 1e9, (size,), np.float32)

    def observation(self, observation: dict) -> np.ndarray:
        glyphs = observation["glyphs"].ravel().astype(np.float32) / 128 - 0.5
        return np.concatenate([glyphs, observation["status"].astype(np.float32) / 100])

    def action_masks(self) -> np.ndarray:
        return self.env.unwrapped.action_masks()


def judge(env: Flat, choose) -> tuple[float, int]:
    """The mean score and the number of refused actions of a policy."""
    scores, refused = [], 0
    for seed in JUDGED:
        observation, _ = env.reset(seed=seed)
        score, over = 0.0, False
        while not over:
            observation, reward, terminated, truncated, info = env.step(choose(observation, env.action_masks()))
            score, over = score + reward, terminated or truncated
            refused += info["refused"]
        scores.append(score)
    return float(np.mean(scores)), refused


def main() -> None:
    """Trains and judges."""
    env = Flat(gym.make("undercroft/Chambers-v0", view="window", window=11))
    dice = np.random.default_rng(1)
    score, _ = judge(env, lambda _, mask: int(dice.choice(np.flatnonzero(mask))))
    print(f"random play: score {score:.2f}")
    model = MaskablePPO("MlpPolicy", env, verbose=1, seed=1)
    model.learn(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
    score, refused = judge(env, lambda seen, mask: int(model.predict(seen, action_masks=mask)[0]))
    print(f"trained policy: score {score:.2f}, {refused} actions refused")


if __name__ == "__main__":
    main()
