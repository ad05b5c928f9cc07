"""`api_token`: creates, lists and revokes program tokens."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import CommandError

from api.access.program_tokens import MOST_DAYS, TokenError, token_list, token_named
from api.access.scopes import Scope, read_scopes
from api.access.token_administration import token_create, token_end
from api.conventions.moments import to_text
from api.models import ApiToken
from routing.management.base import ORIGIN, RoutingCommand
from routing.router import Router

MOMENTS = ("created_at", "last_used_at", "revoked_at", "expires_at")


class Command(RoutingCommand):
    """Prints a new token alone, so that a script can take it; it is shown this once."""

    help = "Create a token for a program that uses the HTTP API (shown once), or list or revoke tokens."
    origin = ORIGIN

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", default="", help="the program's name")
        parser.add_argument(
            "--scopes", default="", help=f"one or more of {', '.join(Scope)}, separated by commas"
        )
        parser.add_argument("--days", type=_days, help="days until it expires (default: never)")
        parser.add_argument("--list", action="store_true", help="list the tokens, without their secrets")
        parser.add_argument("--revoke", action="store_true", help="revoke the program's token")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def run(self, router: Router, **options: Any) -> None:
        """Exit code 1 with one line for a name or scope that is refused."""
        if not options["list"] and not options["name"]:
            raise CommandError("name: give the program's name, or --list")
        try:
            self._carry_out(router, options)
        except (TokenError, ValueError) as error:
            raise CommandError(str(error)) from error

    def _carry_out(self, router: Router, options: dict[str, Any]) -> None:
        name = options["name"]
        if options["list"]:
            self._list(as_json=options["json"])
        elif options["revoke"]:
            token_end(router, token_named(name).key)
            self.stdout.write(
                json.dumps({"name": name, "revoked": True}) if options["json"] else f"{name}: revoked."
            )
        else:
            scopes = read_scopes(options["scopes"].split(","))
            _made, token = token_create(router, name=name, scopes=scopes, days=options["days"])
            made = {"name": name, "scopes": scopes, "token": token}
            self.stdout.write(json.dumps(made) if options["json"] else token)

    def _list(self, *, as_json: bool) -> None:
        rows = [_row(token) for token in token_list()]
        if as_json:
            self.stdout.write(json.dumps(rows, indent=2))
            return
        for row in rows:
            used = f"last used {row['last_used_at']}" if row["last_used_at"] else "not used yet"
            state = f"revoked {row['revoked_at']}" if row["revoked_at"] else used
            ends = f"  expires {row['expires_at']}" if row["expires_at"] else ""
            self.stdout.write(
                f"{row['name']}  {','.join(row['scopes'])}  created {row['created_at']}{ends}  {state}"
            )


def _days(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"must be a whole number from 1 to {MOST_DAYS}, not {text!r}") from None


def _row(token: ApiToken) -> dict[str, Any]:
    moments = {
        name: getattr(token, name) for name in ("created_at", "last_used_at", "revoked_at", "expires_at")
    }
    return {
        "name": token.name,
        "scopes": token.scopes,
        **{name: to_text(moment) if moment else None for name, moment in moments.items()},
    }
