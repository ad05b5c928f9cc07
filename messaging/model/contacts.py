"""Contact: a customer, and the anonymous contacts merged into a named one. Pure.

Nothing is moved: the conversations of a contact and of its aliases are merged when they are read, so a merge
can be undone.
"""

from dataclasses import dataclass, replace

from messaging.exceptions import MergedElsewhereError, TooManyAliasesError

MOST_ALIASES = 10


@dataclass(frozen=True)
class Contact:
    """One contact; `version` 0: it has no item yet. `merges` counts its merges, and their undoing."""

    contact_id: str
    merged_into: str = ""
    aliases: tuple[str, ...] = ()
    version: int = 0
    merges: int = 0

    @property
    def family(self) -> tuple[str, ...]:
        """The contact and its aliases."""
        return (self.contact_id, *self.aliases)

    def changed(self, *, merged_into: str | None = None, aliases: tuple[str, ...] | None = None) -> "Contact":
        return replace(
            self,
            merged_into=self.merged_into if merged_into is None else merged_into,
            aliases=self.aliases if aliases is None else aliases,
            version=self.version + 1,
            merges=self.merges + 1,
        )


def merged(alias: Contact, into: Contact) -> tuple[Contact, Contact]:
    """Both after the merge, unchanged after a repeat. Raises MergedElsewhereError, TooManyAliasesError."""
    if alias.merged_into == into.contact_id:
        return alias, into
    if alias.contact_id == into.contact_id:
        raise MergedElsewhereError(alias.contact_id, "cannot be merged into itself")
    if alias.merged_into:
        raise MergedElsewhereError(alias.contact_id, f"is already merged into {alias.merged_into!r}")
    if alias.aliases:
        raise MergedElsewhereError(alias.contact_id, "has aliases of its own")
    if into.merged_into:
        raise MergedElsewhereError(into.contact_id, f"is itself merged into {into.merged_into!r}")
    if len(into.aliases) >= MOST_ALIASES:
        raise TooManyAliasesError(into.contact_id, MOST_ALIASES)
    aliases = (*into.aliases, alias.contact_id)
    return alias.changed(merged_into=into.contact_id), into.changed(aliases=aliases)


def parted(alias: Contact, into: Contact) -> tuple[Contact, Contact]:
    """Both after the merge was undone; unchanged if it was. Raises MergedElsewhereError."""
    if not alias.merged_into:
        return alias, into
    if alias.merged_into != into.contact_id:
        raise MergedElsewhereError(alias.contact_id, f"is merged into {alias.merged_into!r}")
    aliases = tuple(one for one in into.aliases if one != alias.contact_id)
    return alias.changed(merged_into=""), into.changed(aliases=aliases)
