"""Sinks of events: how each is doing, and a test event for it. The environment sets them up."""

from http import HTTPStatus
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Router, Schema

from api.access.allowed import Allowed
from api.access.scopes import Scope
from api.conventions.moments import Moment
from api.conventions.problems import Problem, wrong_field
from operations.operation import Permission
from reporting.delivery.health import Health, SinkReport
from reporting.exceptions import BadSinkError, DeliveryError, NoTestError, UnknownSinkError
from reporting.selectors import overview
from reporting.services import TESTED, sink_test
from routing.runtime import now

router = Router(tags=["webhooks"])
READERS = Allowed(Scope.READ, Permission.SUPERVISE)
ADMINISTRATORS = Allowed(Scope.ADMIN, Permission.ADMINISTER)
LONGEST_NAME = 31
Name = Annotated[str, Path(max_length=LONGEST_NAME)]


class SinkOut(Schema):
    """A sink: its health, its last failure, and what became of its events; those that wait too long expire.

    With `takes_tests` it takes a test event. `oldest_seconds` is the age of the oldest event that waits.
    """

    sink: str
    kind: str
    takes_tests: bool
    health: Health
    error: str
    error_at: Moment | None
    waiting: int
    oldest_seconds: float
    delivered: int
    dropped: int
    expired: int


class SinksOut(Schema):
    """The sinks, in the order of the setting REPORTING_SINKS."""

    sinks: list[SinkOut]


class SinkTestOut(Schema):
    """Whether the sink took a test event; `said` is why not."""

    delivered: bool
    said: str


@router.get("/sinks", auth=READERS, response=SinksOut)
def sinks(request: HttpRequest) -> dict[str, Any]:
    """Returns the sinks of events, and how each is doing."""
    return {"sinks": [_shown(one) for one in overview().sinks]}


@router.post("/sinks/{name}/test", auth=ADMINISTRATORS, response=SinkTestOut)
def sink_tested(request: HttpRequest, name: Name) -> dict[str, Any]:
    """Sends a test event to a sink now; sinks that only write to the database take none."""
    try:
        sink_test(name, at=now())
    except UnknownSinkError:
        sentence = f"There is no sink {name[:40]!r}."
        raise Problem(HTTPStatus.NOT_FOUND, sentence, "unknown_sink", "name") from None
    except (NoTestError, BadSinkError) as error:
        raise wrong_field("name", str(error)) from None
    except DeliveryError as error:
        return {"delivered": False, "said": str(error)}
    return {"delivered": True, "said": ""}


def _shown(one: SinkReport) -> dict[str, Any]:
    total, condition = one.total, one.condition
    return {
        "sink": total.sink,
        "kind": one.kind,
        "takes_tests": one.kind in TESTED,
        "health": condition.health,
        "error": condition.error,
        "error_at": condition.error_at,
        "waiting": total.waiting,
        "oldest_seconds": total.age_ms / 1000,
        "delivered": total.delivered,
        "dropped": total.dropped,
        "expired": total.expired,
    }
