"""Names of queues in words. Pure."""


def queue_name(key: object) -> str:
    """A queue's key in words: "W#English#Any" as "English · Any"."""
    return " · ".join(str(key).split("#")[1:])
