"""`call`: operations on one call, a subcommand each."""

from routing import selectors, services
from routing.exceptions import InvalidFieldError, UnknownCallError
from routing.management.base import ORIGIN
from routing.management.operations import Arguments, Operation, OperationsCommand, Options
from routing.management.showing import call_facts, call_line, entry_line, history_row
from routing.model.calls import DEFAULT_PRIORITY, Call
from routing.model.outcomes import Conflict, Match
from routing.model.queues import ANY, CALL_SIDE, CallEntry, QueueKey
from routing.model.steps import step_named
from routing.router import Router

Answer = Call | CallEntry | Match | None


ARGUMENTS: Arguments = {
    "call": {"help": "the call's id"},
    "queue": {"help": "a call queue: W#<language>#<gender or Any>"},
    "--queue": {"default": "", "help": "only this call queue (default: all that match)"},
    "new_priority": {"type": int, "metavar": "priority", "help": "from 0 (first) to 9 (last)"},
    "--agent": {"required": True, "help": "the agent's id"},
    "--language": {"required": True},
    "--gender": {"help": f"of the agent wanted (default {ANY})"},
    "--topic": {"default": ""},
    "--priority": {"type": int, "default": DEFAULT_PRIORITY, "help": "from 0 (first) to 9 (last), default 5"},
    "--caller": {"default": "", "help": "the caller's name"},
    "--source": {"default": "", "help": "who brings the call in"},
    "--id": {"help": "the call's id; with one, the command may be repeated"},
    "--step": {
        "action": "append",
        "metavar": "GENDER:SECONDS[:TOPIC]",
        "help": "a preference and its seconds, in order: --step F:20 --step Any:40 --step Any",
    },
    "--preferred-agent": {
        "default": "",
        "metavar": "ID",
        "help": "preferred agent: offered the call first, if signed in",
    },
    "--reason": {"required": True, "help": "why, kept in the history"},
    "--reason?": {"default": "", "help": "why, kept in the history"},
    "--to-end": {"action": "store_true", "help": "not at its old place"},
    "--keep-available": {"action": "store_true", "help": "do not pause its agent"},
    "--wrap-up": {"type": float, "metavar": "SECONDS", "help": "instead of the queue's setting"},
    "--expected-version": {"type": int, "metavar": "N", "help": "only if the call is at this version"},
    "--by": {"default": ORIGIN, "help": f"who does it (default: {ORIGIN})"},
}
ON_A_CALL = ("call", "--by", "--expected-version")


def _common(options: Options) -> Options:
    return {
        "call_id": options["call"],
        "by": options["by"],
        "expected_version": options["expected_version"],
    }


def _create(router: Router, options: Options) -> Answer | Conflict:
    known = {name: options[name] for name in ("language", "caller", "source")}
    return services.call_create(router, call_id=options["id"], **known)


def _enqueue(router: Router, options: Options) -> Answer | Conflict:
    known = {name: options[name] for name in ("language", "topic", "priority", "caller", "source")}
    if options["step"] and options["gender"]:
        raise InvalidFieldError("gender", options["gender"], "the first step names it; leave it out")
    return services.call_enqueue(
        router,
        call_id=options["id"],
        gender=options["gender"] or ANY,
        steps=[step_named(text, topic=options["topic"]) for text in options["step"] or ()],
        preferred_agent=options["preferred_agent"],
        **known,
    )


def _queue(router: Router, options: Options) -> QueueKey | None:
    return router.skills.queue_named(options["queue"], side=CALL_SIDE) if options["queue"] else None


