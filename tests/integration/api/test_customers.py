"""Customers' tokens: anonymous, renewed, named by the site, merged; each wrong one with its reason."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import jwt
import pytest
from pytest_django import Settings

from api.access.customer_tokens import LIFETIME, RENEWABLE, customer_of
from api.access.program_tokens import TokenError
from messaging.model.contacts import MOST_ALIASES
from messaging.model.parties import party_of
from messaging.runtime import messenger
from messaging.services import contact_family
from routing import runtime
from tests.integration.api.conftest import SECRET, Caller, Reply, by_token

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("conversations", "scenes")]
Ahead = Callable[[timedelta], None]


@pytest.fixture
def ahead(monkeypatch: pytest.MonkeyPatch) -> Ahead:
    """Puts the clock of tokens ahead."""

    def put(by: timedelta) -> None:
        later = runtime.now() + by
        for module in ("api.access.identify", "api.endpoints.customers"):
            monkeypatch.setattr(f"{module}.now", lambda: later)

    return put


def identity(
    subject: object = "u-17",
    *,
    scene: str = "listing",
    key: str = SECRET,
    lasts: timedelta = LIFETIME,
    at: datetime | None = None,
    algorithm: str = "HS256",
    **more: Any,
) -> str:
    begins = at or runtime.now()
    claims = {
        "sub": subject,
        "aud": scene,
        "iat": int(begins.timestamp()),
        "exp": int((begins + lasts).timestamp()),
    }
    return jwt.encode({**claims, **more}, key, algorithm=algorithm)


def customer(scene: str = "listing", **more: str) -> Reply:
    return Caller().post("/customers", {"scene": scene, **more})


def test_an_anonymous_customer_gets_a_token_for_an_hour() -> None:
    made = customer()

    assert made.status == 201
    me = by_token(made.body["token"]).get("/me").body
    assert (me["party"], me["scene"], me["is_named"]) == (made.body["party"], "listing", False)
    assert me["expires_at"] == made.body["expires_at"]
    assert customer().body["party"] != made.body["party"]


def test_it_is_renewed_as_the_same_contact_even_after_its_end(ahead: Ahead) -> None:
    first = customer().body
    ahead(LIFETIME + timedelta(minutes=1))
    assert by_token(first["token"]).get("/me").body["code"] == "token_expired"
    second = customer(token=first["token"]).body

    assert second["party"] == first["party"]
    assert by_token(second["token"]).get("/me").status == 200
    ahead(LIFETIME + RENEWABLE)
    assert customer(token=first["token"]).body["code"] == "token_expired"


def test_a_named_customer_is_the_same_in_every_scene_of_a_site() -> None:
    first, again = (customer(identity=identity()).body for _ in range(2))
    booking = customer("booking", identity=identity(scene="booking")).body
    other = customer("elsewhere", identity=identity(scene="elsewhere", key=SECRET[::-1])).body

    assert first["is_named"]
    assert first["party"] == again["party"] == booking["party"] != other["party"]
    assert customer(token=first["token"]).body["code"] == "identity_needed"


def test_an_anonymous_customer_who_signs_in_is_merged() -> None:
    anonymous = customer().body
    replies = [customer(token=anonymous["token"], identity=identity()).body for _ in range(2)]

    named = replies[0]["party"]
    assert [one["party"] for one in replies] == [named, named]
    family = contact_family(messenger(), contact=party_of(named))
    assert [str(one) for one in family] == [named, anonymous["party"]]


def test_nobody_is_kept_from_signing_in_by_an_old_token(ahead: Ahead) -> None:
    shared, old, elsewhere = customer().body, customer().body, customer("booking").body
    first = [customer(token=customer().body["token"], identity=identity()) for _ in range(MOST_ALIASES)]
    second = customer(token=shared["token"], identity=identity("eva"))
    assert [one.body["not_merged"] for one in (*first, second)] == [""] * (MOST_ALIASES + 1)

    refused = {
        "too_many_aliases": (old, "u-17"),
        "merged": (shared, "zoe"),
        "token_wrong_scene": (elsewhere, "zoe"),
    }
    for code, (before, name) in refused.items():
        reply = customer(token=before["token"], identity=identity(name))
        assert (reply.status, reply.body["is_named"], reply.body["not_merged"]) == (201, True, code)
        assert by_token(reply.body["token"]).get("/me").body["party"] == reply.body["party"]
    ahead(LIFETIME + RENEWABLE)
    signed = identity("zoe", at=runtime.now() + LIFETIME + RENEWABLE)
    late = customer(token=old["token"], identity=signed)
    assert (late.status, late.body["not_merged"]) == (201, "token_expired")


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (lambda: identity(key=SECRET[::-1]), "identity_forged"),
        (lambda: identity(key=SECRET * 2, algorithm="HS512"), "identity_forged"),
        (lambda: "a.b.c", "identity_forged"),
        (lambda: identity(17), "identity_forged"),
        (lambda: identity(""), "identity_forged"),
        (lambda: identity("x" * 201), "identity_forged"),
        (lambda: identity(exp="soon"), "identity_forged"),
        (lambda: identity(exp=10**15), "identity_forged"),
        (lambda: identity(scene="booking"), "identity_wrong_scene"),
        (lambda: identity(lasts=LIFETIME + timedelta(seconds=1)), "identity_too_long"),
        (lambda: identity(lasts=-LIFETIME), "identity_too_long"),
        (lambda: identity(at=runtime.now() - LIFETIME), "identity_expired"),
        (lambda: identity(at=runtime.now() + timedelta(minutes=5)), "identity_expired"),
    ],
)
def test_a_wrong_identity_has_one_clear_answer(wrong: Callable[[], str], code: str) -> None:
    reply = customer(identity=wrong())

    assert (reply.status, reply.body["code"]) == (401, code)


def test_no_identity_without_algorithm() -> None:
    unsigned = jwt.encode({"sub": "u", "aud": "listing", "iat": 1, "exp": 2}, "", algorithm="none")

    assert customer(identity=unsigned).body["code"] == "identity_forged"


def test_a_wrong_token_or_scene_has_one_clear_answer(settings: Settings) -> None:
    token = customer().body["token"]
    assert customer("booking", token=token).body["code"] == "token_wrong_scene"
    assert customer(token=token[:-3] + "abc").body["code"] == "token_forged"
    assert (customer("nowhere").status, customer("nowhere").body["field"]) == (400, "scene")
    assert customer("open", identity=identity(scene="open")).body["field"] == "identity"
    assert customer("open").status == 201
    settings.SECRET_KEY = "another key of the server, as long as the first"
    assert by_token(token).get("/me").body["code"] == "token_forged"


def test_an_identity_is_no_token() -> None:
    assert by_token(identity()).get("/me").body["code"] == "token_forged"
    with pytest.raises(TokenError):
        customer_of(identity(), at=runtime.now())


def test_customers_of_an_address_are_limited(settings: Settings) -> None:
    settings.API_LIMITS = {**settings.API_LIMITS, "address": 2}

    assert [customer().status for _ in range(3)] == [201, 201, 429]


HOSTILE = "<script>alert(1)</script>"
CAR = {"car": f"Golf {HOSTILE}", "price": 9900.5}


def test_staff_see_name_and_context_of_the_page_that_began_and_customers_do_not(robot: Caller) -> None:
    first = by_token(customer(identity=identity(name=HOSTILE, context=CAR)).body["token"])
    customer(identity=identity(name=HOSTILE, context={"car": "Polo"}))
    begun = first.post("/chats", {"chat": "talk"})

    assert (begun.status, begun.body["context"], first.get("/chats/talk").body["context"]) == (201, {}, {})
    assert robot.get("/chats/talk").body["context"] == CAR, "a second page does not change the first"
    party = first.get("/me").body["party"].removeprefix("contact:")
    assert robot.get(f"/contacts/{party}").body["name"] == HOSTILE
    assert first.get(f"/contacts/{party}").status == 403


def test_an_alias_has_the_name_of_the_contact_it_is_merged_into(robot: Caller) -> None:
    anonymous = customer().body
    customer(token=anonymous["token"], identity=identity(name="Kim"))

    alias = anonymous["party"].removeprefix("contact:")
    assert robot.get(f"/contacts/{alias}").body["name"] == "Kim"


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"name": "x" * 101}, "name"),
        ({"name": 7}, "name"),
        ({"context": [1]}, "context"),
        ({"context": {"car": {"nested": 1}}}, "context.car"),
        ({"context": {"car": True}}, "context.car"),
        ({"context": {"price": 10**16}}, "context.price"),
        ({"context": {"a b": 1}}, "context"),
        ({"context": {"car": "x" * 2000}}, "context"),
        ({"context": {"car": "a\u0000"}}, "context.car"),
        ({"context": {f"k{number}": 1 for number in range(21)}}, "context"),
    ],
)
def test_a_wrong_name_or_context_is_named(more: dict[str, Any], field: str) -> None:
    reply = customer(identity=identity(**more))

    assert (reply.status, reply.body["field"]) == (400, field)


def test_an_identity_holds_a_context_of_the_greatest_length() -> None:
    assert customer(identity=identity(context={"car": "ü" * 1980})).status == 201
