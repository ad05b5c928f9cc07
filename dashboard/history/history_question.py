"""Query of the history page: days, queue and length of rows, from the address. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from reporting.exceptions import BadDayError
from reporting.history.days import read_day
from routing.model.queues import CALLS, CHANNELS, CHAT, channel_of

DAY, HALF_HOUR = "day", "30"
MOST_DAYS = {"15": 7, HALF_HOUR: 14, DAY: 92}
WORDS = {"15": "15 minutes", HALF_HOUR: "30 minutes", DAY: "Day"}


@dataclass(frozen=True)
class Asked:
    """First and last day, both included; `queue` is empty for all of the channel, `scene` for all scenes,
    `team` for all teams.

    `by` is 15, 30 (minutes) or `day`.

    `errors` has a message by field; the field then has its default.
    """

    first: date
    last: date
    by: str
    queue: str = ""
    channel: str = CALLS
    scene: str = ""
    team: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def length_minutes(self) -> int:
        """Length of the intervals to read; days are sums of half hours."""
        return 30 if self.by == DAY else int(self.by)

    @property
    def days(self) -> list[date]:
        return [self.first + timedelta(days=number) for number in range((self.last - self.first).days + 1)]


def read_asked(address: Mapping[str, str], *, today: date) -> Asked:
    """The query of an address; today by half hours by default."""
    errors: dict[str, str] = {}
    first = _day(address, "from", today, today, errors)
    last = _day(address, "to", max(first, today) if "from" in address else today, today, errors)
    usual = HALF_HOUR if first == last else DAY
    by = address.get("by", "") or usual
    if by not in MOST_DAYS:
        errors["by"] = f"choose one of {', '.join(MOST_DAYS)}"
        by = usual
    if last < first:
        errors["to"] = f"not before the first day, {first.isoformat()}"
    elif (last - first).days >= MOST_DAYS[by]:
        errors["to"] = (
            f"at most {MOST_DAYS[by]} days by {WORDS[by].lower()}; these are {(last - first).days + 1}"
        )
    if {"to", "from"} & errors.keys():
        first = last = today
    queue = address.get("queue", "").strip()
    named = address.get("channel", "").strip()
    if named not in CHANNELS:
        errors["channel"] = f"{CHAT}, or nothing for calls"
    channel = channel_of(queue) or (named if named in CHANNELS else CALLS)
    scene = address.get("scene", "").strip() if channel else ""
    team = address.get("team", "").strip()
    return Asked(first, last, by, queue, channel, scene, team, errors)


def _day(address: Mapping[str, str], name: str, usual: date, today: date, errors: dict[str, str]) -> date:
    text = address.get(name, "").strip()
    if not text:
        return usual
    try:
        return read_day(text, today=today)
    except BadDayError as error:
        errors[name] = error.allowed
        return usual
