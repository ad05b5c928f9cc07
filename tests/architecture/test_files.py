"""Files: short, with telling names, opened by a sentence that says what is in them."""

import ast
from collections import Counter, defaultdict
from pathlib import Path

from tests.architecture.sources import ROOT, front_end_sources, python_sources

MOST_LINES = 300
MOST_FUNCTION_LINES = 50
# Side by side in one folder; a feature that needs more has folders of its own.
MOST_MODULES = 20
# The folder tells these apart. Commands and template tags are named by what they are called from.
SHARED_NAMES = {"__init__", "__main__", "exceptions", "urls", "views"}
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "tools", "stuff"}
SOURCES = python_sources(tests=True)


def test_no_file_is_longer_than_a_person_can_hold() -> None:
    paths = [source.path for source in SOURCES] + front_end_sources()
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in paths
    }

    assert not {name: lines for name, lines in lengths.items() if lines > MOST_LINES}


def test_no_folder_has_more_modules_than_a_glance_takes_in() -> None:
    paths = [source.path for source in SOURCES] + front_end_sources()
    templates = (ROOT / "templates").rglob("*.html")
    widths = Counter(
        str(path.parent.relative_to(ROOT)) for path in (*paths, *templates) if path.stem != "__init__"
    )

    assert not {folder: width for folder, width in widths.items() if width > MOST_MODULES}


def test_every_module_opens_with_a_sentence_about_itself() -> None:
    silent = [source.name for source in SOURCES if source.tree.body and not source.docstring]

    assert not silent


def test_no_name_says_nothing() -> None:
    paths = [source.path for source in SOURCES] + front_end_sources()

    assert not [str(path.relative_to(ROOT)) for path in paths if path.stem in EMPTY_NAMES]
    assert not [source.name for source in SOURCES if EMPTY_NAMES & set(source.path.parent.parts)]


def test_no_two_modules_or_folders_of_one_app_share_a_name() -> None:
    named: dict[tuple[str, str], set[str]] = defaultdict(set)
    scripts = [path.relative_to(ROOT) for path in front_end_sources() if path.suffix == ".js"]
    for module in (*(Path(source.name) for source in SOURCES), *scripts):
        app, *path = module.with_suffix("").parts
        if app == "tests" or {"commands", "migrations", "templatetags"} & set(path):
            continue
        for depth, name in enumerate(path):
            named[app, name].add("/".join((app, *path[: depth + 1])))

    assert not {
        name: sorted(places)
        for name, places in named.items()
        if len(places) > 1 and name[1] not in SHARED_NAMES
    }


def test_nothing_is_printed_past_the_commands() -> None:
    product = [source for source in python_sources() if "management" not in source.path.parts]

    assert not [source.name for source in product if "print" in source.called_names()]


def test_no_function_is_longer_than_a_screen() -> None:
    lengths = {
        f"{source.name}:{node.lineno} {node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for source in SOURCES
        for node in ast.walk(source.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }

    assert not {name: lines for name, lines in lengths.items() if lines > MOST_FUNCTION_LINES}
