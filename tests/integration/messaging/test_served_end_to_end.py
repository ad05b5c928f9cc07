"""Two programs write to each other through HTTP and WebSocket, with the router and a robot between them.

Everything is real: the web process and the dispatcher of the Procfile, robot and switch of examples/, engine,
Redis.
"""

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from bench.ports import free_port
from dynamo.aws_table import DynamoTable
from localservices.child import Child
from localservices.programs import Program
from messaging.runtime import messenger
from messaging.services import message_table_create
from routing import runtime, services
from routing.model.agents import Choice
from routing.repair.audit import audit
from tests.contracts.chats.chat_life import a_row
from tests.integration.callcenter.test_background_processes import started
from tests.integration.routing.commands import manage
from tests.running import RunningRedis
from tests.waiting import wait_until

SCENES = json.dumps({"listing": {"robot": "clerk", "language": "English"}})

# Ana's account, desk and session, as if she had signed in.
SIGN_IN = """
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import Group, User
from django.contrib.sessions.backends.db import SessionStore
from django.conf import settings
from django.utils import timezone
from accounts.models import Seat
user = User.objects.create_user("ana")
user.groups.add(Group.objects.get(name="operators"))
Seat.objects.create(user=user, agent_id="ana", given_by="mara", given_at=timezone.now())
session = SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.create()
print(session.session_key)
"""


@dataclass
class Talker:
    """A program that writes by HTTP and hears on its socket; it is known by these headers."""

    port: int
    headers: dict[str, str]
    token: str = ""
    heard: list[dict[str, Any]] = field(default_factory=list)
    socket: ClientConnection | None = None

    def ask(self, method: str, address: str, found: Any = None) -> Any:
        body = None if found is None else json.dumps(found).encode()
        where = f"http://127.0.0.1:{self.port}/api/v1{address}"
        headers = {**self.headers, "Content-Type": "application/json"}
        with urllib.request.urlopen(
            urllib.request.Request(where, body, headers, method=method), timeout=20
        ) as answer:
            return json.load(answer)

    def say(self, chat: str, text: str, base: int) -> Any:
        found = {"client_id": f"m{base}", "base": base, "body": text}
        return self.ask("POST", f"/chats/{chat}/messages", found)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Subscribed, before anything is read."""
        origin = Origin(f"http://127.0.0.1:{self.port}") if "Cookie" in self.headers else None
        own = {name: self.headers[name] for name in ("Cookie",) if name in self.headers}
        address = f"ws://127.0.0.1:{self.port}/ws/messages/"
        with connect(address, origin=origin, additional_headers=own) as self.socket:
            self.socket.send(json.dumps({"type": "hello", **({"token": self.token} if self.token else {})}))
            self.hears(lambda frame: frame["type"] == "hello" and frame["epoch"])
            yield

    def hears(self, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The first frame of this kind."""
        assert self.socket is not None
        while True:
            frame = json.loads(self.socket.recv(timeout=30))
            self.heard.append(frame)
            if wanted(frame):
                return dict(frame)

    def hears_body(self, body: str) -> dict[str, Any]:
        return self.hears(lambda frame: frame["type"] == "message" and frame["body"].startswith(body))


@pytest.fixture
def port(
    table: DynamoTable,
    redis_server: RunningRedis,
    redis_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[int]:
    """The port of a site with ana waiting for chats, and the robot of the examples."""
    assert table.name == runtime.router().table.name
    services.table_create(runtime.router())
    message_table_create(messenger())
    a_row(runtime.router(), languages=("English",))
    for name, value in (("DATA_DIR", str(tmp_path)), ("REDIS_URL", redis_url), ("SCENES", SCENES)):
        monkeypatch.setenv(name, value)
    assert manage("migrate", "--verbosity", "0", DATA_DIR=str(tmp_path)).code == 0
    port = free_port()
    children = started(tmp_path, redis_server, "web", "dispatcher", port=port)
    try:
        wait_until(children["web"].program.is_healthy, "the web process answers", seconds=60)
        children["robot"] = a_robot(tmp_path, port)
        yield port
    finally:
        for child in children.values():
            child.kill()


def a_robot(folder: Path, port: int) -> Child:
    """The robot of the examples, in a process of its own."""
    token = manage("api_token", "clerk", "--scopes", "messages", DATA_DIR=str(folder)).out.strip()
    environ = {"CALLCENTER_URL": f"http://127.0.0.1:{port}", "CALLCENTER_TOKEN": token}
    command = (sys.executable, str(settings.BASE_DIR / "examples" / "robot.py"))
    return Child(Program("robot", command, folder / "log" / "robot.log", environ=environ, folder=folder))


def a_switch(folder: Path, port: int, calls: int) -> str:
    """What the switch of the examples says about some calls, once all have ended."""
    token = manage("api_token", "switch", "--scopes", "read,operate", DATA_DIR=str(folder)).out.strip()
    environ = {"CALLCENTER_URL": f"http://127.0.0.1:{port}", "CALLCENTER_TOKEN": token}
    command = (sys.executable, str(settings.BASE_DIR / "examples" / "switch.py"), str(calls))
    environ = {**os.environ, **environ}
    ran = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def a_customer(port: int) -> Talker:
    token = Talker(port, {}).ask("POST", "/customers", {"scene": "listing"})["token"]
    return Talker(port, {"Authorization": f"Bearer {token}"}, token)


def an_agent(port: int, folder: Path) -> Talker:
    """Ana at her desk."""
    session = manage("shell", "-v", "0", "-c", SIGN_IN, DATA_DIR=str(folder)).out.strip().splitlines()[-1]
    csrf = "a" * 32
    return Talker(port, {"Cookie": f"sessionid={session}; csrftoken={csrf}", "X-CSRFToken": csrf})


def test_two_programs_write_to_each_other_with_a_robot_and_a_switch_has_its_calls_answered(
    port: int, tmp_path: Path
) -> None:
    kim, ana = a_customer(port), an_agent(port, tmp_path)
    with kim.listening(), ana.listening():
        chat = talked(kim, ana)

    log = kim.ask("GET", f"/chats/{chat}/messages")["items"]
    assert [one["number"] for one in log] == [*range(1, len(log) + 1)]
    heard = [one["number"] for one in kim.heard if one["type"] == "message"]
    assert heard == [*range(1, len(log) + 1)]
    assert "ana" not in json.dumps([log, kim.heard])

    services.agent_choose(runtime.router(), agent_id="ana", choice=Choice.READY)
    assert a_switch(tmp_path, port, calls=2).count("completed, agent ana") == 2
    assert audit(runtime.router()) == []


def talked(kim: Talker, ana: Talker) -> str:
    """The conversation of a customer with the robot, then with ana, who closes it."""
    chat = kim.ask("POST", "/chats", {})["chat"]

    kim.say(chat, "when do you open", 0)
    assert kim.hears_body("We are open")["sender"] == "service"
    kim.say(chat, "is the red one sold", 2)
    kim.hears_body("transferred")

    wait_until(lambda: ana.ask("GET", "/desk/chats")["offered"], "the chat rings at ana's desk")
    head = ana.ask("POST", f"/chats/{chat}/accept")
    assert ana.hears_body("accepted")["number"] == head["number"]
    ana.say(chat, "no, come and see it", head["number"])
    answer = kim.hears_body("no, come")
    kim.say(chat, "thank you", answer["number"])
    last = ana.hears_body("thank you")
    ana.ask("POST", f"/chats/{chat}/close", {"seen": last["number"]})
    assert kim.hears_body("closed")["state"]["open"] is False
    return str(chat)
