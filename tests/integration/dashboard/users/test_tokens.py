"""API tokens in the browser: made once, with an end, revoked, by administrators alone."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from api.models import ApiToken
from dynamo.exceptions import EngineUnavailableError
from routing.model.trail import TOKEN_CREATED, TOKEN_REVOKED
from routing.router import Router
from tests.integration.dashboard.conftest import a_user, signed_in
from tests.trails import audit_trail

pytestmark = pytest.mark.django_db
FIELDS = {"name": "CRM", "days": "30", "scopes": ["read", "operate"]}


@pytest.fixture
def administrator(router: Router) -> Client:  # noqa: ARG001 - the page uses it
    return signed_in(a_user("ada", "administrators"))


def made(administrator: Client) -> str:
    page = administrator.post("/tokens/", FIELDS).content.decode()
    found = re.search(r"<code>(ccp_[^<]+)</code>", page)
    assert found is not None
    return found[1]


def asks(token: str) -> tuple[int, str]:
    answer = Client().get("/api/v1/me", headers={"Authorization": f"Bearer {token}"})
    return answer.status_code, answer.json().get("code", "")


def test_a_token_is_shown_once_works_and_is_revoked(administrator: Client, router: Router) -> None:
    token = made(administrator)
    works = asks(token)
    page = administrator.get("/tokens/").content.decode()
    administrator.post(f"/tokens/{token.split('_')[1]}/revoke/")

    assert works == (200, "")
    assert token not in page
    assert token[:12] in page
    assert asks(token) == (401, "token_revoked")
    entries = audit_trail(router, router.clock().date())
    assert [(one.kinds, one.by, one.reason) for one in entries] == [
        ((TOKEN_REVOKED,), "ada", "CRM"),
        ((TOKEN_CREATED,), "ada", "CRM: read, operate"),
    ]


def test_an_expired_token_is_refused(administrator: Client) -> None:
    token = made(administrator)
    one = ApiToken.objects.get(name="CRM")
    assert one.expires_at == one.created_at + timedelta(days=30)
    ApiToken.objects.update(expires_at=one.created_at)

    assert asks(token) == (401, "token_expired")
    assert "Expired" in administrator.get("/tokens/").content.decode()


def test_guesses_are_logged_and_limited(caplog: pytest.LogCaptureFixture) -> None:
    answers = [asks(f"ccp_{number:08x}_{'x' * 43}") for number in range(70)]

    assert (answers[0], answers[-1][0]) == ((401, "token_unknown"), 429)
    logged = caplog.text.count("token refused address=127.0.0.1 code=token_unknown")
    assert logged == answers.count((401, "token_unknown"))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": ""}, "Name: required"),
        ({"name": "x" * 61}, "Name: at most 60 characters"),
        ({"name": "a/b"}, "Name: 1 to 60 letters"),
        ({"days": "0"}, "Expires after: from 1 to 3650 days, or empty"),
        ({"days": "soon"}, "Expires after: from 1 to 3650 days, or empty"),
        ({"scopes": []}, "Scopes: choose at least one"),
        ({"scopes": ["all"]}, "Scopes: choose from the list"),
    ],
)
def test_a_wrong_field_is_named(administrator: Client, fields: dict[str, str], said: str) -> None:
    answer = administrator.post("/tokens/", {**FIELDS, **fields})

    assert (answer.status_code, said in answer.content.decode()) == (400, True)
    assert not ApiToken.objects.exists()


def test_no_token_is_made_without_its_audit_entry(
    administrator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_args: object, **_named: object) -> None:
        raise EngineUnavailableError("DynamoDB is away")

    monkeypatch.setattr("api.access.token_administration.trail_write", away)

    assert administrator.post("/tokens/", FIELDS).status_code == 503
    assert not ApiToken.objects.exists()


def test_supervisors_have_no_tokens(router: Router) -> None:  # noqa: ARG001 - the page uses it
    mara = signed_in(a_user("mara", "supervisors"))

    assert mara.get("/tokens/").status_code == mara.post("/tokens/", FIELDS).status_code == 403
    assert mara.post("/tokens/CRM/revoke/").status_code == 403
