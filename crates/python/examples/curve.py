"""Draws the curves recorded by ppo.py as a picture (SVG).

    python curve.py CSV > docs/pictures/learning.svg
"""

from __future__ import annotations

import csv
import sys
from collections import defaultdict

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 320, 52, 28, 16, 44
COLOURS = ("#7aa2f7", "#9ece6a", "#e0af68")


def picture(curves: dict[str, list[tuple[int, float]]]) -> str:
    """One line per seed: training steps, and floors above the start on seeds that were not trained on."""
    last = max(step for points in curves.values() for step, _ in points)
    top = max(1.0, max(floors for points in curves.values() for _, floors in points)) * 1.05

    def place(step: int, floors: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * step / last
        return x, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * floors / top

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">',
        "<title>Learning boo: floors above the start on unseen seeds</title>",
        "<style>text{font:13px sans-serif;fill:#8a8a98}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#16161e"/>',
    ]
    for tenth in range(0, int(top * 10) + 1, 4):
        x, y = place(0, tenth / 10)
        parts.append(f'<path d="M{x:.0f} {y:.1f}H{WIDTH - RIGHT}" stroke="#2a2e3f"/>')
        parts.append(f'<text x="{x - 8:.0f}" y="{y + 4:.1f}" text-anchor="end">{tenth / 10:.1f}</text>')
    for half in range(0, last // 500_000 + 1):
        x, y = place(half * 500_000, 0)
        parts.append(f'<text x="{x:.0f}" y="{y + 18:.0f}" text-anchor="middle">{half / 2:.1f} M</text>')
    parts.append(f'<text x="{(WIDTH + LEFT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">steps of training</text>')
    for (seed, points), colour in zip(sorted(curves.items()), COLOURS, strict=False):
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in points))
        parts.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"><title>seed {seed}</title></polyline>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    """Reads rows of seed, step and floors."""
    curves: dict[str, list[tuple[int, float]]] = defaultdict(list)
    with open(sys.argv[1], encoding="utf-8") as rows:
        for seed, step, floors in csv.reader(rows):
            curves[seed].append((int(step), float(floors)))
    sys.stdout.write(picture(curves))


if __name__ == "__main__":
    main()
