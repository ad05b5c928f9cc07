"""Profiles: kept once, the newest contexts of a contact, safe against lost replies and others."""

from dataclasses import replace

import pytest

from dynamo.table import Table
from messaging.messenger import Messenger
from messaging.model.profiles import MOST_CONTEXTS, Profile, digest_of
from messaging.services import context_read, profile_keep, profile_read, service_create
from messaging.storage.reads import read_conversation
from tests.messengers import KIM, a_messenger
from tests.tables import ForgetfulTable, InterruptedTable

CAR: dict[str, str | float] = {"car": "Golf", "price": 9900.5, "year": 2019}


@pytest.fixture
def messenger(either_table: Table) -> Messenger:
    return a_messenger(either_table)


def kept(messenger: Messenger, **context: str | float) -> Profile:
    found = profile_keep(messenger, contact=KIM, name="Kim", context=context)
    assert isinstance(found, Profile)
    return found


def test_a_profile_is_kept_once_and_a_conversation_keeps_its_context(messenger: Messenger) -> None:
    assert kept(messenger, **CAR) == kept(messenger, **CAR)
    found = profile_read(messenger, contact=KIM)
    assert (found.name, found.version, found.context(digest_of(CAR))) == ("Kim", 1, CAR)
    service_create(messenger, contact=KIM, chat="talk", context=CAR)
    assert read_conversation(messenger.table, "talk").context == CAR


def test_only_the_newest_contexts_stay(messenger: Messenger) -> None:
    for number in range(MOST_CONTEXTS + 1):
        kept(messenger, page=number)

    old, newest = (digest_of({"page": number}) for number in (0, MOST_CONTEXTS))
    assert context_read(messenger, contact=KIM, digest=old) == {}
    assert context_read(messenger, contact=KIM, digest=newest) == {"page": MOST_CONTEXTS}


def test_a_lost_race_loses_neither_and_a_lost_reply_doubles_nothing() -> None:
    table = ForgetfulTable()
    messenger = a_messenger(table)
    between = InterruptedTable(table)
    between.before_commits.append(lambda: kept(messenger, page=1))

    after = kept(replace(messenger, table=between), page=2)

    assert [context for _, context in after.contexts] == [{"page": 1}, {"page": 2}]
    assert table.recovered == 2
