"""Bounds of figures by kind of row: how goals name them, and how they are checked. Pure."""

from collections.abc import Iterator, Mapping, Sequence

from bench.figures import Row

# By what was measured, the bound of each figure.
Bounds = Mapping[str, Mapping[str, float]]
Goal = tuple[str, str, str, bool]


def within(rows: Sequence[Row], *, most: Bounds, least: Bounds | None = None) -> Iterator[Goal]:
    """Each bounded figure of each row with its value, and whether it is within."""
    for row in rows:
        kind = str(row.get("measured", ""))
        about = f"{kind}, {row['case']}" if row.get("case") else kind
        for name, bound in (least or {}).get(kind, {}).items():
            value = float(row[name])
            yield f"{about}: {name}", f"≥ {bound:g}", f"{value:g}", value >= bound
        for name, bound in most.get(kind, {}).items():
            value = float(row[name])
            yield f"{about}: {name}", f"≤ {bound:g}", f"{value:g}", value <= bound


def at_most(row: Row, figure: str, most: float, name: str) -> Goal:
    """One figure of a row, by its name among the goals."""
    value = float(row[figure])
    return name, f"≤ {most:g}", f"{value:g}", value <= most
