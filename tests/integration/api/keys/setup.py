"""POSTs of Setup and of simulations: what must exist before, and two requests that differ."""

import json

from reporting.models import Delivery
from routing import runtime
from simulation.scenarios import READY_MADE, scenario_to
from tests.integration.api.keys.posts import Case, Post, Stage

DAY = (
    "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VEVENT\nUID:1\nDTSTART;VALUE=DATE:{day}\nSUMMARY:Off\n"
    "END:VEVENT\nEND:VCALENDAR"
)


def _simulation(stage: Stage) -> Post:
    scenario = {"scenario": scenario_to(next(iter(READY_MADE.values()))), "replications": 2}
    return Post(stage.program, "/simulations", scenario, {**scenario, "replications": 3})


def _simulation_end(stage: Stage) -> Post:
    return Post(stage.program, f"/simulations/{_simulation(stage).send().body['id']}/stop")


def _days(stage: Stage) -> Post:
    year = runtime.now().year + 1
    first, second = ({"file": DAY.format(day=f"{year}010{day}")} for day in (1, 2))
    return Post(stage.program, "/hours/days", first, second)


def _webhook(what: str) -> Case:
    return lambda stage: Post(stage.program, f"{stage.webhook()}/{what}")


def _callback_secret(stage: Stage) -> Post:
    hosts = json.dumps({"hosts": ["switch.example"]})
    assert stage.program.ask("PUT", "/callback-hosts", hosts).status == 200
    return Post(stage.program, "/callback-hosts/secret")


def _delivery(state: str) -> Delivery:
    at = runtime.now()
    more = {"created_at": at, "due_at": at, "ends_at": at}
    return Delivery.objects.create(
        target="crm", message_id="m1", kind="callOffered", body="{}", state=state, **more
    )


def _replay(stage: Stage) -> Post:
    address = f"{stage.webhook()}/replay"
    _delivery("failed")
    body = {"since": "2020-01-01T00:00:00Z", "until": "2120-01-01T00:00:00Z"}
    return Post(stage.program, address, body, {**body, "only_failed": False})


def _delivery_replay(stage: Stage) -> Post:
    stage.webhook()
    return Post(stage.program, f"/deliveries/{_delivery('failed').pk}/replay")


def _user(stage: Stage) -> Post:
    user = {"name": "olga", "full_name": "Olga Ruiz", "role": "agent"}
    return Post(stage.program, "/users", user, {**user, "role": "viewer"})


def _of_user(what: str) -> Case:
    def post(stage: Stage) -> Post:
        assert _user(stage).send().status == 201
        return Post(stage.program, f"/users/olga/{what}")

    return post


def _token(stage: Stage) -> Post:
    token = {"name": "crm", "scopes": ["read"]}
    return Post(stage.program, "/tokens", token, {**token, "scopes": ["operate"]})


def _sink(stage: Stage) -> Post:
    sink = {"kind": "webhook", "url": stage.receiver, "secret": "s" * 32, "kinds": "callOffered"}
    stage.settings.REPORTING_SINKS = {"wfm": sink}
    return Post(stage.program, "/sinks/wfm/test")


def _sheet(stage: Stage) -> Post:
    sheet = "agent_id,name,gender,languages\nola,Ola Berg,M,English\n"
    return Post(stage.program, "/agent-sheet", {"sheet": sheet}, {"sheet": sheet.replace("M", "F")})


SETUP: dict[str, Case] = {
    "simulation_begin": _simulation,
    "simulation_end": _simulation_end,
    "days_read": _days,
    "webhook_secret": _webhook("secret"),
    "callback_secret": _callback_secret,
    "webhook_test": _webhook("test"),
    "webhook_replay": _replay,
    "delivery_replayed": _delivery_replay,
    "user_new": _user,
    "user_link": _of_user("link"),
    "user_disabled": _of_user("disable"),
    "user_enabled": _of_user("enable"),
    "token_new": _token,
    "sink_tested": _sink,
    "agent_sheet_read": _sheet,
}
