"""Stop on signals: seen at any instant, by a command that is just about to wait too."""

import signal
import subprocess
import sys

import pytest

from routing.management.stopping import SIGNALS, stop_on_signals

# Signals come all the time, while the command does nothing but look.
STORM = """
import signal
from {module} import {kind}

stop = {kind}()
signal.signal(signal.SIGALRM, lambda *_: stop.set())
signal.setitimer(signal.ITIMER_REAL, 5e-4, 5e-4)
for _ in range(100_000):
    stop.wait(0)
signal.setitimer(signal.ITIMER_REAL, 0)
print(stop.is_set(), stop.wait(60))
"""


def after_a_storm(module: str, kind: str, *, seconds: float = 60) -> str:
    """What a command says after many signals; one that hangs is killed."""
    command = [sys.executable, "-c", STORM.format(module=module, kind=kind)]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=True).stdout
    except subprocess.TimeoutExpired:
        return "hangs"


def test_a_signal_while_the_command_looks_does_not_hang_it() -> None:
    assert after_a_storm("routing.management.stopping", "StopRequest") == "True True\n"


@pytest.mark.parametrize("number", [*SIGNALS, signal.SIGHUP])
def test_a_signal_ends_the_wait_and_stays_known(number: signal.Signals) -> None:
    former = signal.getsignal(number)
    with stop_on_signals(signal.SIGHUP) as stop:
        assert not stop.is_set()
        assert not stop.wait(0.001)
        signal.raise_signal(number)
        assert stop.wait(60)
        assert stop.wait()
        assert stop.is_set()
    assert signal.getsignal(number) is former


def test_any_number_of_signals_is_one_request() -> None:
    with stop_on_signals() as stop:
        for _ in range(100_000):
            stop.set()
        assert stop.is_set()
