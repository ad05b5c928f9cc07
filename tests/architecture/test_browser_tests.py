"""Browser tests wait: `expect` looks until it holds; an `assert` reads once, often too early."""

import ast
from collections.abc import Iterator

from tests.architecture.sources import ROOT, Source, python_sources

READS = {
    "all_inner_texts",
    "all_text_contents",
    "get_attribute",
    "inner_html",
    "inner_text",
    "input_value",
    "is_checked",
    "is_disabled",
    "is_enabled",
    "is_hidden",
    "is_visible",
    "text_content",
    "title",
}


def once_read(source: Source) -> Iterator[str]:
    """Lines of asserts that read a locator or the page's address."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Assert) and any(map(_reads, ast.walk(node.test))):
            yield f"{source.name}:{node.lineno}"


def _reads(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr in READS or (node.attr == "url" and ast.unparse(node.value).endswith("page"))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr == "count" and not node.args  # a list counts one of its elements
    return False


def test_no_assert_reads_a_page_once() -> None:
    sources = [one for one in python_sources(tests=True) if one.path.is_relative_to(ROOT / "tests/browser")]

    assert sources
    assert [line for source in sources for line in once_read(source)] == []
