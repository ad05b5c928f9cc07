"""Centre: what every service of chats needs."""

from dataclasses import dataclass, replace
from functools import partial

from messaging.administration.schedule_use import schedule_use
from messaging.chats.companions import Beside
from messaging.messenger import Messenger
from messaging.model.messages import Head
from messaging.model.scenes import Scenes
from messaging.services.reading import head_read
from routing.router import Router


@dataclass(frozen=True)
class Chats:
    """The conversations of a contact centre, and the router `with_companions` for their chats."""

    messenger: Messenger
    router: Router

    @property
    def beside(self) -> Beside:
        """What is written with a change of a chat."""
        assert isinstance(self.router.companions, Beside)
        return self.router.companions

    @property
    def scenes(self) -> Scenes:
        return self.beside.scenes

    def routed(self, beside: Beside) -> Router:
        """The router for one operation, with companions of its own."""
        return replace(self.router, companions=beside)

    def head(self, chat: str) -> Head:
        """The head now. Raises UnknownChatError."""
        return head_read(self.messenger, chat=chat)


def with_companions(router: Router, messenger: Messenger, scenes: Scenes) -> Router:
    """The router whose changes of chats write their messages, and which closes idle chats by them."""
    beside = Beside(messenger, scenes)
    return replace(
        router,
        companions=beside,
        last_activity=beside.last_activity,
        scene_policy=scenes.policy_of,
        scene_hours=scenes.rule_of,
        schedule_use=partial(schedule_use, messenger, scenes),
    )
