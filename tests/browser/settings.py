"""Settings of browser tests: the product's, with static files from disk."""

from callcenter.settings import *  # noqa: F403 - the point of this module

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # fast; these users live for one test
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
REPORTING_SINKS = {"history": {"kind": "history"}}
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
