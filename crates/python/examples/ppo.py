"""PPO in plain numpy: a cat that learns to find the stairs of boo.

    python ppo.py [STEPS] [SEED]

The bare game rewards nothing but the stairs, which random play hardly ever finds. So the policy gets the square around the cat and
the direction to the stairs, and the reward is shaped by the distance to them. It is judged on seeds it never trained on, without
shaping: by the floors it climbs in 400 steps.
"""

from __future__ import annotations

import sys

import numpy as np

import undercroft

ENVS, STEPS, EPOCHS, MINIBATCHES = 64, 64, 3, 4
GAMMA, LAMBDA, CLIP, RATE, ENTROPY = 0.97, 0.9, 0.2, 3e-3, 0.01
WINDOW, HIDDEN = 5, 64
KINDS = "#.>Gf"
EPISODE = 400


class Eyes:
    """Turns boards into features: the window by kinds, and where the stairs are."""

    def __init__(self, envs: int) -> None:
        self.stairs = np.zeros((envs, 2))

    def see(self, glyphs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Features, and the distance to the stairs."""
        envs, rows, cols = glyphs.shape
        cat = positions(glyphs, "@&")
        found = (glyphs == ord(">")).reshape(envs, -1)
        at = found.argmax(axis=1)
        seen = found.any(axis=1)
        self.stairs[seen] = np.stack([at // cols, at % cols], axis=1)[seen]
        half = WINDOW // 2
        padded = np.pad(glyphs, ((0, 0), (half, half), (half, half)), constant_values=ord(" "))
        y = (cat[:, 0, None] + np.arange(WINDOW)).astype(int)
        x = (cat[:, 1, None] + np.arange(WINDOW)).astype(int)
        window = padded[np.arange(envs)[:, None, None], y[:, :, None], x[:, None, :]]
        kinds = np.stack([window == ord(kind) for kind in KINDS], axis=-1).reshape(envs, -1)
        way = self.stairs - cat
        direction = np.concatenate([np.sign(way), np.clip(way / 20, -1, 1), np.abs(way) < 1], axis=1)
        features = np.concatenate([kinds, direction, np.ones((envs, 1))], axis=1).astype(np.float32)
        return features, np.abs(way).sum(axis=1)


def positions(glyphs: np.ndarray, kinds: str) -> np.ndarray:
    """Row and column of the first of some glyphs on each board."""
    envs, _, cols = glyphs.shape
    at = np.isin(glyphs, [ord(kind) for kind in kinds]).reshape(envs, -1).argmax(axis=1)
    return np.stack([at // cols, at % cols], axis=1).astype(float)


class Net:
    """One hidden layer, a policy and a value; Adam."""

    def __init__(self, inputs: int, actions: int, dice: np.random.Generator) -> None:
        scale = 1 / np.sqrt(inputs)
        self.weights = {
            "h": dice.normal(0, scale, (inputs, HIDDEN)), "p": np.zeros((HIDDEN, actions)), "v": np.zeros((HIDDEN, 1)),
        }
        self.moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.weights.items()}
        self.time = 0

    def __call__(self, x: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        hidden = np.tanh(x @ self.weights["h"])
        logits = np.where(mask == 1, hidden @ self.weights["p"], -1e9)
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        return hidden, chances / chances.sum(axis=1, keepdims=True), (hidden @ self.weights["v"])[:, 0]

    def learn(self, x: np.ndarray, mask: np.ndarray, action: np.ndarray, old: np.ndarray, gain: np.ndarray, goal: np.ndarray) -> None:
        """One step of gradient descent on a minibatch."""
        hidden, chances, value = self(x, mask)
        rows = np.arange(len(x))
        ratio = chances[rows, action] / old
        active = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        one_hot = np.zeros_like(chances)
        one_hot[rows, action] = 1
        slope = (active * gain * ratio)[:, None] * (one_hot - chances)
        logs = np.log(np.maximum(chances, 1e-12))
        slope -= ENTROPY * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        error = (goal - value)[:, None] * 0.5
        back = (slope @ self.weights["p"].T + error @ self.weights["v"].T) * (1 - hidden**2)
        self.time += 1
        for name, gradient in (("h", x.T @ back), ("p", hidden.T @ slope), ("v", hidden.T @ error)):
            first, second = self.moments[name]
            gradient = gradient / len(x)
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            step = first / (1 - 0.9**self.time) / (np.sqrt(second / (1 - 0.999**self.time)) + 1e-8)
            self.weights[name] += RATE * step


def evaluate(net: Net, seeds: int, dice: np.random.Generator) -> float:
    """Mean floors above the start on seeds of their own, without shaping."""
    env = undercroft.VectorEnv("boo", seeds, copy=False)
    observation, _ = env.reset(options={"seed_text": [f"unseen {index}" for index in range(seeds)]})
    floor = env.status_names.index("floor")
    eyes, best = Eyes(seeds), np.ones(seeds)
    alive = np.ones(seeds, dtype=bool)
    for _ in range(EPISODE):
        features, _ = eyes.see(observation["glyphs"])
        _, chances, _ = net(features, observation["action_mask"])
        action = (chances.cumsum(axis=1) > dice.random((seeds, 1))).argmax(axis=1)
        observation, _, terminated, _, _ = env.step(action)
        best = np.where(alive, np.maximum(best, observation["status"][:, floor]), best)
        alive &= ~terminated
    return float(best.mean() - 1)


def train(steps: int, seed: int) -> list[tuple[int, float]]:
    """Trains; the curve of steps and floors on unseen seeds."""
    dice = np.random.default_rng(seed)
    env = undercroft.VectorEnv("boo", ENVS, max_episode_steps=EPISODE)
    observation, _ = env.reset(seed=1_000_000 * (seed + 1))
    eyes = Eyes(ENVS)
    features, distance = eyes.see(observation["glyphs"])
    net = Net(features.shape[1], len(env.action_words), dice)
    curve = [(0, evaluate(net, 64, dice))]
    print(f"{0:8} steps  {curve[0][1]:.2f} floors above the start", flush=True)
    floor = env.status_names.index("floor")
    played = 0
    while played < steps:
        rows: list[tuple[np.ndarray, ...]] = []
        for _ in range(STEPS):
            mask = observation["action_mask"]
            _, chances, value = net(features, mask)
            action = (chances.cumsum(axis=1) > dice.random((ENVS, 1))).argmax(axis=1)
            before = observation["status"][:, floor]
            observation, reward, terminated, truncated, _ = env.step(action)
            after, now = eyes.see(observation["glyphs"])
            climbed = observation["status"][:, floor] > before
            nearer = np.where(climbed, 5.0, np.clip(distance - now, -1, 1) * 0.3)
            shaped = np.where(terminated, -1.0, nearer)
            rows.append((features, mask, action, chances[np.arange(ENVS), action], value, shaped, terminated | truncated))
            features, distance = after, now
        *_, last = net(features, observation["action_mask"])
        learn(net, rows, last, dice)
        played += ENVS * STEPS
        if len(rows) and played % (ENVS * STEPS * 10) == 0:
            curve.append((played, evaluate(net, 64, dice)))
            print(f"{played:8} steps  {curve[-1][1]:.2f} floors above the start", flush=True)
    return curve


def learn(net: Net, rows: list[tuple[np.ndarray, ...]], last: np.ndarray, dice: np.random.Generator) -> None:
    """Generalised advantages, then some epochs of PPO."""
    x, mask, action, old, value, reward, over = (np.stack(part) for part in zip(*rows, strict=True))
    gain, ahead = np.zeros_like(reward), np.zeros(ENVS)
    following = np.concatenate([value[1:], last[None]])
    for step in reversed(range(STEPS)):
        go_on = 1.0 - over[step]
        ahead = reward[step] + GAMMA * following[step] * go_on - value[step] + GAMMA * LAMBDA * go_on * ahead
        gain[step] = ahead
    flat = [part.reshape(-1, *part.shape[2:]) for part in (x, mask, action, old, gain, gain + value)]
    flat[4] = (flat[4] - flat[4].mean()) / (flat[4].std() + 1e-8)
    for _ in range(EPOCHS):
        for part in np.array_split(dice.permutation(len(flat[0])), MINIBATCHES):
            net.learn(*(one[part] for one in flat))


if __name__ == "__main__":
    train(int(sys.argv[1]) if len(sys.argv) > 1 else 400_000, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
