"""Source files of the product, as the architecture tests read them."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = (
    "callcenter",
    "localservices",
    "dashboard",
    "api",
    "accounts",
    "operations",
    "simulation",
    "live",
    "reporting",
    "messaging",
    "outbound",
    "privacy",
    "sockets",
    "routing",
    "dynamo",
)
MORE_FOLDERS = ("bench", "tests")


@dataclass(frozen=True)
class Source:
    """One Python file."""

    path: Path

    @property
    def name(self) -> str:
        """Its path from the top folder."""
        return self.path.relative_to(ROOT).as_posix()

    @property
    def module(self) -> str:
        """Its import name."""
        return self.name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return ast.parse(self.path.read_text(encoding="utf-8"))

    @property
    def docstring(self) -> str:
        """Its docstring."""
        return ast.get_docstring(self.tree) or ""

    @property
    def is_pure(self) -> bool:
        """Whether its first paragraph says "Pure"."""
        return bool(re.search(r"\bPure\b", self.docstring.split("\n\n")[0]))

    def called_names(self) -> Iterator[str]:
        """Everything it calls, as written: `datetime.now`, `print`."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call):
                yield ast.unparse(node.func)


@cache
def python_sources(*, tests: bool = False) -> list[Source]:
    """The Python files of the product, with `tests` also those of tests and benchmarks."""
    if tests:
        return python_sources() + _in_folders(*MORE_FOLDERS)
    return _in_folders(*PACKAGES)


def _in_folders(*folders: str) -> list[Source]:
    return [Source(path) for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def front_end_sources() -> list[Path]:
    """Scripts and style sheets (without builds), and the tests of the scripts."""
    folders = (ROOT / "static", ROOT / "tests" / "js")
    found = [
        path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix in {".js", ".css"}
    ]
    return [path for path in found if "build" not in path.relative_to(ROOT).parts]
