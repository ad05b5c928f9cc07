"""Names of attached files, cleaned: no path, nothing invisible, the suffix of their type. Pure."""

from pathlib import PurePosixPath
from unicodedata import category, normalize

from api.files.kinds import FileKind

LONGEST_NAME = 100
# Characters with a meaning in shells, Windows paths or headers.
_REPLACED = str.maketrans(dict.fromkeys(':*?"<>|;%', "_"))
_INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def cleaned(name: str, kind: FileKind) -> str:
    """The name as it is shown and saved; `file` where nothing is left of it."""
    visible = "".join(letter for letter in normalize("NFC", name) if category(letter) not in _INVISIBLE)
    last = visible.replace("\\", "/").rpartition("/")[2]
    stem = PurePosixPath(last.translate(_REPLACED)).stem.strip(" .")
    return f"{stem[: LONGEST_NAME - len(kind.suffix)] or 'file'}{kind.suffix}"
