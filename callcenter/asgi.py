"""ASGI application: pages through Django, WebSockets of board and devices through Channels."""

import os
import sys
import warnings

from django.core.asgi import get_asgi_application

from callcenter.env import SettingError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "callcenter.settings")
# WhiteNoise hands small files to Django as a plain iterator; reading them whole is intended.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

try:
    _pages = get_asgi_application()
except SettingError as error:
    sys.exit(f"error: {error}")

from channels.routing import (  # noqa: E402 - models can be imported only after the set-up above
    ProtocolTypeRouter,
    URLRouter,
)
from channels.sessions import SessionMiddlewareStack  # noqa: E402

from api.access.devices import identify_devices  # noqa: E402
from api.conventions.body_limit import BodyLimit  # noqa: E402
from api.files.limit import most_bytes  # noqa: E402
from live.websocket_urls import board_urlpatterns  # noqa: E402
from messaging.websocket_urls import device_urlpatterns  # noqa: E402
from sockets.unknown import unknown_urlpatterns  # noqa: E402

_sockets = [*board_urlpatterns, *device_urlpatterns(identify_devices), *unknown_urlpatterns]

# Sockets read their user by session at each check; a user read here would be wasted.
application = ProtocolTypeRouter(
    {
        "http": BodyLimit(_pages, most_bytes),
        "websocket": SessionMiddlewareStack(URLRouter(_sockets)),
    }
)
