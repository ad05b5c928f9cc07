"""Erlang B (a call that finds no free agent is lost) and Erlang C (it waits). Pure."""


def erlang_b(load: float, agents: int) -> float:
    """The share of calls that find all agents busy and are lost, at a load in erlangs.

    A. K. Erlang, "Solution of some problems in the theory of probabilities of significance in automatic
    telephone exchanges", 1917. Computed by the recurrence b(k) = a·b(k-1) / (k + a·b(k-1)), b(0) = 1 (R. B.
    Cooper, "Introduction to Queueing Theory", 2nd ed. 1981, ch. 3), which neither overflows nor cancels.
    """
    blocked = 1.0
    for agent in range(1, agents + 1):
        offered = load * blocked
        blocked = offered / (agent + offered)
    return blocked


def erlang_c(load: float, agents: int) -> float:
    """The share of calls that wait, at a load in erlangs, if no caller hangs up (M/M/c).

    1 if agents do not exceed the load: the queue then grows without limit. Erlang 1917; in terms of B as C =
    n·B / (n - a·(1 - B)) (Cooper 1981, ch. 3).
    """
    if load >= agents:
        return 1.0
    blocked = erlang_b(load, agents)
    return agents * blocked / (agents - load * (1 - blocked))
