"""Lists of named contacts: with the conversations of their aliases, until the merge is undone."""

from messaging import services
from messaging.model.parties import party_of
from tests.devices.centre import ANN, BOB, CUSTOMER, Centre


def test_a_named_contact_has_the_conversations_of_its_aliases_until_the_merge_is_undone(
    centre: Centre,
) -> None:
    named = party_of("contact:named")
    anonymous, own, other = centre.chat(ANN, CUSTOMER), centre.chat(ANN, named), centre.chat(BOB, named)
    for chat in (own, anonymous, other):
        centre.clock.pass_seconds(1)
        centre.send(chat, ANN if chat != other else BOB)
    away = centre.without_redis()
    assert [row.chat for row in centre.list(CUSTOMER).rows] == [anonymous]
    assert [row.chat for row in centre.list(named).rows] == [other, own]

    services.contact_merge(centre.messenger, alias=CUSTOMER, into=named)

    for process in (centre, away):
        whole = [row.chat for row in process.list(named).rows]
        assert sorted(whole) == sorted([own, anonymous, other])
        pages = [process.list(named, limit=1)]
        while pages[-1].before:
            pages.append(process.list(named, limit=1, before=pages[-1].before))
        assert [row.chat for page in pages for row in page.rows] == whole
    before = centre.list(named)
    centre.parts.read_marks.move(str(named), anonymous, 1)
    centre.send(anonymous, ANN)
    (row,) = centre.list(named, stamp=before.stamp, epoch=before.epoch).rows
    assert (row.chat, row.unread, row.head is None) == (anonymous, 1, False)

    services.contact_unmerge(centre.messenger, alias=CUSTOMER, into=named)
    assert [row.chat for row in centre.list(named).rows] == [other, own]
    assert [row.chat for row in centre.list(CUSTOMER).rows] == [anonymous]


def test_a_conversation_of_both_is_in_the_list_once_as_the_named_contact_has_it(centre: Centre) -> None:
    named = party_of("contact:named")
    chat = centre.group(ANN, CUSTOMER, named).chat_id
    centre.send(chat, ANN)
    centre.parts.read_marks.move(str(named), chat, 1)
    services.contact_merge(centre.messenger, alias=CUSTOMER, into=named)
    for process in (centre, centre.without_redis()):
        centre.store_marks()
        assert [(row.chat, row.unread) for row in process.list(named).rows] == [(chat, 0)]

    services.group_leave(centre.messenger, chat=chat, party=named, by=named)
    assert [(row.chat, row.head is None) for row in centre.list(named).rows] == [(chat, False)]
