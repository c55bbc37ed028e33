"""A first bot: plays random allowed actions and saves the run."""

import gymnasium as gym
import numpy as np

import undercroft

env = gym.make("undercroft/Boo-v0")
dice = np.random.default_rng(1)
observation, info = env.reset(seed=7)
total, over = 0.0, False
while not over:
    action = int(dice.choice(np.flatnonzero(observation["action_mask"])))
    observation, reward, terminated, truncated, info = env.step(action)
    total += float(reward)
    over = terminated or truncated
print("reward", total, "verdict", info["verdict"], "seed", env.unwrapped.seed_text())
print(undercroft.verify(env.unwrapped.run_text()))
with open("random_bot.run", "w", encoding="utf-8") as run:
    run.write(env.unwrapped.run_text())  # `undercroft replay random_bot.run` shows it
