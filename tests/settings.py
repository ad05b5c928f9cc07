"""Settings of the test run: the product's, with a data folder and a key for the run only."""

import atexit
import os
import shutil
import tempfile

_data = tempfile.mkdtemp(prefix="callcenter-tests-")
atexit.register(shutil.rmtree, _data, ignore_errors=True)
for _name in ("AWS_ACCESS_KEY_ID", "AWS_PROFILE", "DYNAMODB_ENDPOINT_URL", "REDIS_URL", "DEBUG", "HTTPS"):
    os.environ.pop(_name, None)
# Port 9 never answers: a test without the fixtures of engine or Redis fails at once.
os.environ.update(DATA_DIR=_data, LOCAL_DYNAMODB_PORT="9", LOCAL_REDIS_PORT="9")
os.environ["SECRET_KEY"] = "tests-only".ljust(32, "-")
os.environ["REPORTING_SINKS"] = "{}"  # a test that is about reporting names its own

from callcenter.settings import *  # noqa: E402, F403 - the point of this module

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # fast; these users live for one test
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True  # serves from static/, so that tests need no collected files
WHITENOISE_USE_FINDERS = True
