"""Schedules of scenes as the table has them, for a change of opening hours at the same moment."""

from dynamo.transaction import Transaction
from messaging.administration.following import FollowedScenes
from messaging.administration.scene_changes import scenes_kept
from messaging.messenger import Messenger
from messaging.model.scenes import Scenes
from messaging.storage.scene_items import NUMBER, VERSION_KEY, read_version, unchanged
from routing.router import ScheduleUse

SCHEDULE = "schedule"


def schedule_use(messenger: Messenger, scenes: Scenes) -> ScheduleUse:
    """The schedules of all scenes now. Raises DynamoError."""
    version = read_version(messenger.table)  # before the scenes: a change in between is seen as one
    followed = scenes.by_name
    setting = followed.setting if isinstance(followed, FollowedScenes) else scenes
    kept = scenes_kept(messenger, setting)

    def check(transaction: Transaction) -> None:
        key = VERSION_KEY._replace(table=messenger.table.name)
        transaction.check(key, when=unchanged(NUMBER, version))

    return ScheduleUse({name: str(one.given.get(SCHEDULE, "")) for name, one in kept.items()}, check)
