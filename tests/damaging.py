"""Damages: each way an item can be wrong, generated from the forms of `routing.storage.kinds`.

A new kind of item needs a line in FORMS, and an example in the centre below.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import cycle

from dynamo.items import INDEX_PK, INDEX_SK, Attributes, Foreign, Key, Value, key_of
from dynamo.table import Table
from dynamo.transaction import Transaction
from routing import services
from routing.model.agent_minutes import minute_began, minute_counted
from routing.model.agents import Agent, AgentStatus
from routing.model.calls import CallStatus
from routing.model.command import Command
from routing.model.queues import CALLS, CHAT
from routing.model.settings.documents import Kind
from routing.router import Router
from routing.services.lease import Lease
from routing.storage import agent_items as items
from routing.storage import call_items
from routing.storage.forms.form import FORMAT, Form
from routing.storage.keys import agent_key, call_key
from routing.storage.kinds import FORMS, form_at
from tests.builders import FakeClock, a_router, a_waiting_agent, a_waiting_call, unique_id
from tests.centres import a_call_in, an_agent_in
from tests.contracts.chats.chat_life import a_chat, a_row, chatting
from tests.documents import FIRST, SALES

READ, FOUND = "an item can be read", "what is due can be found"

# Wrong values of every type.
MISTAKES: tuple[Value, ...] = (
    *("", "#", "12", "later", "2026-11-21T12:00:00"),
    *(7, -1, 1.5, 10**20, True, None),
    *(["x", 1], [], {"a": 1}, frozenset({"#"})),
    *(Foreign("B", "AAEC"), Foreign("NS", ["1", "2"])),
)


@dataclass(frozen=True)
class Damage:
    """One wrong item: its kind, its fault, and the rule by which the audit must name it, if any."""

    form: Form
    what: str
    key: Key
    item: Attributes
    is_named: bool
    rule: str = READ

    def __str__(self) -> str:
        return f"{'chat ' * self.is_of_chat}{self.form.name}-{self.what}".replace(" ", "_")

    @property
    def is_of_chat(self) -> bool:
        """Whether it is an item of chats."""
        return self.key in OF_CHATS.values()

    @property
    def subject(self) -> str:
        """The item's name in audit and errors."""
        return f"{self.key.pk} {self.key.sk}"

    def put(self, table: Table) -> None:
        """Writes the item without any check."""
        transaction = Transaction(unique_id())
        transaction.put(
            self.key, {name: value for name, value in self.item.items() if name not in self.key._fields}
        )
        assert table.commit(transaction).ok


def a_whole_centre(table: Table | None = None, *, clock: FakeClock | None = None) -> Router:
    """Someone in most statuses, an item of every kind, and bea and b1 who wait for each other beside them.

    Lia has the chat h1 and waits for another; nobody can take h2.
    """
    bare = a_router(table, clock=clock or FakeClock())
    router = replace(bare, skills=replace(bare.skills, channels=(CALLS, CHAT)))
    a_row(router, "lia")
    chatting(router, "h1", agent_id="lia")
    a_chat(router, "h2", language="French")
    person = replace(router, origin="desk 7", actor="olga")
    a_call_in(router, CallStatus.IN_PROGRESS, agent_id="mia")
    a_call_in(router, CallStatus.COMPLETED, agent_id="zoe")
    an_agent_in(person, AgentStatus.PAUSED, "pia")
    services.call_dead_letter(
        person, call_id=a_waiting_call(router, "dead").call_id, reason="nobody", by="olga"
    )
    a_call_in(router, CallStatus.OFFERED, agent_id="eva")
    a_waiting_agent(router, "ana", languages=("French", "Spanish"))
    a_waiting_call(router, "c1", gender="M")
    services.agent_minute_keep(
        router, minute=minute_counted(minute_began(router.clock()), [AgentStatus.QUEUED])
    )
    services.command_claim(replace(router, command=Command("a-key-of-olga", "call-touch", "digest")))
    outcomes = {Kind.OUTCOMES: SALES}
    assert services.settings_save(person, FIRST, documents=outcomes, expected_versions={})
    an_agent_in(router, AgentStatus.OFFLINE, "former")
    assert isinstance(services.agent_remove(router, agent_id="former"), Agent)
    services.erasure_begin(
        person, contacts=("kim",), callers=("+49305550199",), chats=("talk",), reason="1 call"
    )
    services.trail_expire(router, before=datetime(2026, 1, 2, tzinfo=UTC), enough=lambda: False)
    assert Lease(router, "gone").hold()
    a_waiting_agent(router, "bea", languages=("English",), gender="M")
    a_waiting_call(router, "b1", language="English", gender="M")
    return router


