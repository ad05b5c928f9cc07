"""Shop of the demo: a separate site with the chat widget, and its scene."""

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from localservices.ports import LOOPBACK
from localservices.programs import Program

SCENE = "shop"
FIRST_MESSAGE = "Hello! How can we help you?"


@dataclass(frozen=True)
class DemoShop:
    """The shop on its port, which signs its customers' identities with the secret of its scene."""

    port: int
    secret: str

    @property
    def address(self) -> str:
        return f"http://{LOOPBACK}:{self.port}"

    @property
    def scenes(self) -> str:
        """The setting `SCENES` of the product, with that of the shop."""
        return json.dumps({**settings.SCENES, SCENE: self.scene})

    @property
    def scene(self) -> dict[str, object]:
        """The scene of the shop, as the setting has it."""
        return {
            "title": "Good Used Cars",
            "secret": self.secret,
            "origins": [self.address],
            "first_message": FIRST_MESSAGE,
            "ask_rating": True,
        }

    def program(self, *, folder: Path, log_folder: Path, site_port: int) -> Program:
        """The process of the shop."""
        environ = {
            **os.environ,
            "CALLCENTER_URL": f"http://{LOOPBACK}:{site_port}",
            "SHOP_SCENE": SCENE,
            "SHOP_SECRET": self.secret,
            "SHOP_PORT": str(self.port),
        }
        command = (sys.executable, "examples/shop/shop.py")
        return Program("shop", command, log_folder / "shop.log", environ=environ, folder=folder)
