"""Folding of text for search: case, accents, special letters; "maria" finds "María". Pure."""

from unicodedata import combining, normalize

# Letters without a decomposition, as typed without the key; `casefold` handles "ß".
LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "\u0131": "i", "ħ": "h"}
)


def folded(text: str) -> str:
    """The text without case, accents and control characters, its white space as single blanks."""
    plain = (one for one in normalize("NFKD", text.casefold()) if not combining(one))
    printed = "".join(one if one.isprintable() else " " for one in plain)
    return " ".join(printed.casefold().translate(LETTERS).split())


def search_words(text: str) -> list[str]:
    """The words of a search; a match must contain each of them."""
    return folded(text).split()


def search_text(*facts: str) -> str:
    """The text to search in: the facts, folded."""
    return folded(" ".join(facts))
