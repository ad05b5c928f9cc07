"""Query of the page of calls, from its address: status, queue, outcome, scene, text, days, page number.

Pure.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta, tzinfo
from urllib.parse import urlencode

from dashboard.formats.day_spans import day_span, typed_day
from dashboard.pages.paging import read_page, read_text
from routing.model.calls import ENDED, CallStatus

MOST_TEXT = 80

LIVING = frozenset({CallStatus.CREATED, CallStatus.QUEUED, CallStatus.OFFERED, CallStatus.IN_PROGRESS})
FAILED = frozenset({CallStatus.DEAD_LETTERED})
# Choices of `status` in the address, in the order of the form.
CHOICES: dict[str, tuple[str, frozenset[CallStatus]]] = {
    "": ("All", LIVING | ENDED | FAILED),
    "active": ("Active, all", LIVING),
    "waiting": ("Waiting", frozenset({CallStatus.QUEUED})),
    "ringing": ("Ringing", frozenset({CallStatus.OFFERED})),
    "in-progress": ("In progress", frozenset({CallStatus.IN_PROGRESS})),
    "failed": ("Failed", FAILED),
    "ended": ("Finished, all", ENDED),
    "completed": ("Completed", frozenset({CallStatus.COMPLETED})),
    "abandoned": ("Abandoned", frozenset({CallStatus.ABANDONED})),
    "removed": ("Removed or rejected", frozenset({CallStatus.REMOVED, CallStatus.REJECTED})),
}


@dataclass(frozen=True)
class Asked:
    """A name of `CHOICES`, a call queue's key, the code of an outcome, a scene, words, days (both included),
    and pages, counted from 1.

    `until` keeps the list of ended calls fixed across its pages: none that ended later is listed.
    """

    status: str = ""
    queue: str = ""
    text: str = ""
    outcome: str = ""
    scene: str = ""
    first: date | None = None
    last: date | None = None
    page: int = 1
    active: int = 1
    until: datetime | None = None

    @property
    def is_filter(self) -> bool:
        chosen = self.status, self.queue, self.text, self.outcome, self.scene, self.first, self.last
        return any(chosen)

    @property
    def statuses(self) -> frozenset[CallStatus]:
        return CHOICES[self.status][1]

    @property
    def is_live(self) -> bool:
        """Whether it shows the newest calls, which change all the time."""
        return self.page == 1 and self.until is None

    def query(self, **other: object) -> str:
        """The address of this query with other fields, as `?status=…`."""
        asked = replace(self, **other)  # type: ignore[arg-type]  # the fields are those of this class
        said = {
            "status": asked.status,
            "queue": asked.queue,
            "outcome": asked.outcome,
            "scene": asked.scene,
            "q": asked.text,
            "from": asked.first.isoformat() if asked.first else "",
            "to": asked.last.isoformat() if asked.last else "",
            "active": asked.active if asked.active > 1 else "",
            "page": asked.page if asked.page > 1 else "",
            "until": asked.until.isoformat() if asked.until else "",
        }
        return "?" + urlencode({name: value for name, value in said.items() if value != ""})

    def span(self, zone: tzinfo) -> tuple[datetime | None, datetime | None]:
        """Start and end of the period in which calls ended; None without one."""
        since = day_span(self.first, zone)[0] if self.first else None
        return since, day_span(self.last, zone)[1] if self.last else None


def read_asked(
    address: Mapping[str, str],
    *,
    queues: Collection[str],
    today: date,
    outcomes: Collection[str] = (),
) -> Asked:
    """The query of an address; invalid values are left out."""
    status = address.get("status", "")
    latest = today + timedelta(days=1)
    first, last = (typed_day(address.get(name, ""), latest=latest) for name in ("from", "to"))
    if first and last and last < first:
        first, last = last, first
    return Asked(
        status=status if status in CHOICES else "",
        queue=_among(address, "queue", queues),
        outcome=_among(address, "outcome", outcomes),
        scene=_text(address, "scene"),
        text=_text(address, "q"),
        first=first,
        last=last,
        page=read_page(address.get("page", "")),
        active=read_page(address.get("active", "")),
        until=_moment(address.get("until", "")),
    )


def _text(address: Mapping[str, str], name: str) -> str:
    return read_text(address.get(name, ""), MOST_TEXT)


def _among(address: Mapping[str, str], name: str, known: Collection[str]) -> str:
    said = address.get(name, "")
    return said if said in known else ""


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else None
