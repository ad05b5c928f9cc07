"""Amazon's services in this process, by moto."""

from contextlib import AbstractContextManager


def mock_amazon() -> AbstractContextManager[object]:
    """Clients made within speak to a fake. Imported here: it loads slowly."""
    from moto import mock_aws  # noqa: PLC0415

    found: AbstractContextManager[object] = mock_aws()
    return found
