"""Host of the widget: the shop of `examples/shop`, beside the site of a benchmark."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from bench.centre.engine import ROOT, running, temporary_folder
from bench.messaging.admitted import SCENE
from bench.messaging.message_site import MessageSite, message_site
from bench.messaging.store import messenger_on
from bench.ports import free_port
from localservices.demo.shop import SCENE as SHOP_SCENE
from localservices.demo.shop import DemoShop
from localservices.ports import LOOPBACK
from messaging.services import message_table_create


@dataclass(frozen=True)
class Host:
    """A site, and the address of the shop whose page has its widget."""

    site: MessageSite
    address: str


@contextmanager
def host_running() -> Iterator[Host]:
    """Both, until the end of the block."""
    shop = DemoShop(free_port(), "shared with the shop of one benchmark")
    scenes = json.dumps({SCENE: {}, SHOP_SCENE: shop.scene})
    with temporary_folder() as folder, message_site(_no_messages, pairs=1, more={"SCENES": scenes}) as site:
        program = shop.program(folder=ROOT, log_folder=folder, site_port=site.board.port)
        with running(replace(program, is_healthy=lambda: _answers(shop.port))):
            yield Host(site, shop.address)


def _no_messages(endpoint: str) -> None:
    message_table_create(messenger_on(endpoint))


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((LOOPBACK, port)) == 0
