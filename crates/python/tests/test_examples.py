"""The examples work as documented, on a small scale."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from conftest import FULL, soak

import undercroft

EXAMPLES = Path(__file__).parent.parent / "examples"


def example(name: str) -> ModuleType:
    """Imports an example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_first_bot_leaves_a_run_that_verifies(tmp_path: Path) -> None:
    subprocess.run([sys.executable, EXAMPLES / "random_bot.py"], cwd=tmp_path, check=True, capture_output=True)
    text = (tmp_path / "random_bot.run").read_text(encoding="utf-8")
    assert undercroft.verify(text).startswith("verified: boo")


def test_the_first_bot_of_the_documents_runs() -> None:
    document = EXAMPLES.parent.parent.parent / "docs" / "python.md"
    code = document.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    # The document shows the output.
    assert f"# {told.stdout.splitlines()[-1]}" in code


def test_ppo_learns_to_climb_on_seeds_it_never_saw(capsys: pytest.CaptureFixture[str]) -> None:
    ppo = example("ppo")
    for seed in range(soak(3, 1)):
        curve = ppo.train(soak(1_200_000, 100_000), seed)
        assert curve[0][1] < 0.1
        assert curve[-1][1] >= (0.8 if FULL else 0.4)
    capsys.readouterr()
    assert example("curve").picture({"0": curve}).startswith("<svg")


def test_search_climbs_at_least_a_floor_more_than_random_play() -> None:
    played, searched = example("search").compare(soak(20, 2), 150)
    assert searched - played >= 1.0
