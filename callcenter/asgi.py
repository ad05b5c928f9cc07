"""ASGI application: pages through Django, WebSockets of board and devices through Channels."""

import gc
import os
import sys
from importlib import import_module

import django
from django.conf import settings

from callcenter.env import SettingError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "callcenter.settings")

try:
    django.setup(set_prefix=False)
    from dashboard.pages.handler import Pages

    _pages = Pages()
except SettingError as error:
    sys.exit(f"error: {error}")

# Models can be imported only after the set-up above.
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import SessionMiddlewareStack

from api.access.devices import identify_devices, within_reach
from api.conventions.body_limit import BodyLimit
from api.files.limit import most_bytes
from live.websocket_urls import board_urlpatterns
from messaging.websocket_urls import device_urlpatterns
from sockets.unknown import unknown_urlpatterns

_sockets = [*board_urlpatterns, *device_urlpatterns(identify_devices, within_reach), *unknown_urlpatterns]

# Sockets read their user by session at each check; a user read here would be wasted.
application = ProtocolTypeRouter(
    {
        "http": BodyLimit(_pages, most_bytes),
        "websocket": SessionMiddlewareStack(URLRouter(_sockets)),
    }
)

# What is loaded now stays. The collector would look at all of it again and again, each time for a tenth of a
# second in which nobody is answered.
import_module(settings.ROOT_URLCONF)
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 20, 20)
