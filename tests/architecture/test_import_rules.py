"""Import rules: contracts in pyproject.toml, and the purity of modules that claim it."""

import subprocess
import sys
from itertools import product
from pathlib import Path

import grimp

from tests.architecture.sources import PACKAGES, ROOT, Source, python_sources

FRAMEWORKS = ("django", "celery", "channels", "boto3", "botocore", "redis")
# These calls read a clock, draw random numbers or make an id: a pure module gets them as arguments.
ASKS_THE_WORLD = (
    "datetime.now",
    "datetime.utcnow",
    "datetime.today",
    "date.today",
    "time.time",
    "time.monotonic",
    "time.sleep",
    "random.random",
    "random.choice",
    "random.randint",
    "secrets.",
    "uuid.uuid",
    "os.environ",
)


def pure_sources() -> list[Source]:
    return [source for source in python_sources() if source.is_pure]


def test_packages_import_only_what_their_contracts_allow() -> None:
    # In a process of its own: it configures logging, and the logs of every later test would be lost.
    linter = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)

    assert result.returncode == 0, result.stdout + result.stderr


def test_modules_that_call_themselves_pure_are_found() -> None:
    assert "routing.matching.planning" in [source.module for source in pure_sources()]


def test_pure_modules_reach_no_framework() -> None:
    graph = grimp.build_graph(
        *PACKAGES, include_external_packages=True, exclude_type_checking_imports=True, cache_dir=None
    )
    chains = [
        " -> ".join(chain)
        for source, framework in product(pure_sources(), FRAMEWORKS)
        if framework in graph.modules
        and (chain := graph.find_shortest_chain(importer=source.module, imported=framework))
    ]

    assert not chains


def test_pure_modules_ask_no_clock_and_no_chance() -> None:
    asking = {
        source.module: [name for name in source.called_names() if name.startswith(ASKS_THE_WORLD)]
        for source in pure_sources()
    }

    assert not {module: names for module, names in asking.items() if names}
