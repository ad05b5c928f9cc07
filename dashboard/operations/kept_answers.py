"""Kept answers of commands that change Django's database, written in the same transaction."""

from collections.abc import Callable

from django.db import IntegrityError, transaction
from django.db.models import Q

from dashboard.models import KeptAnswer
from operations.answers import Answer
from routing.model.command import Command
from routing.runtime import now


class _RefusedError(Exception):
    """Nothing was done: the transaction is rolled back, and nothing is kept."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.text)
        self.answer = answer


def answer_once(command: Command, act: Callable[[], Answer]) -> Answer:
    """The answer of the command under this claimed key: the kept one, else that of `act`.

    Only changes are kept; a refused command may be sent again. The same command sent at the same time waits
    for the first and gets its answer.
    """
    kept = _kept(command)
    if kept is not None:
        return kept
    _forget_others(command)
    try:
        return _acted(command, act)
    except _RefusedError as refused:
        return refused.answer
    except IntegrityError:
        kept = _kept(command)
        if kept is None:
            raise
        return kept


def _acted(command: Command, act: Callable[[], Answer]) -> Answer:
    with transaction.atomic():
        # First, since the same command sent at the same time waits here.
        kept = KeptAnswer.objects.create(key=command.key, expires_at=command.expires_at)
        answer = act()
        if answer.is_refusal:
            raise _RefusedError(answer)
        kept.status, kept.text, kept.data = answer.status, answer.text, dict(answer.data)
        kept.save()
    return answer


def _forget_others(command: Command) -> None:
    """Deletes expired answers, and an earlier one under this key; apart, so that nothing waits."""
    before = Q(pk=command.key) & ~Q(expires_at=command.expires_at)
    KeptAnswer.objects.filter(Q(expires_at__lte=int(now().timestamp())) | before).delete()


def _kept(command: Command) -> Answer | None:
    found = KeptAnswer.objects.filter(pk=command.key, expires_at=command.expires_at).first()
    return Answer(found.status, found.text, found.data) if found else None
