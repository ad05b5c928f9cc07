"""Cores: CPU time of the web process, of the clients, and of everything else on the site."""

import time

import psutil

from bench.figures import Row


class Cores:
    """The processes of a site, which are children of this one; the clients are this process itself."""

    def __init__(self, web_pid: int) -> None:
        self._web = web_pid
        self._processes = {one.pid: one for one in psutil.Process().children(recursive=True)}

    def spent(self) -> dict[str, float]:
        """Seconds of CPU so far."""
        seconds = {pid: _seconds(process) for pid, process in self._processes.items()}
        web = seconds.pop(self._web)
        return {"web": web, "clients": time.process_time(), "others": sum(seconds.values())}

    def since(self, before: dict[str, float], *, seconds: float, messages: int) -> Row:
        """Shares of a core since then, and what a message cost the web process."""
        now = self.spent()
        shares = {f"{name}_core_percent": (now[name] - before[name]) / seconds * 100 for name in now}
        each = (now["web"] - before["web"]) / max(1, messages) * 1000
        return {name: round(share, 1) for name, share in shares.items()} | {
            "web_cpu_ms_per_message": round(each, 2)
        }


def _seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system
