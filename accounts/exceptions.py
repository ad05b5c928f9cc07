"""Errors of accounts, each one sentence."""


class AccountError(Exception):
    """A change of a user that a rule forbids: nothing was changed. `code` tells programs why."""

    code = ""
    field = ""


class NameTakenError(AccountError):
    """Another user has this name."""

    code = "name_taken"
    field = "name"

    def __init__(self, name: str) -> None:
        super().__init__(f"There is already a user {name}.")


class LastAdministratorError(AccountError):
    """Without this user there would be no administrator."""

    code = "last_administrator"
    field = "role"

    def __init__(self) -> None:
        super().__init__("This is the last active administrator. Make another user an administrator first.")


class OwnAccountError(AccountError):
    """Users cannot disable themselves."""

    code = "own_account"

    def __init__(self) -> None:
        super().__init__("You cannot disable yourself. Ask another administrator.")


class DisabledError(AccountError):
    """A disabled user gets no link."""

    code = "disabled"

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is disabled. Enable the user first.")


class NoSuchUserError(AccountError):
    """No active user of this name may have a desk."""

    code = "unknown_user"
    field = "user"

    def __init__(self, name: str) -> None:
        super().__init__(f"user: there is no user {name!r} with access to the dashboard")


class SeatTakenError(AccountError):
    """Another user has that desk."""

    code = "desk_taken"
    field = "agent"

    def __init__(self, agent_id: str, sitter: str) -> None:
        super().__init__(f"agent: {sitter or 'another user'} is already at the desk of {agent_id!r}")
        self.agent_id, self.sitter = agent_id, sitter
