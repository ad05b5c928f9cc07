"""Document of the API: what django-ninja lets pass."""

from typing import Any

import pytest
from ninja import NinjaAPI, Router, Schema

from api.conventions.document import document_of


class Nowhere(NinjaAPI):
    """An API without addresses of its own."""

    def get_root_path(self, _path_params: dict[str, Any]) -> str:
        return "/"


def a_schema(name: str, *fields: str) -> type[Schema]:
    inner = type(name, (Schema,), {"__annotations__": dict.fromkeys(fields, str)})
    return type(f"Of{fields[0]}", (Schema,), {"__annotations__": {"inner": inner}})


def an_api(*answers: type[Schema]) -> Nowhere:
    api, router = Nowhere(urls_namespace="test-document"), Router()
    for answer in answers:

        def endpoint(request: object) -> None: ...

        endpoint.__name__ = answer.__name__
        router.get(f"/{answer.__name__}", response=answer)(endpoint)
    api.add_router("", router)
    return api


def test_a_schema_may_be_used_twice() -> None:
    once = a_schema("Kind", "name")

    assert "Kind" in document_of(an_api(once, type("Also", (once,), {})))["components"]["schemas"]


def test_two_schemas_with_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two schemas with the name Kind"):
        document_of(an_api(a_schema("Kind", "name"), a_schema("Kind", "count")))
