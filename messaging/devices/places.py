"""Places: the devices of each party; those of a named contact also have the places of its aliases.

A customer's device has no place, and gets no hello, until its family is read from the store: after it has
connected, after each merge, and after news may have been missed.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, KeysView, Mapping
from itertools import islice
from typing import NoReturn, TypeAlias

from messaging.devices.subscriptions import DeviceSubscription
from messaging.model.families import Family
from messaging.shown import is_customer

logger = logging.getLogger(__name__)

AT_ONCE = 100
RETRY_SECONDS = 1.0
Families: TypeAlias = Callable[[Collection[str]], Mapping[str, Family]]


class Places:
    """The places in one process. `families` reads the store, and is called in a thread."""

    def __init__(self, families: Families) -> None:
        self._families = families
        self._devices: dict[str, set[DeviceSubscription]] = {}
        self._waiting: set[DeviceSubscription] = set()
        self._changes = 0
        self._wake = asyncio.Event()

    @property
    def parties(self) -> KeysView[str]:
        """Those with devices here."""
        return self._devices.keys()

    def of(self, parties: Iterable[str]) -> set[DeviceSubscription]:
        """The devices of some parties, once each."""
        return {device for party in parties for device in self._devices.get(party, ())}

    def add(self, device: DeviceSubscription) -> None:
        """A new device."""
        if is_customer(device.party):
            self._wait([device])
        else:
            self._place(device, Family((device.party,)))

    def remove(self, device: DeviceSubscription) -> None:
        """The device is gone."""
        self._waiting.discard(device)
        for party in device.family.parties if device.family else ():
            devices = self._devices[party]
            devices.discard(device)
            if not devices:
                del self._devices[party]
        device.family = None

    def merged(self, contacts: Iterable[str]) -> None:
        """These contacts were merged, or a merge was undone."""
        self._changes += 1
        self._wait(self.of(contacts))

    def forget(self) -> None:
        """A merge may have been missed."""
        self._changes += 1
        self._wait(self.of(filter(is_customer, self._devices)))

    async def keep(self) -> NoReturn:
        """Gives devices their places; while the store is away they wait."""
        while True:
            await self._wake.wait()
            try:
                await self.place()
            except Exception:
                logger.exception("families of contacts cannot be read; trying again")
                await asyncio.sleep(RETRY_SECONDS)

    async def place(self) -> None:
        """Gives places to devices that wait; again, if there was a merge meanwhile."""
        devices, changes = [*islice(self._waiting, AT_ONCE)], self._changes
        found = await asyncio.to_thread(self._families, {device.party for device in devices})
        for device in self._waiting.intersection(devices) if changes == self._changes else ():
            self._waiting.discard(device)
            self._place(device, found[device.party])
        if not self._waiting:
            self._wake.clear()

    def _wait(self, devices: Iterable[DeviceSubscription]) -> None:
        for device in devices:
            self.remove(device)
            self._waiting.add(device)
            device.resync()
            self._wake.set()

    def _place(self, device: DeviceSubscription, family: Family) -> None:
        device.family = family
        for party in family.parties:
            self._devices.setdefault(party, set()).add(device)
        device.resync()
