"""Scenarios from JSON. Pure."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

from simulation.durations import Constant, Distribution, Exponential, Lognormal, Uniform
from simulation.scenarios.exceptions import ScenarioError, told
from simulation.scenarios.field_limits import LONGEST_NAME
from simulation.scenarios.messages import MESSAGE_TIMES, Messages
from simulation.scenarios.policies import order_from, policies_from
from simulation.scenarios.population import AgentGroup, Preference, Relaxed, Shift
from simulation.scenarios.scenario import Scenario, Target
from simulation.scenarios.served import skills_of
from simulation.scenarios.volume import Volume
from simulation.scenarios.volume_csv import calls_from_csv

DISTRIBUTIONS: dict[str, type[Constant | Exponential | Lognormal | Uniform]] = {
    "constant": Constant,
    "exponential": Exponential,
    "lognormal": Lognormal,
    "uniform": Uniform,
}
TIMES = ("handle_time", "wrap_up", "patience", "answer_delay")
CHAT_TIMES = ("chat_time",)
PLAIN = ("name", "length_seconds", "missed_share", "seed", "speed", "warm_up_seconds")
VOLUME = ("calls", "calls_csv", "interval_minutes")
POLICIES = ("policies", "agent_policy", "queue_order")
PRIORITIES = tuple("0123456789")
KNOWN = (*PLAIN, *VOLUME, *TIMES, *CHAT_TIMES, "messages", *POLICIES, "mix", "groups", "priorities", "target")
REQUIRED = ("name", "length_seconds", "mix", "groups", "handle_time")

Part = TypeVar("Part")


def scenario_from_json(text: str) -> Scenario:
    """The scenario in a JSON text. Raises ScenarioError with the field and the limit."""
    try:
        found = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_once_each)
    except ValueError as error:
        raise ScenarioError("JSON", str(error)) from None
    except RecursionError:
        raise ScenarioError("JSON", "lists and objects stand too deep in one another") from None
    return scenario_from(found)


def scenario_from(found: object) -> Scenario:
    """The scenario in a plain object. Raises ScenarioError."""
    given = _object("scenario", found, KNOWN)
    for name in REQUIRED:
        if given.get(name) is None:
            raise ScenarioError(name, "is missing")
    facts: dict[str, Any] = {name: given[name] for name in PLAIN if name in given}
    facts |= _distributions(given, (*TIMES, *CHAT_TIMES))
    if given.get("messages") is not None:
        facts["messages"] = _messages(given["messages"])
    if "priorities" in given:
        facts["priorities"] = _priorities(given["priorities"])
    if "target" in given:
        facts["target"] = _made(Target, "target", given["target"])
    groups = _listed("groups", given["groups"], _group)
    return Scenario(
        **facts,
        **_policies(given, groups),
        volume=_volume(given),
        mix=_listed("mix", given["mix"], _preference),
        groups=groups,
    )


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a duplicate field is refused, since only one of its values would count."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in found if names.count(name) > 1)
        raise ScenarioError(twice[:LONGEST_NAME], "stands more than once in an object; once is allowed")
    return found


def _volume(given: Mapping[str, Any]) -> Volume:
    if ("calls" in given) == ("calls_csv" in given):
        raise ScenarioError("calls", "give either calls (a number, or a list) or calls_csv (a text)")
    if "calls_csv" in given:
        calls = calls_from_csv(_text("calls_csv", given["calls_csv"]))
    else:
        calls = tuple(given["calls"]) if isinstance(given["calls"], list) else (given["calls"],)
    return Volume(calls, given.get("interval_minutes", Volume.interval_minutes))


def _distributions(
    given: Mapping[str, Any], names: Iterable[str], *, of: str = ""
) -> dict[str, Distribution]:
    """Those of these names that are given; `of` begins the field that an error names."""
    return {name: _distribution(of + name, given[name]) for name in names if given.get(name) is not None}


def _distribution(name: str, found: object) -> Distribution:
    kind = found.get("distribution") if isinstance(found, dict) else None
    if not isinstance(kind, str) or kind not in DISTRIBUTIONS:
        raise ScenarioError(f"{name}, distribution", f"{told(kind)} is none of {', '.join(DISTRIBUTIONS)}")
    return _made(DISTRIBUTIONS[kind], name, found, besides=("distribution",))


def _messages(found: object) -> Messages:
    given = _object("messages", found, _names(Messages))
    return _made(Messages, "messages", {**given, **_distributions(given, MESSAGE_TIMES, of="messages, ")})


def _preference(field: str, found: object) -> Preference:
    given = _object(field, found, _names(Preference))
    then = _listed(f"{field}, then", given.get("then", []), lambda at, one: _made(Relaxed, at, one))
    return _made(Preference, field, {**given, "then": then})


def _policies(given: Mapping[str, Any], groups: tuple[AgentGroup, ...]) -> dict[str, Any]:
    written = {name: _object(name, given[name]) for name in POLICIES if given.get(name) is not None}
    if not written or not groups:
        return {}
    skills = skills_of(groups)
    queues = {queue: _object(f"policies, {queue}", one) for queue, one in written.get("policies", {}).items()}
    return {
        "policies": policies_from(queues, written.get("agent_policy", {}), skills),
        "newest_first": order_from(written.get("queue_order", {}), skills),
    }


def _group(field: str, found: object) -> AgentGroup:
    given = _object(field, found, _names(AgentGroup))
    shifts = _listed(f"{field}, shifts", given.get("shifts", []), lambda at, one: _made(Shift, at, one))
    named = {name: _texts(f"{field}, {name}", given.get(name, [])) for name in ("languages", "topics")}
    return _made(AgentGroup, field, {**given, **named, "shifts": shifts})


def _priorities(found: object) -> tuple[tuple[int, float], ...]:
    given = _object("priorities", found)
    for name in given:
        if name not in PRIORITIES:
            raise ScenarioError("priorities", f"{name[:20]!r} is no priority; from 0 to 9")
    return tuple((int(name), share) for name, share in given.items())


def _made(kind: type[Part], field: str, found: object, *, besides: tuple[str, ...] = ()) -> Part:
    """A value with the fields of an object; the value itself checks them."""
    given = _object(field, found, (*_names(kind), *besides))
    facts = {name: value for name, value in given.items() if name not in besides}
    for name in ("language", "gender", "topic", "channel"):
        if name in facts:
            _text(f"{field}, {name}", facts[name])
    try:
        return kind(**facts)
    except TypeError:
        missing = [name for name in _names(kind) if name not in facts]
        raise ScenarioError(field, f"needs {', '.join(missing) or 'numbers'}") from None
    except OverflowError:
        raise ScenarioError(field, "has a figure that is too large") from None
    except (ValueError, ZeroDivisionError):
        raise ScenarioError(field, "must have a mean_seconds above 0") from None


def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(one.name for one in fields(kind) if one.init)


def _object(field: str, found: object, known: tuple[str, ...] | None = None) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise ScenarioError(field, "must be an object")
    for name in found:
        if known is not None and name not in known:
            raise ScenarioError(field, f"there is no field {told(name)}; choose among {', '.join(known)}")
    return found


def _listed(field: str, found: object, read: Callable[[str, object], Part]) -> tuple[Part, ...]:
    if not isinstance(found, list | tuple):
        raise ScenarioError(field, "must be a list")
    return tuple(read(f"{field} {number}", one) for number, one in enumerate(found, start=1))


def _text(field: str, found: object) -> str:
    if not isinstance(found, str):
        raise ScenarioError(field, f"{told(found)} is not a text")
    return found


def _texts(field: str, found: object) -> tuple[str, ...]:
    return _listed(field, found, _text)
