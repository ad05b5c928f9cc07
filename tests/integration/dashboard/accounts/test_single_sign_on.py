"""Sign-in by an OpenID Connect provider: invited users only, by its own id from then on."""

from collections.abc import Iterator

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from callcenter.env import SettingError
from callcenter.places import identity_provider
from routing.model.trail import IDENTITY_REMOVED, TrailEntry
from routing.router import Router
from tests.integration.dashboard.conftest import a_user, signed_in
from tests.signing_in.identity_provider import CLIENT_ID, SECRET, Provider, provider_running
from tests.trails import audit_trail

pytestmark = pytest.mark.django_db
OLGA = {"sub": "1001", "preferred_username": "olga"}


@pytest.fixture
def provider(settings: Settings) -> Iterator[Provider]:
    with provider_running() as running:
        settings.SOCIALACCOUNT_PROVIDERS = identity_provider(
            {"OIDC_ISSUER": running.issuer, "OIDC_CLIENT_ID": CLIENT_ID, "OIDC_CLIENT_SECRET": SECRET}
        )
        yield running


def come_back(client: Client, provider: Provider, claims: dict[str, str]) -> tuple[int, str]:
    """Signs in at the provider; status of the answer to the way back, and where it leads or what it says."""
    asked = client.get("/sign-in/sso/?next=/account/").headers["Location"]
    answer = client.get(provider.consent(asked, claims))
    return answer.status_code, answer.headers.get("Location", answer.content.decode())


def test_an_invited_user_signs_in_and_arrives_where_they_wanted(client: Client, provider: Provider) -> None:
    a_user("olga", "operators")

    assert come_back(client, provider, OLGA) == (302, "/account/")
    assert client.get("/account/").status_code == 200
    assert "Sign in with single sign-on" in Client().get("/sign-in/").content.decode()


def test_another_name_at_the_provider_stays_the_same_user(client: Client, provider: Provider) -> None:
    olga = a_user("olga", "operators")
    a_user("mara", "supervisors")
    come_back(client, provider, OLGA)
    other = Client()
    come_back(other, provider, {**OLGA, "preferred_username": "mara"})

    assert other.session["_auth_user_id"] == str(olga.pk)


def test_users_see_their_identity_and_administrators_unlink_it(
    client: Client, provider: Provider, router: Router, settings: Settings
) -> None:
    a_user("olga", "operators")
    before = signed_in(User.objects.get(username="olga")).get("/account/").content.decode()
    come_back(client, provider, OLGA)
    ada = signed_in(a_user("ada", "administrators"))
    used, settings.SOCIALACCOUNT_PROVIDERS = settings.SOCIALACCOUNT_PROVIDERS, identity_provider({})
    shown = client.get("/account/").content.decode(), ada.get("/users/olga/").content.decode()
    settings.SOCIALACCOUNT_PROVIDERS = used
    for _ in range(2):
        assert (
            "single sign-on unlinked" in ada.post("/users/olga/single-sign-on/", follow=True).content.decode()
        )

    assert ["Single sign-on" in page for page in (before, *shown)] == [False, True, False], (
        "without a provider"
    )
    assert "known to the provider as 1001" in shown[1]
    assert [one.by for one in entries(router, IDENTITY_REMOVED)] == ["ada"]
    assert come_back(Client(), provider, {**OLGA, "sub": "1002"}) == (302, "/account/")


def entries(router: Router, kind: str) -> list[TrailEntry]:
    return [one for one in audit_trail(router, router.clock().date()) if kind in one.kinds]


def test_somebody_else_of_the_same_name_is_not_that_user(client: Client, provider: Provider) -> None:
    a_user("olga", "operators")
    come_back(client, provider, OLGA)
    status, page = come_back(Client(), provider, {**OLGA, "sub": "1002"})

    assert (status, "There is no active user" in page) == (403, True)


@pytest.mark.parametrize("claims", [{"sub": "7", "preferred_username": "nobody"}, {"sub": "7"}])
def test_who_was_not_invited_is_told_whom_to_ask(
    client: Client, provider: Provider, claims: dict[str, str]
) -> None:
    status, page = come_back(client, provider, claims)

    assert (status, "Ask an administrator to invite you" in page) == (403, True)
    assert not User.objects.exists()


def test_a_disabled_user_does_not_get_in(client: Client, provider: Provider) -> None:
    User.objects.filter(pk=a_user("olga", "operators").pk).update(is_active=False)

    assert come_back(client, provider, OLGA)[0] == 403
    assert not SocialAccount.objects.exists(), "whoever is invited again may come with another identity"


def test_the_second_factor_is_asked_for_too(client: Client, provider: Provider) -> None:
    TOTP.activate(a_user("olga", "operators"), "JBSWY3DPEHPK3PXP")

    assert come_back(client, provider, OLGA) == (302, "/sign-in/code/")


def test_a_forged_way_back_is_refused(client: Client, provider: Provider) -> None:
    a_user("olga", "operators")
    asked = client.get("/sign-in/sso/").headers["Location"]
    back = provider.consent(asked, OLGA)
    stolen = Client().get(back)
    forged = client.get(back.replace("code=", "code=x"))

    assert (stolen.status_code, forged.status_code) == (403, 403)
    assert "did not work" in forged.content.decode()


def test_a_provider_that_is_away_is_said(client: Client, settings: Settings) -> None:
    settings.SOCIALACCOUNT_PROVIDERS = identity_provider(
        {"OIDC_ISSUER": "http://127.0.0.1:9", "OIDC_CLIENT_ID": "x", "OIDC_CLIENT_SECRET": "y"}
    )
    answer = client.get("/sign-in/sso/")

    assert (answer.status_code, "is not responding" in answer.content.decode()) == (503, True)


def test_without_a_provider_there_is_none(client: Client) -> None:
    assert client.get("/sign-in/sso/").status_code == 404
    assert "Sign in with" not in client.get("/sign-in/").content.decode()


def test_a_setting_that_is_missing_is_named() -> None:
    with pytest.raises(SettingError, match="OIDC_CLIENT_SECRET"):
        identity_provider({"OIDC_ISSUER": "https://id.example", "OIDC_CLIENT_ID": "x"})


def test_nobody_connects_their_identity_to_the_user_signed_in_here(provider: Provider) -> None:
    a_user("olga", "operators")
    mara = signed_in(a_user("mara", "supervisors"))
    asked = mara.get("/sign-in/sso/?process=connect").headers["Location"]
    stranger = provider.consent(asked, {**OLGA, "preferred_username": "nobody"})

    assert mara.get(stranger).status_code == 403
    asked = mara.get("/sign-in/sso/?process=connect").headers["Location"]
    assert mara.get(provider.consent(asked, OLGA)).status_code == 302
    assert {one.user.username for one in SocialAccount.objects.all()} == {"olga"}
