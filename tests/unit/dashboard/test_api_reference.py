"""API reference: every endpoint of the document, its fields with types and limits in words."""

from api.version1 import document
from dashboard.api_reference.reference import Endpoint, Field, reference


def endpoints() -> dict[str, Endpoint]:
    return {one.name: one for group in reference(document()) for one in group.endpoints}


def test_every_endpoint_of_the_document_is_there() -> None:
    addresses = [
        (path, method.upper()) for path, methods in document()["paths"].items() for method in methods
    ]
    shown = [(one.path, one.method) for one in endpoints().values()]

    assert sorted(shown) == sorted(addresses)


def test_fields_have_types_and_limits_in_words() -> None:
    found = endpoints()
    fields = (*found["call_send"].body, *found["call_send"].parameters, *found["calls"].parameters)
    known = {field.name: field for field in fields}

    assert known["language"] == Field("language", "text", "the caller's language", is_required=True)
    assert known["priority"].kind == "whole number from 0 to 9"
    assert known["call"].kind == "text of at most 80 characters or null"
    assert known["steps"].kind == "list of Step"
    assert known["ended_since"].kind == "time or null"
    assert known["status"].kind.startswith("list of created, queued, offered")
    assert known["Idempotency-Key"].kind == "text, in the header"


def test_tables_without_fields_are_left_out() -> None:
    assert [title for title, _ in endpoints()["me"].kinds] == ["Response"]
    assert [title for title, _ in endpoints()["call"].kinds] == ["Parameters", "Response"]
