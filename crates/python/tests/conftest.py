"""Shared by the tests: ids, counts by UNDERCROFT_SOAK, and a player who respects the mask."""

from __future__ import annotations

import os

import numpy as np

import undercroft

GAMES = [game["id"] for game in undercroft.games()]
IDS = undercroft.ids()

#: Whether to play the full numbers of the requirements; otherwise a small part of them.
FULL = os.environ.get("UNDERCROFT_SOAK") == "full"


def soak(full: int, usual: int) -> int:
    """How often to repeat something."""
    return full if FULL else usual


def masked(mask: np.ndarray, dice: np.random.Generator, any_of: float = 0.0) -> int:
    """An allowed action; sometimes any action at all."""
    allowed = np.flatnonzero(mask)
    if len(allowed) == 0 or dice.random() < any_of:
        return int(dice.integers(len(mask)))
    return int(dice.choice(allowed))


def masked_all(masks: np.ndarray, dice: np.random.Generator, any_of: float = 0.0) -> np.ndarray:
    """The same for a batch, vectorized."""
    noise = dice.random(masks.shape)
    free = (dice.random(len(masks)) < any_of)[:, None]
    return np.argmax(np.where((masks == 1) | free, noise + 1, noise), axis=1)
