"""Devices on sockets: whose a session or a token is, on which pages it counts, and when that ends."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import Seat
from api.access.customer_tokens import customer_signed
from api.access.devices import NO_DESK, NO_SCOPE, NO_SUPERVISOR, NOT_SIGNED_IN, OTHER_PAGE, identify_devices
from api.access.program_tokens import token_make
from api.access.scopes import Scope
from api.models import ApiToken
from messaging.devices.identity import Claim
from messaging.model.parties import party_of
from messaging.runtime import scenes
from routing.runtime import now
from sockets.refusals import FLOODED, SIGNED_OUT, Refusal
from tests.integration.api.conftest import IN_MEMORY

pytestmark = pytest.mark.django_db
SHOP = "https://shop.example"


def session_of(name: str, group: str = "", *, desk: str = "") -> str:
    user = User.objects.create_user(name, password="secret")
    if group:
        user.groups.add(Group.objects.get(name=group))
    if desk:
        Seat.objects.create(user=user, agent_id=desk, given_by="sue", given_at=now())
    client = Client()
    client.force_login(user)
    return str(client.cookies["sessionid"].value)


def test_agents_are_known_by_their_desks_and_supervisors_by_name() -> None:
    keys = [
        session_of("olga", "operators", desk="a1"),
        session_of("sue", "supervisors"),
        session_of("boss", "supervisors", desk="a2"),
        session_of("otto", "operators"),
        session_of("guest", desk="a3"),
        "0123456789abcdefghijklmnopqrstuv",
        "",
    ]

    found = identify_devices([Claim(session_key=key) for key in keys])

    known = [party_of("agent:a1"), party_of("user:sue"), party_of("agent:a2")]
    assert found == [*known, NO_DESK, NO_DESK, NOT_SIGNED_IN, NOT_SIGNED_IN]


def test_who_asks_as_a_supervisor_is_one_or_refused() -> None:
    keys = [
        session_of("boss", "supervisors", desk="a2"),
        session_of("sue", "supervisors"),
        session_of("olga", "operators", desk="a1"),
        "",
    ]

    found = identify_devices([Claim(session_key=key, supervises=True) for key in keys])

    assert found == [party_of("user:boss"), party_of("user:sue"), NO_SUPERVISOR, NOT_SIGNED_IN]


def test_any_number_of_sessions_costs_five_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    keys = [session_of(f"o{number}", "operators", desk=f"a{number}") for number in range(10)]
    with django_assert_num_queries(5):
        assert len(identify_devices([Claim(session_key=key) for key in keys] * 5)) == 50


def test_a_program_needs_the_scope_and_belongs_on_no_page_of_another_site() -> None:
    robot = token_make("robot", [Scope.MESSAGES], at=now())
    reader = token_make("reader", [Scope.READ], at=now())
    claims = [Claim(token=robot), Claim(token=reader), Claim(token=robot, origin=SHOP)]
    assert identify_devices(claims) == [party_of("program:robot"), NO_SCOPE, OTHER_PAGE]

    ApiToken.objects.filter(name="robot").update(revoked_at=now())

    (refused,) = identify_devices(claims[:1])
    assert isinstance(refused, Refusal)
    assert refused.code == SIGNED_OUT


def test_guesses_of_tokens_are_logged_and_limited_by_address(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.CACHES = {"default": {"BACKEND": IN_MEMORY, "LOCATION": "guesses"}}
    settings.API_LIMITS = {**settings.API_LIMITS, "address": 2}
    guesses = [Claim(token=f"ccp_0000000{number}_{'x' * 43}", peer="192.0.2.7") for number in range(3)]
    robot = Claim(token=token_make("robot", [Scope.MESSAGES], at=now()), peer="192.0.2.7")
    elsewhere = Claim(token="ccp_", peer="192.0.2.8")

    *found, known, other = identify_devices([*guesses, robot, elsewhere])

    codes = [one.code for one in (*found, other) if isinstance(one, Refusal)]
    assert codes == [SIGNED_OUT, SIGNED_OUT, FLOODED, SIGNED_OUT]
    assert known == party_of("program:robot")
    assert (
        caplog.text.count("token refused address=192.0.2.7 code=token_unknown") == 2
    )  # then it is refused unread
    assert "ccp_" not in caplog.text


def test_a_customer_writes_from_pages_of_its_scene_until_the_token_ends(settings: Settings) -> None:
    settings.SCENES = {"shop": {"origins": [SHOP]}, "other": {}}
    scenes.cache_clear()
    token, _ = customer_signed("c1", "shop", is_named=False, at=now())
    other, _ = customer_signed("c1", "other", is_named=False, at=now())
    old, _ = customer_signed("c1", "shop", is_named=False, at=now() - timedelta(hours=2))

    found = identify_devices(
        [
            Claim(token=token, origin=SHOP),
            Claim(token=token),
            Claim(token=token, origin="https://elsewhere.example"),
            Claim(token=other, origin=SHOP),
        ]
    )
    ended = identify_devices([Claim(token=old), Claim(token="made up")])
    scenes.cache_clear()

    customer = party_of("contact:c1")
    assert found == [customer, customer, OTHER_PAGE, OTHER_PAGE]
    assert [refusal.code for refusal in ended if isinstance(refusal, Refusal)] == [SIGNED_OUT] * 2
