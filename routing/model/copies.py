"""Copies of dataclasses with some fields changed, for a tenth of what `dataclasses.replace` takes. Pure."""

import dataclasses
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

__all__ = ("replace",)

if TYPE_CHECKING:
    from dataclasses import replace  # type checkers know what it takes
else:

    def replace(one: Any, /, **changes: Any) -> Any:
        """The same, with these fields; as in `dataclasses`. Raises TypeError for a name that is no field.

        A call has more than forty fields. Each is read, passed and set there; here all are copied at once.
        """
        kind = type(one)
        if not _is_plain(kind):
            return dataclasses.replace(one, **changes)
        made = object.__new__(kind)
        fields = made.__dict__
        fields.update(one.__dict__)
        known = len(fields)
        fields.update(changes)
        if len(fields) > known:
            raise TypeError(f"{kind.__name__} has no field {', '.join([*fields][known:])}")
        return made


@cache
def _is_plain(kind: type) -> bool:
    """Whether an object is no more than its fields: nothing is checked, derived or kept beside them."""
    found = [one for base in kind.__mro__ if base is not object for one in vars(base).items()]
    names = {name for name, _ in found}
    return (
        all(field.init for field in dataclasses.fields(kind))
        and not names & {"__new__", "__post_init__", "__slots__"}
        and not any(isinstance(value, cached_property | dataclasses.InitVar) for _, value in found)
    )
