"""Plot: well-formed, complete, with bars of the right height."""

from xml.etree import ElementTree as ET

import pytest

from bench.figures import Row
from bench.report.plot import PLOT_HEIGHT, TOP, matches_plot, nice_top

SVG = "{http://www.w3.org/2000/svg}"


def a_row(strategy: str, matchers: int, agents: int, matches_per_s: float) -> Row:
    return {"strategy": strategy, "matchers": matchers, "agents": agents, "matches_per_s": matches_per_s}


ROWS = [
    a_row("published", 1, 400, 100.0),
    a_row("batched", 1, 400, 1000.0),
    a_row("published", 8, 400, 50.0),
    a_row("batched", 8, 400, 750.0),
]


@pytest.mark.parametrize(
    ("largest", "top"), [(0.5, 1), (1, 1), (1.1, 2), (240, 250), (251, 500), (999, 1000), (1001, 2000)]
)
def test_an_axis_ends_at_the_next_round_number(largest: float, top: float) -> None:
    assert nice_top(largest) == top


def drawn(rows: list[Row]) -> ET.Element:
    return ET.fromstring(matches_plot(rows))  # noqa: S314 - our own text


def test_it_shows_every_pair_and_how_many_times_faster_it_is() -> None:
    texts = [text.text for text in drawn(ROWS).iter(f"{SVG}text")]

    assert "400 agents waiting" in texts
    assert {"1 matcher", "8 matchers", "10.0x", "15.0x", "1,000", "750", "100", "50"} <= set(texts)


def test_bars_stand_on_the_axis_and_are_as_high_as_their_figure() -> None:
    root = drawn(ROWS)
    bars = [bar for bar in root.iter(f"{SVG}rect") if float(bar.get("width", 0)) > 20]

    assert [round(float(bar.get("height", 0))) for bar in bars] == [
        round(PLOT_HEIGHT * share) for share in (0.1, 1.0, 0.05, 0.75)
    ]
    assert all(
        float(bar.get("y", 0)) + float(bar.get("height", 0)) == pytest.approx(TOP + PLOT_HEIGHT, abs=0.2)
        for bar in bars
    )


def test_each_number_of_agents_has_a_panel() -> None:
    rows = [*ROWS, a_row("published", 1, 10_000, 90.0), a_row("batched", 1, 10_000, 900.0)]

    assert "10,000 agents waiting" in matches_plot(rows)
