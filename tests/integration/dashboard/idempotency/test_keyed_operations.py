"""Keyed operations over HTTP: one effect and one answer, however often they are sent.

Posted to the running product without its dispatcher, so that nothing happens but what is posted.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from api.version1 import version1
from dashboard.operations.keyed import KEYED, UNKEYED
from routing.repair.audit import audit
from tests.browser.prepared import prepare
from tests.browser.site import site_start
from tests.integration.dashboard.conftest import a_user, signed_in
from tests.integration.dashboard.idempotency.keyed_cases import CASES
from tests.integration.dashboard.idempotency.keyed_site import Fields, KeyedSite
from tests.running import RunningEngine, RunningRedis
from tests.thorough import every

AT_ONCE = 8
DONE = {200, 201, 302}  # to play a simulation again leads to its page in any case
KEY = "one-click-of-a-button"
each_operation = pytest.mark.parametrize("operation", KEYED)


@pytest.fixture(scope="module")
def product(
    engine: RunningEngine,
    redis_server: RunningRedis,
    tmp_path_factory: pytest.TempPathFactory,
    worker_id: str,
) -> Iterator[KeyedSite]:
    """The product, started once for all operations."""
    folder = tmp_path_factory.mktemp("keyed")
    prepared = prepare(tmp_path_factory, worker_id)
    site = site_start(folder, prepared, engine, redis_server, without=("feed", "dispatcher"))
    yield KeyedSite(site.address, site.router, folder / "callcenter.sqlite3", prepared.keys)
    site.stop()


def prepared_for(product: KeyedSite, operation: str) -> tuple[str, Fields]:
    """The address and the fields, with just those there whom the operation is about."""
    product.clear()
    return CASES[operation](product.router, product.post)


def other(fields: Fields) -> Fields:
    """Another command at the same address."""
    return {**fields, "note": "something else"}


@each_operation
def test_it_is_done_once_and_answered_alike(product: KeyedSite, operation: str) -> None:
    address, fields = prepared_for(product, operation)
    before = product.effects()
    in_sequence = [product.post(address, fields, key=KEY) for _ in range(3)]
    done = product.effects()

    again_address, fields = prepared_for(product, operation)
    with ThreadPoolExecutor(AT_ONCE) as people:
        at_once = list(people.map(lambda _: product.post(again_address, fields, key=KEY), range(AT_ONCE)))

    assert {one.status for one in (*in_sequence, *at_once)} <= DONE
    assert len(set(in_sequence)) == len(set(at_once)) == 1
    assert done != before
    assert product.effects() == done
    assert audit(product.router) == []


# What refuses is the same for all of them.
@pytest.mark.parametrize("operation", every(3, KEYED))
def test_something_else_under_its_key_is_refused_and_changes_nothing(
    product: KeyedSite, operation: str
) -> None:
    address, fields = prepared_for(product, operation)
    first = product.post(address, fields, key=KEY)
    done = product.effects()
    elsewhere = "/agents/ana/choice/" if operation != "agent-choice" else "/agents/ana/release/"

    refusals = [
        product.post(address, other(fields), key=KEY),
        product.post(elsewhere, {"choice": "offline", "reason": "Stuck"}, key=KEY),
        product.post(address, {"priority": "wrong"}, key=KEY),
    ]
    plain = product.post(address, other(fields), key=KEY, accept="text/html")

    assert first.status in DONE
    for one in refusals:
        assert one.status == 422
        assert one.body["error"].startswith(f"Idempotency-Key: it was used for another request ({operation})")
    assert "Idempotency-Key" in product.shown(plain)
    assert product.effects() == done


def test_a_key_is_one_persons_own(product: KeyedSite) -> None:
    address, fields = prepared_for(product, "agent-extend-wrap-up")
    product.post("/seats/take/", {"agent": address.split("/")[2], "user": "olga"})
    first, theirs = (product.post(address, fields, key=KEY, name=name) for name in ("mara", "olga"))

    assert (first.status, theirs.status) == (200, 200)
    assert theirs.body["agent"]["version"] == first.body["agent"]["version"] + 1
    assert product.post(address, {"seconds": 31}, key=KEY, name="nobody").status == 403


def test_who_was_refused_may_ask_again_with_the_same_key(product: KeyedSite) -> None:
    address, fields = prepared_for(product, "load-start")
    product.post(address, {"rate": 2, "agents": 2})
    assert product.post(address, fields, key=KEY).status == 409
    product.clear()

    assert product.post(address, fields, key=KEY).status == 200


@pytest.mark.django_db
@pytest.mark.usefixtures("router")
def test_every_address_that_takes_a_post_is_declared() -> None:
    supervisor = a_user("mara", "supervisors")
    takes_posts = {
        name
        for name, address in addresses(get_resolver().url_patterns)
        if signed_in(supervisor).post(address, headers={"accept": "application/json"}).status_code != 405
    }

    assert takes_posts == {*KEYED, *UNKEYED}
    assert not KEYED.keys() & UNKEYED.keys()
    assert all(UNKEYED.values()), "each with the reason"
    assert CASES.keys() == KEYED.keys()


def addresses(patterns: list[URLPattern | URLResolver]) -> Iterator[tuple[str, str]]:
    """The name of every address of pages, and the address with some id where it has one.

    Those of the HTTP API have tests of their own.
    """
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if pattern.namespace == version1.urls_namespace:
                continue
            yield from addresses(pattern.url_patterns)
        else:
            assert pattern.name, f"{pattern.pattern} has no name to be declared by"
            ids = dict.fromkeys(pattern.pattern.converters, "nobody")
            yield pattern.name, reverse(pattern.name, kwargs=ids)
