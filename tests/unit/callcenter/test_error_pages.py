"""Error page in development: no password on it."""

from django.views.debug import get_default_exception_reporter_filter
from pytest_django import Settings

ADDRESS = "redis://:a-password@cache:6379/0"


def test_it_shows_no_address_that_may_have_a_password_in_it(settings: Settings) -> None:
    settings.REDIS_URL = settings.CELERY_BROKER_URL = settings.DATABASE_URL = ADDRESS
    settings.CHANNEL_LAYERS = {"default": {"CONFIG": {"hosts": [ADDRESS]}}}

    shown = get_default_exception_reporter_filter().get_safe_settings()

    assert "REDIS_URL" in shown
    assert "a-password" not in str(shown)
