"""``python -m undercroft --version``: the version, and the rules of each game."""

from __future__ import annotations

import argparse

from . import __version__, games, ids


def main() -> None:
    """Prints the requested information."""
    parser = argparse.ArgumentParser(prog="python -m undercroft", description=__doc__)
    parser.add_argument("--version", action="store_true", help="print the version and the rules of each game")
    parser.parse_args()
    names = ids()
    print(f"undercroft {__version__}")
    for game in games():
        print(f"{game['id']} rules {game['rules']} {names[game['id']]}")


if __name__ == "__main__":
    main()
