"""Rows of the page Data feeds: health of each sink in words, keys in the order asked for. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from dashboard.pages.paging import read_page, read_text
from reporting.buffers.batches import Account, Lane, Limits
from reporting.delivery.health import Condition, Health, SinkReport

MOST_TEXT = 60
# Word, icon and tone of each state.
PILLS = {
    Health.WELL: ("Healthy", "check", "green"),
    Health.FAILING: ("Failing", "warn", "orange"),
    Health.OPEN: ("Breaker open", "off", "red"),
    Health.BEHIND: ("Behind", "clock", "orange"),
}
ORDERS: dict[str, tuple[str, Callable[[Account], int]]] = {
    "waiting": ("Most waiting", lambda one: one.waiting),
    "age": ("Oldest", lambda one: one.age_ms),
    "rate": ("Fastest", lambda one: one.rate),
    "produced": ("Most produced", lambda one: one.produced),
}
USUAL_ORDER = "waiting"


@dataclass(frozen=True)
class Asked:
    """Query of the table of keys; an empty text or sink does not filter."""

    text: str = ""
    sink: str = ""
    order: str = USUAL_ORDER
    page: int = 1

    @property
    def is_filter(self) -> bool:
        return bool(self.text or self.sink)

    def query(self, page: int) -> str:
        """The address of another page of the same keys."""
        order = "" if self.order == USUAL_ORDER else self.order
        said = {"q": self.text, "sink": self.sink, "sort": order, "page": page if page > 1 else ""}
        return "?" + urlencode({name: value for name, value in said.items() if value != ""})


@dataclass(frozen=True)
class SinkRow:
    """A sink as the page shows it: its health as a pill, and its state in one sentence."""

    report: SinkReport
    word: str
    icon: str
    tone: str
    standing: str
    age_seconds: float
    age_share: float

    @property
    def adds_up(self) -> bool:
        return self.report.total.unaccounted == 0


@dataclass(frozen=True)
class KeyRow:
    """A key for one sink."""

    account: Account
    age_seconds: float
    is_late: bool

    @property
    def is_hot(self) -> bool:
        """Whether it waits in the lane of hot keys."""
        return self.account.lane is Lane.HOT


def read_asked(address: Mapping[str, str], sinks: Sequence[str]) -> Asked:
    """The query of an address; invalid values are left out."""
    sink, order = address.get("sink", ""), address.get("sort", "")
    return Asked(
        text=read_text(address.get("q", ""), MOST_TEXT),
        sink=sink if sink in sinks else "",
        order=order if order in ORDERS else USUAL_ORDER,
        page=read_page(address.get("page", "")),
    )


def sink_row(report: SinkReport, limits: Limits) -> SinkRow:
    word, icon, tone = PILLS[report.condition.health]
    age = report.total.age_ms / 1000
    standing = _standing(report, age, limits)
    return SinkRow(report, word, icon, tone, standing, age, min(1.0, age / limits.fresh_seconds))


def key_rows(accounts: Sequence[Account], asked: Asked, limits: Limits) -> list[KeyRow]:
    """The keys of the query in its order; equal ones alphabetically."""
    words = asked.text.lower().split()
    wanted = [
        one
        for one in accounts
        if asked.sink in ("", one.sink) and all(word in one.key.lower() for word in words)
    ]
    _, figure = ORDERS[asked.order]
    wanted.sort(key=lambda one: (-figure(one), one.key, one.sink))
    return [_key_row(one, limits) for one in wanted]


def _key_row(one: Account, limits: Limits) -> KeyRow:
    return KeyRow(one, one.age_ms / 1000, one.age_ms >= limits.fresh_ms / 2)


def _standing(report: SinkReport, age: float, limits: Limits) -> str:
    how = report.condition
    match how.health:
        case Health.FAILING:
            return f"The last batch was refused: {_reason(how)} Retrying in a moment."
        case Health.OPEN:
            return (
                f"Not delivering: {_reason(how)} Next try in {how.pause_ms / 1000:g} s; "
                f"waiting events are kept until they are {limits.fresh_seconds:g} s old."
            )
        case Health.BEHIND:
            return (
                f"The oldest waiting event is {age:,.0f} s old; events older than "
                f"{limits.fresh_seconds:g} s are not sent. Is the report process running?"
            )
        case Health.WELL:
            return "Delivering normally." if report.keys else "No events yet."


def _reason(how: Condition) -> str:
    return how.error if how.error.endswith((".", "!", "?")) else f"{how.error}."
