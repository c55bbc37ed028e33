"""PPO in plain numpy: a cat that learns to find the stairs of boo.

    python ppo.py [STEPS] [SEED] [CSV]

The bare game rewards only the stairs, which random play hardly ever finds. So the policy gets the square around the cat, the
direction to the stairs and how often it has visited the tiles beside it, and the reward is shaped by the distance to the stairs.
It is evaluated on seeds it was not trained on, without shaping, by the floors it climbs in 400 steps. With a third argument the
curve is appended to a file, which curve.py draws.
"""

from __future__ import annotations

import os
import sys

# The matrices are small: threads cost more than they gain.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402

import undercroft  # noqa: E402

ENVS, STEPS, EPOCHS, MINIBATCHES = 64, 64, 3, 4
GAMMA, LAMBDA, CLIP, RATE, ENTROPY = 0.97, 0.9, 0.2, 3e-3, 0.01
WINDOW, HIDDEN = 5, 64
KINDS = "#.>Gf"
EPISODE = 400
#: Reward for a step nearer to the stairs, and cost of every step.
NEARER, TIME = 0.3, 0.02
#: Number of seeds in evaluations during training, and in the last one.
JUDGED, JUDGED_LAST = 64, 512


class Eyes:
    """Turns boards into features: the window by kinds, the direction to the stairs, and visits to the tiles beside the cat."""

    def __init__(self, envs: int) -> None:
        self.stairs = np.zeros((envs, 2), dtype=np.int64)
        self.visits = np.zeros((envs, 0), dtype=np.float32)
        self.every = np.arange(envs)

    def see(self, glyphs: np.ndarray, fresh: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Features, and the distance to the stairs. ``fresh`` marks the games on a new floor."""
        envs, rows, cols = glyphs.shape
        flat = glyphs.reshape(envs, -1)
        if self.visits.shape[1] == 0:
            self.visits = np.zeros((envs, rows * cols), dtype=np.float32)
        elif fresh is not None:
            self.visits[fresh] = 0
        at = ((flat == ord("@")) | (flat == ord("&"))).argmax(axis=1)
        stairs = (flat == ord(">")).argmax(axis=1)
        seen = flat[self.every, stairs] == ord(">")
        self.stairs[seen] = np.stack([stairs // cols, stairs % cols], axis=1)[seen]
        self.visits[self.every, at] += 1
        half = WINDOW // 2
        near = (np.arange(-half, half + 1)[:, None] * cols + np.arange(-half, half + 1)).ravel()
        # Everything within two tiles of the edge is rock.
        around = np.clip(at[:, None] + near, 0, rows * cols - 1)
        window = flat[self.every[:, None], around]
        kinds = (window[:, :, None] == np.frombuffer(KINDS.encode(), dtype=np.uint8)).reshape(envs, -1)
        beside = at[:, None] + np.array([-cols, cols, -1, 1, 0])
        known = np.minimum(self.visits[self.every[:, None], np.clip(beside, 0, rows * cols - 1)], 8) / 8
        way = self.stairs - np.stack([at // cols, at % cols], axis=1)
        direction = np.concatenate([np.sign(way), np.clip(way / 20, -1, 1), way == 0], axis=1)
        features = np.concatenate([kinds, direction, known, np.ones((envs, 1))], axis=1).astype(np.float32)
        return features, np.abs(way).sum(axis=1)


class Net:
    """A network with one hidden layer, a policy head and a value head, trained with Adam."""

    def __init__(self, inputs: int, actions: int, dice: np.random.Generator) -> None:
        scale = 1 / np.sqrt(inputs)
        self.weights = {
            "h": dice.normal(0, scale, (inputs, HIDDEN)), "p": np.zeros((HIDDEN, actions)), "v": np.zeros((HIDDEN, 1)),
        }
        self.weights = {name: weight.astype(np.float32) for name, weight in self.weights.items()}
        self.moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.weights.items()}
        self.time = 0

    def __call__(self, x: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        hidden = np.tanh(x @ self.weights["h"])
        logits = np.where(mask == 1, hidden @ self.weights["p"], -1e9)
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        return hidden, chances / chances.sum(axis=1, keepdims=True), (hidden @ self.weights["v"])[:, 0]

    def learn(self, x: np.ndarray, mask: np.ndarray, action: np.ndarray, old: np.ndarray, gain: np.ndarray, goal: np.ndarray, rate: float) -> None:
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
            self.weights[name] += rate * step


def evaluate(net: Net, seeds: int, dice: np.random.Generator) -> float:
    """Mean floors above the start on separate seeds, without shaping."""
    env = undercroft.VectorEnv("boo", seeds, copy=False)
    observation, _ = env.reset(options={"seed_text": [f"unseen {index}" for index in range(seeds)]})
    floor = env.status_names.index("floor")
    eyes, best = Eyes(seeds), np.ones(seeds)
    alive, fresh = np.ones(seeds, dtype=bool), None
    for _ in range(EPISODE):
        features, _ = eyes.see(observation["glyphs"], fresh)
        action = draw(net(features, observation["action_mask"])[1], dice)
        before = observation["status"][:, floor].copy()
        observation, _, terminated, _, _ = env.step(action)
        fresh = observation["status"][:, floor] != before
        best = np.where(alive, np.maximum(best, observation["status"][:, floor]), best)
        alive &= ~terminated
    return float(best.mean() - 1)


def draw(chances: np.ndarray, dice: np.random.Generator) -> np.ndarray:
    """Draws an action for each row of probabilities."""
    return (chances.cumsum(axis=1) > dice.random((len(chances), 1)) * 0.999999).argmax(axis=1)


def train(steps: int, seed: int) -> list[tuple[int, float]]:
    """Trains; returns the curve of steps and floors on unseen seeds."""
    dice = np.random.default_rng(seed)
    env = undercroft.VectorEnv("boo", ENVS, max_episode_steps=EPISODE)
    observation, _ = env.reset(seed=1_000_000 * (seed + 1))
    eyes = Eyes(ENVS)
    features, distance = eyes.see(observation["glyphs"])
    net = Net(features.shape[1], len(env.action_words), dice)
    curve = [(0, evaluate(net, JUDGED_LAST, dice))]
    print(f"{0:8} steps  {curve[0][1]:.2f} floors above the start", flush=True)
    floor, played, over = env.status_names.index("floor"), 0, np.zeros(ENVS, dtype=bool)
    while played < steps:
        rows: list[tuple[np.ndarray, ...]] = []
        for _ in range(STEPS):
            mask = observation["action_mask"]
            _, chances, value = net(features, mask)
            action = draw(chances, dice)
            before = observation["status"][:, floor]
            observation, _, terminated, truncated, _ = env.step(action)
            climbed = observation["status"][:, floor] > before
            # A step that only begins the next game is no training data.
            begun, over = over, terminated | truncated
            after, now = eyes.see(observation["glyphs"], climbed | begun)
            nearer = np.where(climbed, 5.0, np.clip(distance - now, -1, 1) * NEARER - TIME)
            shaped = np.where(begun, 0.0, np.where(terminated, -1.0, nearer))
            rows.append((features, mask, action, chances[np.arange(ENVS), action], value, shaped, over | begun))
            features, distance = after, now
        *_, last = net(features, observation["action_mask"])
        played += ENVS * STEPS
        learn(net, rows, last, dice, RATE * max(0.1, 1 - played / steps))
        if played % (ENVS * STEPS * 20) == 0 and played < steps:
            curve.append((played, evaluate(net, JUDGED, dice)))
            print(f"{played:8} steps  {curve[-1][1]:.2f} floors above the start", flush=True)
    curve.append((played, evaluate(net, JUDGED_LAST, dice)))
    print(f"{played:8} steps  {curve[-1][1]:.2f} floors above the start, {JUDGED_LAST} seeds", flush=True)
    return curve


def learn(net: Net, rows: list[tuple[np.ndarray, ...]], last: np.ndarray, dice: np.random.Generator, rate: float) -> None:
    """Computes generalised advantages, then runs some epochs of PPO."""
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
            net.learn(*(one[part] for one in flat), rate)


def main() -> None:
    """Trains and, if asked, saves the curve."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 600_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    curve = train(steps, seed)
    if len(sys.argv) > 3:
        with open(sys.argv[3], "a", encoding="utf-8") as csv:
            csv.writelines(f"{seed},{step},{floors:.4f}\n" for step, floors in curve)


if __name__ == "__main__":
    main()
