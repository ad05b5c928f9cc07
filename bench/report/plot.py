"""Plot of matches per second: bars of both strategies side by side, as SVG text. Pure.

Colours and greys are readable on a white page and on a dark one.
"""

from collections.abc import Sequence
from html import escape
from itertools import count

from bench.figures import Row

PANEL_WIDTH, PLOT_HEIGHT, GAP = 420, 220, 60
LEFT, TOP, BELOW = 60, 60, 56
BAR, PAIR_GAP = 34, 4
COLOURS = {"published": "#8c959f", "batched": "#1a7f64"}
TEXT, LINE = "#6e7781", "#8c959f55"
FONT = 'font-family="system-ui, sans-serif" font-size="13"'
CENTRED = 'text-anchor="middle"'
STEPS = (1, 2, 2.5, 5, 10)


def matches_plot(rows: Sequence[Row]) -> str:
    """One panel for each number of agents; within it a pair of bars for each number of matchers."""
    agents = sorted({int(row["agents"]) for row in rows})
    top = nice_top(max(float(row["matches_per_s"]) for row in rows))
    width = LEFT + len(agents) * PANEL_WIDTH + (len(agents) - 1) * GAP + 10
    height = TOP + PLOT_HEIGHT + BELOW
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {FONT} fill="{TEXT}" role="img">',
        f"<title>{escape(_title(rows))}</title>",
        *_legend(),
    ]
    for number, waiting in enumerate(agents):
        of_panel = [row for row in rows if row["agents"] == waiting]
        parts += _panel(of_panel, waiting, LEFT + number * (PANEL_WIDTH + GAP), top)
    return "\n".join([*parts, "</svg>", ""])


def nice_top(largest: float) -> float:
    """The round number that the axis ends at: the next of 1, 2, 2.5, 5, 10 times a power of ten."""
    power = 1.0
    while power * 10 < largest:
        power *= 10
    return next((step * power for step in STEPS if step * power >= largest), power)


def _title(rows: Sequence[Row]) -> str:
    shown = (f"{row['strategy']}, {row['matchers']}, {row['agents']}: {row['matches_per_s']}" for row in rows)
    return "Matches per second by strategy, matchers and agents. " + "; ".join(shown)


def _legend() -> list[str]:
    parts = [f'<text x="{LEFT}" y="20" font-size="15">Matches per second</text>']
    for number, (strategy, colour) in enumerate(COLOURS.items()):
        x = LEFT + 190 + number * 110
        parts.append(f'<rect x="{x}" y="9" width="12" height="12" rx="2" fill="{colour}"/>')
        parts.append(f'<text x="{x + 18}" y="20">{strategy}</text>')
    return parts


def _panel(rows: Sequence[Row], agents: int, left: float, top: float) -> list[str]:
    parts = [f'<text x="{left + PANEL_WIDTH / 2}" y="46" {CENTRED}>{agents:,} agents waiting</text>']
    for tick in range(5):
        value, y = top * tick / 4, _y(top * tick / 4, top)
        parts.append(f'<line x1="{left}" x2="{left + PANEL_WIDTH}" y1="{y}" y2="{y}" stroke="{LINE}"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{value:,.0f}</text>')
    matchers = sorted({int(row["matchers"]) for row in rows})
    for place, number in zip(count(), matchers):
        middle = left + PANEL_WIDTH * (place + 0.5) / len(matchers)
        pair = {
            str(row["strategy"]): float(row["matches_per_s"]) for row in rows if row["matchers"] == number
        }
        parts += _bars(pair, middle, top)
        label = "1 matcher" if number == 1 else f"{number} matchers"
        parts.append(f'<text x="{middle}" y="{TOP + PLOT_HEIGHT + 20}" {CENTRED}>{label}</text>')
        if pair.get("published"):
            times = f"{pair.get('batched', 0.0) / pair['published']:.1f}x"
            y = TOP + PLOT_HEIGHT + 40
            parts.append(f'<text x="{middle}" y="{y}" {CENTRED} font-weight="600">{times}</text>')
    return parts


def _bars(pair: dict[str, float], middle: float, top: float) -> list[str]:
    parts = []
    lefts = (middle - BAR - PAIR_GAP / 2, middle + PAIR_GAP / 2)
    for (strategy, colour), left in zip(COLOURS.items(), lefts, strict=True):
        value = pair.get(strategy, 0.0)
        y = _y(value, top)
        height = TOP + PLOT_HEIGHT - y
        parts.append(f'<rect x="{left}" y="{y}" width="{BAR}" height="{height:.1f}" rx="2" fill="{colour}"/>')
        above = f'x="{left + BAR / 2}" y="{y - 5:.1f}"'
        parts.append(f'<text {above} {CENTRED} font-size="11">{value:,.0f}</text>')
    return parts


def _y(value: float, top: float) -> float:
    return round(TOP + PLOT_HEIGHT * (1 - value / top), 1)
