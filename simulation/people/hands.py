"""Hands: carry out jobs of a run, one after the other or in threads as they come."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, wait
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from dynamo.exceptions import DynamoError

T = TypeVar("T")
R = TypeVar("R")
# Enough that no thread is idle until the next step.
JOBS_FOR_EACH_THREAD = 2
MOST_IN_A_STEP = 100


class Each(Protocol):
    """Applies a function to each item, with the results in order: `map`, or the `map` of a thread pool."""

    def __call__(self, do: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]: ...


@dataclass(frozen=True)
class Job(Generic[R]):
    """What to do, perhaps in another thread, and what to do in this one with the result, or without one."""

    do: Callable[[], R]
    then: Callable[[R], None]
    failed: Callable[[], None] = lambda: None

    def hand_over(self, result: Callable[[], R]) -> DynamoError | None:
        """Hands over its result; answers the error if it failed."""
        try:
            found = result()
        except DynamoError as error:
            self.failed()
            return error
        self.then(found)
        return None


class Hands(Protocol):
    """Carries out jobs."""

    @property
    def are_many(self) -> bool:
        """Whether jobs go on between two steps."""
        ...

    @property
    def free(self) -> int:
        """The number of jobs that may be started now."""
        ...

    def look(self, job: Job[Any]) -> None:
        """Starts a look at the table."""
        ...

    def start(self, job: Job[Any]) -> None:
        """Starts any other job."""
        ...

    def hand_over(self) -> list[DynamoError]:
        """Hands over the results of the jobs that have finished; answers the errors of those that failed."""
        ...

    def wait(self) -> None:
        """Waits until every job has finished."""
        ...


class OneByOne:
    """Looks at once, and carries out all other jobs in order when asked for results.

    After one that failed the rest is not done.
    """

    are_many = False

    def __init__(self, each: Each = map) -> None:
        self._each = each
        self._jobs: list[Job[Any]] = []
        self._errors: list[DynamoError] = []

    @property
    def free(self) -> int:
        """See Hands."""
        return MOST_IN_A_STEP - len(self._jobs)

    def look(self, job: Job[Any]) -> None:
        """See Hands."""
        error = job.hand_over(job.do)
        if error is not None:
            self._errors.append(error)

    def start(self, job: Job[Any]) -> None:
        """See Hands."""
        self._jobs.append(job)

    def hand_over(self) -> list[DynamoError]:
        """See Hands."""
        errors, self._errors = self._errors, []
        jobs, self._jobs = self._jobs, []
        results = iter(self._each(_do, jobs)) if jobs else iter(())
        for job in jobs:
            error = None if errors else job.hand_over(partial(next, results))
            if errors:
                job.failed()
            elif error is not None:
                errors.append(error)
        return errors

    def wait(self) -> None:
        """See Hands."""


class InThreads:
    """Carries out jobs in the threads of a pool, a bounded number at once."""

    are_many = True

    def __init__(self, pool: Executor, *, threads: int) -> None:
        self._pool = pool
        self._most = threads * JOBS_FOR_EACH_THREAD
        self._going: dict[Future[Any], Job[Any]] = {}

    @property
    def free(self) -> int:
        """See Hands."""
        return self._most - len(self._going)

    def look(self, job: Job[Any]) -> None:
        """See Hands."""
        self.start(job)

    def start(self, job: Job[Any]) -> None:
        """See Hands."""
        self._going[self._pool.submit(job.do)] = job

    def hand_over(self) -> list[DynamoError]:
        """See Hands."""
        done = [future for future in self._going if future.done()]
        errors = (self._going.pop(future).hand_over(future.result) for future in done)
        return [error for error in errors if error is not None]

    def wait(self) -> None:
        """See Hands."""
        wait(self._going)


def _do(job: Job[Any]) -> Any:
    return job.do()
