"""Checker: every fault is found, a sound history has none."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from routing import services
from routing.model.agents import Choice
from routing.model.queues import agent_queue, call_queue
from tests.concurrency.history import (
    AGENT,
    Commit,
    Fate,
    History,
    Observation,
    Operation,
    Outcome,
    Reservation,
    Subject,
)
from tests.concurrency.rules.checker import check
from tests.concurrency.scenes import Scene
from tests.concurrency.witness import clock
from tests.tables import InterruptedTable

TAKEN, TOGETHER = "an agent has one call", "agent and call change together"


@pytest.fixture
def scene() -> Scene:
    return Scene()


def played(scene: Scene) -> Scene:
    """Every operation once: match, accept, decline, hang up, pause, assign, reset."""
    for name in ("ana", "eva", "bea"):
        scene.agent(name, languages=("English", "Spanish") if name == "bea" else ("Spanish",))
    for name in ("c1", "c2", "c3", "c4"):
        scene.call(name)
    scene.match(("c1", "ana"), ("c2", "eva"))
    scene.match(("c3", "bea"))
    scene.ask(services.call_decline, call_id="c1", by_agent="ana")
    scene.ask(services.call_abandon, call_id="c2")
    scene.ask(services.agent_choose, agent_id="bea", choice=Choice.PAUSED)
    scene.serve("c3", "bea")
    scene.ask(services.agent_end_wrap_up, agent_id="bea")
    scene.match(("c1", "eva"))
    scene.serve("c1", "eva")
    scene.ask(services.queue_assign, queue=agent_queue("Spanish", "F"))
    scene.ask(services.agents_reset)
    scene.ask(services.agents_enqueue)
    return scene


def test_it_finds_nothing_in_a_sound_history(scene: Scene) -> None:
    assert played(scene).rules_broken() == set()


def test_it_finds_nothing_where_no_sender_learned_its_fate(scene: Scene) -> None:
    played(scene)
    scene.history.commits[:] = [replace(commit, fate=Fate.UNKNOWN) for commit in scene.history.commits]

    assert scene.rules_broken() == set()


def test_an_unknown_commit_that_was_never_applied_is_no_fault(scene: Scene) -> None:
    scene.agent("ana")
    scene.match(("c1", "ana"), meanwhile=lambda: scene.call("c1"), without=())
    lost = replace(scene.history.commits[-1], id="lost", fate=Fate.UNKNOWN)
    scene.history.commits.append(lost)
    scene.serve("c1", "ana")

    assert scene.rules_broken() == set()


def last(history: History, **changes: object) -> None:
    """Rewrites the last commit that wrote anybody."""
    place = max(place for place, commit in enumerate(history.commits) if commit.written)
    history.commits[place] = replace(history.commits[place], **changes)  # type: ignore[arg-type]


def forget_last(history: History) -> None:
    del history.commits[-1]


def claim(history: History) -> None:
    history.commits.append(replace(history.commits[-1], id="claimed", fate=Fate.APPLIED))


def kept_in(history: History, subject: Subject, **changes: object) -> None:
    history.kept[:] = [
        replace(kept, state=replace(kept.state, **changes)) if kept.state.subject == subject else kept  # type: ignore[arg-type]
        for kept in history.kept
    ]


def moved_info(history: History, *, version: int = 0, depth: int = 0) -> None:
    found = history.infos["Q#Spanish#F"]
    history.infos["Q#Spanish#F"] = (found[0] + version, found[1] + depth)


def operation(history: History, name: str, **changes: object) -> None:
    """Rewrites the last operation of that name."""
    place = max(place for place, one in enumerate(history.operations) if one.name == name)
    history.operations[place] = replace(history.operations[place], **changes)  # type: ignore[arg-type]


TAMPERINGS: list[tuple[str, Callable[[History], object]]] = [
    ("who is told no has changed nothing", lambda h: last(h, fate=Fate.NOT_APPLIED)),
    ("who is told yes has changed something", claim),
    ("every change was made by somebody", forget_last),
    ("who is told no has changed nothing", lambda h: operation(h, "call_abandon", outcome=Outcome.CONFLICT)),
    ("who is told no has changed nothing", lambda h: operation(h, "call_accept", outcome=Outcome.FAILED)),
    ("an operation answers or says why not", lambda h: operation(h, "call_accept", outcome=Outcome.BROKEN)),
    ("a round tells its matches", lambda h: operation(h, "match_once", matches=())),
    ("version counts commits", lambda h: moved_info(h, version=1)),
    ("version counts commits", lambda h: moved_info(h, version=-1)),
    ("depth equals entries", lambda h: moved_info(h, depth=1)),
    ("depth equals entries", lambda h: h.entries.update({"W#Spanish#Any": 2})),
    ("no call is lost", lambda h: kept_in(h, Subject("call", "c4"), status="offered")),
    ("no call is lost", lambda h: h.kept.remove(next(k for k in h.kept if k.state.subject.id == "c2"))),
    ("who fits is matched", lambda h: setattr(h, "settled", True)),
    ("the audit is clean", lambda h: h.findings.append("something")),
    ("a ticket is given once", lambda h: h.reservations.append(replace(h.reservations[0]))),
    ("tickets follow time", lambda h: h.reservations.append(Reservation(AGENT, 0, 0, clock(), clock()))),
    (
        "a version read counts the commits so far",
        lambda h: h.observations.append(Observation("Q#Spanish#F", 1, 1, clock(), clock())),
    ),
    (
        "a version read counts the commits so far",
        lambda h: h.observations.append(Observation("Q#Spanish#F", 99, 1, clock(), clock())),
    ),
    (
        "answers are not out of date",
        lambda h: h.operations.append(
            replace(asked(h, "call_enqueue"), number=99, begun=clock(), ended=clock())
        ),
    ),
    (
        "answers are true",
        lambda h: operation(
            h, "call_enqueue", seen=(replace(asked(h, "call_enqueue").seen[0], status="offered"),)
        ),
    ),
    (
        "answers are true",
        lambda h: operation(h, "call_enqueue", seen=(replace(asked(h, "call_enqueue").seen[0], version=7),)),
    ),
]


def asked(history: History, name: str) -> Operation:
    """The first operation of that name."""
    return next(one for one in history.operations if one.name == name)


@pytest.mark.parametrize(("rule", "tamper"), TAMPERINGS)
def test_it_finds_what_does_not_agree(scene: Scene, rule: str, tamper: Callable[[History], object]) -> None:
    history = played(scene).end()
    tamper(history)

    assert rule in {violation.rule for violation in check(history)}


def test_it_finds_a_commit_applied_twice(scene: Scene) -> None:
    scene.agent("ana")
    scene.call("c1")
    twice = ("agent_waits_with_ticket", "call_waits_with_ticket", "call_entry_asks_for", "entry_exists")
    scene.match(("c1", "ana"), without=twice, actor="careless")
    sent = scene.history.commits[-1]
    scene.table._commits = type(scene.table._commits)()  # the engine forgets its tokens when it is killed
    history = scene.end()
    history.kept[:] = [
        replace(
            kept,
            state=replace(kept.state, version=(kept.state.version or 0) + 1),
            operations=(*kept.operations, sent.id),
        )
        for kept in history.kept
    ]

    assert "a commit is applied once" in {violation.rule for violation in check(history)}


def test_it_finds_an_agent_with_two_calls(scene: Scene) -> None:
    scene.agent("ana")
    scene.call("c1")
    scene.call("c2")
    scene.match(("c1", "ana"))
    scene.match(("c2", "ana"), without=("agent_waits_with_ticket", "entry_exists"), actor="careless")

    assert {TAKEN, "offers go to those who wait", "no call is lost"} <= scene.rules_broken()


def test_it_finds_a_call_with_two_agents(scene: Scene) -> None:
    scene.agent("ana")
    scene.agent("eva")
    scene.call("c1")
    scene.match(("c1", "ana"))
    scene.match(
        ("c1", "eva"),
        without=("call_waits_with_ticket", "call_entry_asks_for", "entry_exists"),
        actor="careless",
    )

    assert {"a call has one agent", TOGETHER} <= scene.rules_broken()


def test_it_finds_a_change_that_was_overwritten(scene: Scene) -> None:
    scene.agent("ana")
    scene.call("c1")
    scene.match(("c1", "ana"))
    scene.router_of("careless", without=("agent_unchanged",))
    slow = InterruptedTable(scene._witnesses["careless"].table.behind)
    scene._witnesses["careless"].table.behind = slow
    slow.before_commits.append(lambda: scene.ask(services.call_accept, call_id="c1", by_agent="ana"))
    scene.ask(services.agent_choose, "careless", agent_id="ana", choice=Choice.PAUSED)

    assert "a commit is applied whole" in scene.rules_broken()


SPANIARDS = call_queue("Spanish", "Any")


def test_a_command_sent_again_has_one_effect_and_one_answer(scene: Scene) -> None:
    for name in ("c1", "c2"):
        scene.call(name)
    answers = [scene.ask(services.call_dequeue, queue=SPANIARDS, key="k") for _ in range(3)]

    assert answers[0] == answers[1] == answers[2]
    assert scene.rules_broken() == set()


def test_it_finds_a_command_that_takes_effect_at_each_sending(scene: Scene) -> None:
    for name in ("c1", "c2"):
        scene.call(name)
        scene.router_of("careless", without=("key_is_free",))
        scene.ask(services.call_dequeue, "careless", queue=SPANIARDS, key="k")

    assert "a command takes effect once" in scene.rules_broken()


def test_it_finds_a_command_that_is_answered_otherwise_when_sent_again(scene: Scene) -> None:
    scene.call("c1")
    scene.ask(services.call_touch, call_id="c1", key="k")
    scene.ask(services.call_touch, call_id="c1")
    scene.ask(services.call_touch, call_id="c1", key="k")
    sound = replace(scene.history.operations[-1])
    state = replace(sound.seen[0], version=3)
    for told in (replace(sound, seen=(state,)), replace(sound, outcome=Outcome.CONFLICT, seen=())):
        scene.history.operations[-1] = told
        assert "who repeats a command is told as before" in scene.rules_broken()


def test_it_believes_the_agents_who_say_they_talk(scene: Scene) -> None:
    history = played(scene).end()
    accepted = asked(history, "call_accept")
    for call in ("c8", "c9"):
        subject = Subject("call", call)
        history.operations.append(replace(accepted, number=100 + len(call), subject=subject, seen=()))

    assert TAKEN in {violation.rule for violation in check(history)}


def test_two_agents_who_say_they_talk_to_one_caller_are_found(scene: Scene) -> None:
    history = played(scene).end()
    accepted = asked(history, "call_accept")
    for name in ("ana", "eva"):
        subject = Subject("call", "c9")
        history.operations.append(replace(accepted, number=100, subject=subject, by_agent=name, seen=()))

    assert "a call has one agent" in {violation.rule for violation in check(history)}


def test_the_commits_of_a_history_know_their_pairs(scene: Scene) -> None:
    played(scene)
    matches: list[Commit] = [commit for commit in scene.history.commits if len(commit.pairs) > 1]

    assert [commit.pairs for commit in matches] == [{"c1": "ana", "c2": "eva"}]
