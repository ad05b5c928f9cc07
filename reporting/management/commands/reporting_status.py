"""`reporting_status`: account of events by sink, or by sink and key."""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandError

from reporting import selectors
from reporting.buffers.batches import Account
from reporting.delivery.health import SinkReport
from reporting.management.base import ReportingCommand

HEADINGS = ("produced", "delivered", "dropped", "expired", "waiting", "claimed", "per s", "oldest s")


class Command(ReportingCommand):
    """Shows the accounts; exit code 1 if one does not add up."""

    help = "Show event counts by sink; --keys also by key."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--keys and --json."""
        parser.add_argument("--keys", action="store_true", help="also one line per key")
        parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")

    def run(self, **options: Any) -> None:
        """Reads once."""
        found = selectors.overview()
        accounts, sinks = found.accounts, [one for one in found.sinks if one.keys]
        if options["json"]:
            self.say(
                json.dumps({"sinks": [asdict(one) for one in sinks], "keys": _plain(accounts)}, default=str)
            )
        else:
            self._show(sinks, accounts if options["keys"] else [])
        wrong = [f"{one.key} for {one.sink}: {one.unaccounted}" for one in accounts if one.unaccounted]
        if wrong:
            raise CommandError(f"unaccounted events: {'; '.join(wrong)}")

    def _show(self, sinks: Sequence[SinkReport], accounts: Sequence[Account]) -> None:
        if not sinks:
            self.say("Nothing was reported yet.")
            return
        rows = [
            ("sink", "keys", *HEADINGS),
            *((one.total.sink, one.keys, *_counts(one.total)) for one in sinks),
        ]
        self._table(rows)
        for one in sinks:
            how = one.condition
            state = f"not delivering: {how.error}" if how.is_failing else str(how.health)
            self.say(
                f"{one.total.sink}: {state}; {how.returned} batches returned, {how.lapsed} leases expired"
            )
        if accounts:
            self.say("")
            keyed = [(one.sink, one.key, str(one.lane), *_counts(one)) for one in accounts]
            self._table([("sink", "key", "lane", *HEADINGS), *keyed])

    def _table(self, rows: Sequence[Sequence[object]]) -> None:
        cells = [[f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row] for row in rows]
        widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
        for row in cells:
            self.say("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))


def _counts(one: Account) -> tuple[int, ...]:
    age = one.age_ms // 1000
    return one.produced, one.delivered, one.dropped, one.expired, one.waiting, one.claimed, one.rate, age


def _plain(accounts: Sequence[Account]) -> list[dict[str, Any]]:
    return [asdict(one) for one in accounts]