OPERATIONS: dict[str, Operation[Answer]] = {
    "create": Operation(
        "Save a call without queuing it.",
        ("--language", "--caller", "--source", "--id", "--by"),
        _create,
    ),
    "enqueue": Operation(
        "Put a call, new or created, into its queue.",
        (
            *("--language", "--gender", "--topic", "--priority", "--caller", "--source", "--id"),
            *("--step", "--preferred-agent", "--by"),
        ),
        _enqueue,
    ),
    "peek": Operation(
        "Show an agent's next call without offering it.",
        ("--agent", "--queue"),
        lambda router, options: services.call_peek(
            router, agent_id=options["agent"], queue=_queue(router, options)
        ),
    ),
    "offer": Operation(
        "Offer an agent the next matching call.",
        ("--agent", "--queue"),
        lambda router, options: services.call_offer(
            router, agent_id=options["agent"], queue=_queue(router, options)
        ),
    ),
    "accept": Operation(
        "Accept an offered call for its agent.",
        (*ON_A_CALL, "--agent"),
        lambda router, options: services.call_accept(router, agent_id=options["agent"], **_common(options)),
    ),
    "decline": Operation(
        "Decline an offered call for its agent.",
        (*ON_A_CALL, "--agent"),
        lambda router, options: services.call_decline(router, agent_id=options["agent"], **_common(options)),
    ),
    "complete": Operation(
        "End a call in progress.",
        (*ON_A_CALL, "--wrap-up"),
        lambda router, options: services.call_complete(
            router, wrap_up_seconds=options["wrap_up"], **_common(options)
        ),
    ),
    "abandon": Operation(
        "Mark a call as abandoned.",
        ON_A_CALL,
        lambda router, options: services.call_abandon(router, **_common(options)),
    ),
    "remove": Operation(
        "Remove a call that was not answered.",
        (*ON_A_CALL, "--reason"),
        lambda router, options: services.call_remove(router, reason=options["reason"], **_common(options)),
    ),
    "restore": Operation(
        "Put a ringing call or a dead letter back into its queue.",
        (*ON_A_CALL, "--reason?", "--to-end"),
        lambda router, options: services.call_restore(
            router, reason=options["reason"], to_end=options["to_end"], **_common(options)
        ),
    ),
    "touch": Operation(
        "Move a waiting call to the end of its priority.",
        ON_A_CALL,
        lambda router, options: services.call_touch(router, **_common(options)),
    ),
    "priority": Operation(
        "Change the priority of a waiting call.",
        (*ON_A_CALL, "new_priority"),
        lambda router, options: services.call_change_priority(
            router, priority=options["new_priority"], **_common(options)
        ),
    ),
    "dead-letter": Operation(
        "Mark a waiting or ringing call as failed (dead letter).",
        (*ON_A_CALL, "--reason"),
        lambda router, options: services.call_dead_letter(
            router, reason=options["reason"], **_common(options)
        ),
    ),
    "hand-back": Operation(
        "Return a call in progress to its queue.",
        (*ON_A_CALL, "--reason", "--keep-available"),
        lambda router, options: services.call_hand_back(
            router, reason=options["reason"], keep_available=options["keep_available"], **_common(options)
        ),
    ),
    "dequeue": Operation(
        "Complete the first call of a queue without an agent.",
        ("queue", "--by"),
        lambda router, options: services.call_dequeue(
            router, queue=router.skills.queue_named(options["queue"], side=CALL_SIDE), by=options["by"]
        ),
    ),
}
NOBODY = {
    "peek": "No waiting call fits {agent}.",
    "offer": "No waiting call fits {agent}.",
    "dequeue": "No call waits in {queue}.",
}


class Command(OperationsCommand[Answer]):
    """One operation on one call."""

    help = "Act on one call: see call <operation> --help."
    thing = "call"
    arguments = ARGUMENTS
    operations = OPERATIONS

    def show(self, router: Router, one: str) -> None:
        """Prints a call with its history."""
        call = selectors.call(router, one)
        if call is None:
            raise UnknownCallError(one)
        self.facts(call_facts(router, call))
        if call.notes:
            self.say()
            self.table(["When", "What", "Agent", "By", "Why"], [history_row(note) for note in call.notes])

    def tell(self, router: Router, answer: Answer, options: Options) -> None:
        """Prints the call's state, or that there is none."""
        if answer is None:
            self.say(NOBODY[options["operation"]].format(**options))
        elif isinstance(answer, Match):
            self.say(f"Call {answer.call.call_id} goes to {answer.agent.agent_id}.")
        elif isinstance(answer, CallEntry):
            self.say(entry_line(answer))
        else:
            self.say(call_line(router, answer))