# Of kinds with many items: the one that is damaged.
CHOSEN = ("Agent#ana", "Q#Spanish#F", "W#Spanish#M", "Call#c1", "Calls")
# And those of chats, by the names of their forms.
OF_CHATS = {
    items.AGENT.name: agent_key("lia~chat"),
    items.AGENT_ENTRY.name: Key("Q.chat#Spanish#F", "00000000000000000002"),
    items.AGENT_QUEUE.name: Key("AllQueues", "Q.chat#Spanish#F"),
    call_items.CALL.name: call_key("h1"),
    call_items.CALL_ENTRY.name: Key("W.chat#French#Any", "5#00000000000000000002"),
    items.CALL_QUEUE.name: Key("AllCallQueues", "W.chat#French#Any"),
}


def examples(router: Router) -> dict[str, Attributes]:
    """A sound item of each kind, by the name of its form."""
    found: dict[str, Attributes] = {}
    for item in sorted(router.table.scan(), key=key_of):
        form, key = form_at(key_of(item)), key_of(item)
        if form and (form.name not in found or key.pk in CHOSEN or key.sk in CHOSEN):
            found[form.name] = item
    return found


def damages() -> list[Damage]:
    """Each attribute of each kind wrong and missing; each kind of a later release, and under other keys."""
    router = a_whole_centre()
    sound, chats = examples(router), router.table.get_many(OF_CHATS.values())
    return [
        *(damage for form in FORMS for damage in _damages(form, sound[form.name])),
        *(
            damage
            for form in FORMS
            if form.name in OF_CHATS
            for damage in _damages(form, chats[OF_CHATS[form.name]])
        ),
    ]


def _damages(form: Form, item: Attributes) -> Iterator[Damage]:
    key = key_of(item)
    mistakes = cycle(MISTAKES)
    for name, shape in form.shapes.items():
        wrong = next(value for value in mistakes if not shape.fits(value))
        if name not in (INDEX_PK, INDEX_SK):  # the table itself refuses what is no text there
            yield Damage(form, f"{name} {wrong!r}", key, {**item, name: wrong}, is_named=True)
        if name in item:
            without = {other: value for other, value in item.items() if other != name}
            lost = name in (INDEX_PK, INDEX_SK) and name not in form.required
            rule = FOUND if lost else READ
            yield Damage(form, f"without {name}", key, without, lost or name in form.required, rule)
        if name == INDEX_PK and name in item:
            rule = READ if name in form.required else FOUND
            yield Damage(form, "in another group", key, {**item, name: "Elsewhere"}, is_named=True, rule=rule)
    yield Damage(form, "of a later release", key, {**item, FORMAT: 2}, is_named=True)
    yield Damage(form, "with an attribute of a later release", key, {**item, "Later": "yes"}, is_named=False)
    for what, other in {"other sort key": key._replace(sk="0 elsewhere"), "empty": key}.items():
        yield Damage(form, what, other, {} if what == "empty" else item, is_named=True)


def not_ours() -> Damage:
    """An item of another program, which must be ignored."""
    key = Key("Invoices", "7")
    form = replace(FORMS[0], name="nobody's")
    return Damage(form, "of another program", key, {"Total": 7}, is_named=False)
