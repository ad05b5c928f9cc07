"""Cost benchmark: the proxy beside the meter of the client, and the whole of it, small."""

import json
from collections.abc import Iterator

import pytest

from bench.centre.contact_centre import fill, router_on
from bench.centre.engine import own_engine
from bench.cost.__main__ import main
from bench.cost.proxy import counting_proxy
from dynamo.exceptions import TableMissingError
from routing import selectors, services


@pytest.fixture(scope="module")
def engine_address() -> Iterator[str]:
    """An engine of its own: a benchmark's table has one name."""
    with own_engine() as endpoint:
        yield endpoint


def test_the_proxy_counts_a_refusal_and_passes_it_on(engine_address: str) -> None:
    with counting_proxy(engine_address, ["one"]) as proxy:
        router = router_on(proxy.endpoints["one"])
        with pytest.raises(TableMissingError):
            selectors.agent(router, "nobody")
        assert (proxy.totals()["one"].requests, proxy.totals()["one"].read_units) == (1, 0.0)


def test_the_proxy_counts_what_the_client_is_told(engine_address: str) -> None:
    with counting_proxy(engine_address, ["one", "other"]) as proxy:
        fill(proxy.endpoints["other"], agents=3, calls=3, seed=1)
        router = router_on(proxy.endpoints["one"])
        assert services.match_once(router).matches
        services.call_enqueue(router, language="French")
        list(selectors.agents(router))

        counted, meter = proxy.totals()["one"], router.table.meter.reading()
        assert (counted.read_units, counted.write_units) == (meter.read_units, meter.write_units)
        assert counted.requests == meter.attempts
        assert counted.operations["TransactWriteItems"] == 2
        assert proxy.totals()["other"].requests > 0


@pytest.mark.exhaustive
def test_it_prints_a_row_for_each_rate_and_one_for_the_time_without_calls(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["--rates", "4", "--seconds", "5", "--idle-seconds", "2", "--json"])

    (line,) = capsys.readouterr().out.splitlines()
    cost, idle = json.loads(line)["rows"]
    assert (cost["measured"], cost["rate"], idle["measured"]) == ("cost", 4.0, "idle")
    assert all(cost["by_process"][name]["requests"] > 0 for name in ("dispatcher", "feed", "worker"))
    assert cost["requests_per_call"] > 5
    assert cost["write_units_per_call"] > 5
    assert cost["by_process"]["engine"]["cpu_ms"] > 0
    assert idle["read_units_per_minute"] > 0
