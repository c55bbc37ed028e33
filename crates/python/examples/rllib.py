"""PPO of RLlib on boo (pip install "ray[rllib]" torch).

    python rllib.py [ITERATIONS]
"""

import sys

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.tune.registry import register_env


class Window(gym.ObservationWrapper):
    """The square around the player as numbers."""

    def __init__(self, env: gym.Env) -> None:
        super().__init__(env)
        cells = int(np.prod(env.observation_space["glyphs"].shape))
        self.observation_space = spaces.Box(-1.0, 2.0, (cells,), np.float32)

    def observation(self, observation: dict) -> np.ndarray:
        return observation["glyphs"].ravel().astype(np.float32) / 128


def make(config: dict) -> gym.Env:
    """Creates the environment in a worker process."""
    import undercroft  # noqa: F401 - it registers the games

    return Window(gym.make("undercroft/Boo-v0", view="window", window=11))


register_env("boo", make)
algorithm = PPOConfig().environment("boo").env_runners(num_env_runners=2).build_algo()
for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 10):
    result = algorithm.train()
    print(result["env_runners"].get("episode_return_mean"))
