"""Page of the board: access, and the configuration of its script."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def config_of(client: Client, address: str = "/") -> dict[str, object]:
    text = client.get(address).content.decode()
    found = re.search(r'<script id="board-config" type="application/json">(.+?)</script>', text)
    assert found
    config: dict[str, object] = json.loads(found[1])
    return config


def test_who_is_not_signed_in_is_asked_to(client: Client) -> None:
    assert client.get("/?q=ana").headers["Location"] == "/sign-in/?next=/%3Fq%3Dana"


def test_who_may_not_see_it_is_told_whom_to_ask(stranger: Client) -> None:
    response = stranger.get("/")

    assert response.status_code == 403
    assert b"to give you a role" in response.content
    assert b"Sign out nobody" in response.content


@pytest.mark.usefixtures("operators_act_for_all")
def test_an_operator_may_choose_but_not_control_the_load(operator: Client) -> None:
    config = config_of(operator)

    assert (config["canChoose"], config["canControlLoad"]) == (True, False)


def test_a_supervisor_may_do_both(supervisor: Client) -> None:
    config = config_of(supervisor)

    assert (config["canChoose"], config["canControlLoad"]) == (True, True)
    assert config["load"] == {
        "rate": {"least": 0.1, "most": 50, "usual": 5},
        "agents": {"least": 1, "most": 500, "usual": 50},
    }


@pytest.mark.usefixtures("operators_act_for_all")
def test_the_script_gets_a_token_that_its_posts_are_accepted_with(operator: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = operator.cookies
    token = str(config_of(strict)["csrfToken"])
    posted = {"choice": "asleep", "csrfmiddlewaretoken": token}
    response = strict.post("/agents/a/choice/", posted, headers={"accept": "application/json"})

    assert response.status_code == 400


def test_the_script_learns_the_servers_time(operator: Client) -> None:
    now = datetime.fromisoformat(str(config_of(operator)["now"]))

    assert abs(datetime.now(UTC) - now) < timedelta(minutes=1)


def test_page_and_server_tell_the_same_build_and_anybody_may_ask(operator: Client) -> None:
    answer = Client().get("/build/")

    assert config_of(operator)["build"] == answer.json()["build"]
    assert "no-store" in answer.headers["Cache-Control"]


def test_targets_come_by_the_stream_and_not_by_the_page(operator: Client) -> None:
    assert [name for name in config_of(operator) if "arget" in name] == []


def test_the_wall_has_no_masthead(operator: Client) -> None:
    assert config_of(operator, "/?kiosk=1")["kiosk"] is True
    assert b"Sign out" not in operator.get("/?kiosk=1").content


def test_nothing_on_the_page_needs_an_exception_from_the_content_policy(operator: Client) -> None:
    response = operator.get("/")
    text = response.content.decode()
    scripts = re.findall(r"<script[^>]*>", text)

    assert "unsafe" not in response.headers["Content-Security-Policy"]
    assert all("src=" in script or 'type="application/json"' in script for script in scripts)
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=", text)


def test_without_javascript_it_leads_to_the_plain_list(operator: Client) -> None:
    page = operator.get("/").content.decode()

    assert re.search(r'<noscript>.*href="/agents/".*</noscript>', page)


def test_it_is_never_taken_from_a_cache(operator: Client) -> None:
    assert "no-store" in operator.get("/").headers["Cache-Control"]


def test_it_is_only_read(operator: Client) -> None:
    assert operator.post("/").status_code == 405
