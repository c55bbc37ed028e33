"""MaskablePPO of sb3-contrib on chambers (pip install sb3-contrib).

    python maskable_ppo.py [STEPS]
"""

import sys

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from sb3_contrib import MaskablePPO

import undercroft  # noqa: F401


class Flat(gym.ObservationWrapper):
    """Glyphs around the player and the status as one vector; the mask is separate (``action_masks``)."""

    def __init__(self, env: gym.Env) -> None:
        super().__init__(env)
        size = sum(int(np.prod(env.observation_space[name].shape)) for name in ("glyphs", "status"))
        self.observation_space = spaces.Box(-1e9, 1e9, (size,), np.float32)

    def observation(self, observation: dict) -> np.ndarray:
        glyphs = observation["glyphs"].ravel().astype(np.float32) / 128 - 0.5
        return np.concatenate([glyphs, observation["status"].astype(np.float32) / 100])

    def action_masks(self) -> np.ndarray:
        return self.env.unwrapped.action_masks()


env = Flat(gym.make("undercroft/Chambers-v0", view="window", window=11))
model = MaskablePPO("MlpPolicy", env, verbose=1)
model.learn(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
