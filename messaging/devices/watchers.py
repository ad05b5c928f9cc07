"""Watchers: devices that have a conversation open and follow it, though its news is not for their user."""

from collections.abc import Collection, Iterable

from messaging.devices.subscriptions import DeviceSubscription

MOST_WATCHED = 8
"""Conversations that one device watches; one more ends the watch of the oldest."""


class Watchers:
    """The watches of all devices of a process; each ends with its device, or when it says hello again."""

    def __init__(self) -> None:
        self._devices: dict[str, set[DeviceSubscription]] = {}
        self._chats: dict[DeviceSubscription, list[str]] = {}
        self.withdrawn = 0

    def of(self, chat: str) -> Collection[DeviceSubscription]:
        """The devices that watch a conversation."""
        return self._devices.get(chat, ())

    def add(self, device: DeviceSubscription, chat: str) -> None:
        """The device watches this conversation, as the newest one."""
        self.end(device, chat)
        chats = self._chats.setdefault(device, [])
        if len(chats) >= MOST_WATCHED:
            self.end(device, chats[0])
        chats.append(chat)
        self._devices.setdefault(chat, set()).add(device)

    def end(self, device: DeviceSubscription, chat: str) -> None:
        """The device no longer watches this conversation."""
        if chat in self._chats.get(device, ()):
            self._chats[device].remove(chat)
            self._devices[chat].discard(device)
            if not self._devices[chat]:
                del self._devices[chat]

    def withdraw(self, devices: Iterable[DeviceSubscription], chat: str) -> None:
        """Their user may no longer read this conversation."""
        self.withdrawn += 1
        for device in devices:
            self.end(device, chat)

    def forget(self, device: DeviceSubscription) -> None:
        """The device has left."""
        for chat in tuple(self._chats.get(device, ())):
            self.end(device, chat)
        self._chats.pop(device, None)

    def clear(self) -> None:
        """Ends all watches: each device then says again what it watches."""
        self.withdrawn += 1
        self._devices.clear()
        self._chats.clear()
