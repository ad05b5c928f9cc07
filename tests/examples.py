"""Examples of the project as modules, and their HTTP servers on free ports."""

import importlib.util
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import BaseServer
from types import ModuleType

from django.conf import settings


def example(name: str) -> ModuleType:
    """The module of a file in `examples/`, such as `booking/visits.py`."""
    path = settings.BASE_DIR / "examples" / name
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def serving(server: BaseServer) -> Iterator[str]:
    """Serves in a thread; the address."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]!s}"  # type: ignore[index]  # a pair
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
