"""How a POST sent again with its key finds what it did, by the name of its address: operations and others.

A test walks the addresses: each that takes a POST is in one of the two tables, and each in the first is
carried out once and answered alike, in sequence and in parallel.
"""

from dashboard.operations.addresses import POSTED
from operations.operation import Found

KEYED: dict[str, Found] = {
    **{name: one.found for name, one in POSTED.items() if one.found is not Found.NOWHERE},
    "agents-bulk": Found.PART_BY_PART,
    **dict.fromkeys(
        (
            "seat-take",
            "seat-leave",
            "load-start",
            "load-stop",
            "simulation-start",
            "simulation-stop",
            "simulation-again",
        ),
        Found.IN_DJANGO,
    ),
}

UNKEYED: dict[str, str] = {
    **{name: one.found for name, one in POSTED.items() if one.found is Found.NOWHERE},
    **dict.fromkeys(
        (
            *("scene", "scene-new", "scene-remove", "reply", "reply-new", "reply-remove"),
            *(
                "setup-policy",
                "setup-policy-chosen",
                "setup-codes",
                "setup-codes-of",
                "setup-skills",
                "setup-teams",
                "setup-roll-back",
                "setup-caller-data",
            ),
            *("setup-schedule", "setup-schedule-new", "setup-schedule-remove"),
            *("setup-calendar", "setup-calendar-new", "setup-calendar-remove"),
            *("setup-queue-hours", "setup-queue-hours-chosen"),
            *("setup-agent", "setup-agent-new", "setup-agent-remove", "setup-agents-import"),
        ),
        "it is about the version that the page shows: sent again, it finds its own change",
    ),
    **dict.fromkeys(("setup-except", "setup-except-queue"), "sent again, it sets the same exception again"),
    "setup-caller-data-delete": "to delete it twice is to delete it once",
    "tokens": "a name belongs to one token: sent again, it finds the name taken",
    **dict.fromkeys(
        ("webhook", "webhook-new", "webhook-remove", "callbacks"),
        "it is about the version that the page shows: sent again, it finds its own change",
    ),
    **dict.fromkeys(
        ("webhook-secret", "callback-secret"),
        "it shows a secret once: sent again, it makes another, and the earlier one is void",
    ),
    **dict.fromkeys(("webhook-test", "sink-test"), "sent again, it sends another test message"),
    **dict.fromkeys(
        ("webhook-replay", "delivery-replay"),
        "messages that wait stay as they are, and receivers know a message by its id",
    ),
    "token-revoke": "to revoke it twice is to revoke it once",
    "user-new": "a name is used once: sent again, it finds the name taken",
    **dict.fromkeys(
        ("user", "user-disable", "user-enable", "user-two-factor", "user-unlink"),
        "to set it twice is to set it once",
    ),
    "user-link": "it shows a link once: sent again, it makes another, and the earlier one is void",
    **dict.fromkeys(
        ("mfa_activate_totp", "mfa_deactivate_totp"),
        "sent again, it finds the second factor set up, or removed",
    ),
    "mfa_generate_recovery_codes": "sent again, it makes others, which the page shows",
    **dict.fromkeys(
        ("account_login", "mfa_authenticate", "account_reauthenticate", "mfa_reauthenticate"),
        "it is about the session",
    ),
    **dict.fromkeys(("welcome", "password"), "sent again, it finds the link used, or the password changed"),
    "staffing-upload": "it changes nothing: what was sent goes into the address",
    "zone": "it sets one cookie; to set it twice is to set it once",
    "sign-in": "it is about the session: sent again, it makes another",
    "sign-out": "to be signed out twice is to be signed out",
}
