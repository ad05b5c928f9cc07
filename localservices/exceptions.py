"""Errors of local services, each one line for a person to act on."""

from pathlib import Path


class LocalServicesError(Exception):
    """Base of all errors of this package."""


class EngineMissingError(LocalServicesError):
    def __init__(self, platform: str, looked_in: Path) -> None:
        super().__init__(
            f"no embedded engine for {platform} in {looked_in}. Run `npm ci` first; where no binary exists, "
            "either run DynamoDB Local in Docker (docker run -p 127.0.0.1:6669:8000 amazon/dynamodb-local) "
            "and set DYNAMODB_ENDPOINT_URL=http://127.0.0.1:6669, or use AWS: set AWS_REGION and AWS "
            "credentials"
        )


class RedisMissingError(LocalServicesError):
    def __init__(self) -> None:
        super().__init__(
            "no Redis server found: reinstall requirements.txt, or set REDIS_URL to a running one"
        )


class PagesNotBuiltError(LocalServicesError):
    """The bundles of scripts and styles that every page loads are missing."""

    def __init__(self) -> None:
        super().__init__("the pages are not built: run `npm ci && npm run build` first, or use `make demo`")


class PortTakenError(LocalServicesError):
    """Something else listens on a port that a program of ours needs."""

    def __init__(self, name: str, port: int, variable: str) -> None:
        super().__init__(
            f"port {port} is taken, and {name} needs it: stop what listens there, "
            f"or choose another with {variable}="
        )


class DataFolderTakenError(LocalServicesError):
    """Another launcher runs its services on the same data folder."""

    def __init__(self, lock_file: Path, pid: int | None) -> None:
        launcher = f"process {pid}" if pid else "process unknown"
        super().__init__(
            f"another launcher ({launcher}) uses this data folder: stop it first, or choose another folder "
            f"with DATA_DIR=. The lock file is {lock_file}"
        )
        self.pid = pid


class NotHealthyError(LocalServicesError):
    """A program did not answer in time."""

    def __init__(self, name: str, seconds: float, log: Path) -> None:
        super().__init__(f"{name} did not answer within {seconds:g} s; its log is {log}")


class StopRequestedError(LocalServicesError):
    """Somebody asked to stop while something was being waited for."""

    def __init__(self) -> None:
        super().__init__("stopped before everything was ready")


class BadProcfileError(LocalServicesError):
    """A line of the Procfile is not `name: command`."""

    def __init__(self, path: Path, number: int, line: str) -> None:
        super().__init__(f"{path} line {number}: {line!r} is not `name: command`")
        self.number, self.line = number, line
