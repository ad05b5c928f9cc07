"""Erlang A (M/M/c+M): calls wait, and hang up after an exponential patience. Pure.

Formulas: C. Palm, "Research on telephone traffic carried by full availability groups", Tele 1957; in the form
used here A. Mandelbaum and S. Zeltyn, "Service engineering in action: the Palm/Erlang-A queue, with
applications to call centers", 2007. With n agents who each serve at rate μ, arrivals at rate λ and callers
who hang up at rate θ, all in 1/s, the *offered wait*, that of a caller with endless patience, has the density

    v(x) = λ · π(n-1) · w(x),   w(x) = exp(λ/θ · (1 - e^(-θx)) - nμ·x)

(F. Baccelli and G. Hebuterne, "On queues with impatient customers", 1981), where π(n-1) is the share of time
with n-1 calls present. Answered, lost and late calls are integrals of it, each a series of positive terms,
one for each length of the queue. Nothing cancels out; a separate scale covers values beyond a float.
"""

from dataclasses import dataclass
from itertools import count
from math import exp, expm1, log

from simulation.theory.erlang import erlang_b

NEGLIGIBLE = 1e-18
NO_ODDS = -700.0  # e^700 is near the largest float
TOO_LARGE = 1e200


@dataclass(frozen=True)
class ErlangA:
    """Outcomes of calls: shares of all offered, and the mean wait of the answered ones.

    `abandoned_soon` are those of `abandoned` who hung up within the short-abandon limit, `within_target`
    those answered in time.
    """

    wait_probability: float
    abandoned: float
    abandoned_soon: float
    within_target: float
    asa_seconds: float


@dataclass
class _Series:
    """Sums over the lengths of the queue, each to be multiplied by e^log_scale."""

    weight: float
    lost: float
    waited: float
    log_scale: float

    @property
    def log(self) -> float:
        return log(self.weight) + self.log_scale

    @property
    def log_lost(self) -> float:
        return log(self.lost) + self.log_scale


def erlang_a(
    *,
    calls_per_second: float,
    aht_seconds: float,
    patience_seconds: float,
    agents: int,
    within_seconds: float,
    short_abandon_seconds: float = 0.0,
) -> ErlangA:
    """Predicts M/M/c+M.

    Always stable: in overload callers hang up. Calls per second must be above 0, agents at least 1.
    """
    leaving = 1 / patience_seconds
    serving = agents / aht_seconds
    waiting = _series(calls_per_second, serving, leaving)
    odds = calls_per_second * erlang_b(calls_per_second * aht_seconds, agents - 1)
    wait_probability = _share(log(odds) + waiting.log) if odds else 0.0
    abandoned = wait_probability * waiting.lost / waiting.weight
    late = wait_probability * exp(_log_late(calls_per_second, serving, leaving, within_seconds) - waiting.log)
    lost_late = abandoned
    if short_abandon_seconds:
        lost_late_log = _log_lost_late(calls_per_second, serving, leaving, short_abandon_seconds)
        lost_late = wait_probability * exp(lost_late_log - waiting.log)
    return ErlangA(
        wait_probability=wait_probability,
        abandoned=abandoned,
        abandoned_soon=max(0.0, abandoned - lost_late),
        within_target=min(1.0, max(0.0, 1 - abandoned - late)),
        asa_seconds=wait_probability * waiting.waited / waiting.weight / (1 - abandoned),
    )


def _series(arriving: float, serving: float, leaving: float) -> _Series:
    """∫ w(x) dx as Σ λ^j / Π(nμ + kθ), k = 0 … j: term j is a caller who finds j others waiting.

    Before an answer such a caller sees j + 1 departures, at the rates nμ + kθ, k = j + 1 … 1, and is each
    time the one who hangs up with probability θ / (nμ + kθ): altogether (j + 1)θ / (nμ + (j + 1)θ). Who
    departs does not depend on when, so an answered caller has waited Σ 1 / (nμ + kθ) on average.
    """
    sums = _Series(weight=0.0, lost=0.0, waited=0.0, log_scale=0.0)
    term, wait = 1 / serving, 0.0
    for waiting in count(1):
        departing = serving + waiting * leaving
        wait += 1 / departing
        lost = term * waiting * leaving / departing
        sums.weight += term
        sums.lost += lost
        sums.waited += term * serving / departing * wait
        ratio = arriving / departing
        if ratio < 1 and lost * ratio <= NEGLIGIBLE * (1 - ratio) ** 2 * sums.lost:
            break
        term *= ratio
        if term > TOO_LARGE:
            term /= TOO_LARGE
            sums.weight /= TOO_LARGE
            sums.lost /= TOO_LARGE
            sums.waited /= TOO_LARGE
            sums.log_scale += log(TOO_LARGE)
    return sums


def _log_late(arriving: float, serving: float, leaving: float, seconds: float) -> float:
    """The logarithm of ∫ e^(-θx) w(x) dx from t = `seconds` on: a longer wait, with enough patience.

    At x = t + u the integral is the same, for λ·e^(-θt) arrivals and a rate nμ + θ.
    """
    decayed = arriving * exp(-leaving * seconds)
    return _log_shift(arriving, serving, leaving, seconds) + _series(decayed, serving + leaving, leaving).log


def _log_lost_late(arriving: float, serving: float, leaving: float, seconds: float) -> float:
    """The logarithm of ∫ (e^(-θt) - e^(-θx)) w(x) dx from t = `seconds` on: who hung up after t.

    At x = t + u it is that of all who hang up, for λ·e^(-θt) arrivals and the patience left at t.
    """
    decayed = arriving * exp(-leaving * seconds)
    return _log_shift(arriving, serving, leaving, seconds) + _series(decayed, serving, leaving).log_lost


def _log_shift(arriving: float, serving: float, leaving: float, seconds: float) -> float:
    """The logarithm of e^(-θt) w(t)."""
    return -arriving / leaving * expm1(-leaving * seconds) - (serving + leaving) * seconds


def _share(log_odds: float) -> float:
    """The share for odds given as a logarithm."""
    return 1 / (1 + exp(-log_odds)) if log_odds > NO_ODDS else 0.0
