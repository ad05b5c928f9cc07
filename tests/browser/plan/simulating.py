"""Worker and beat beside the site, for tests that play simulations."""

from dataclasses import replace

from localservices.child import Child
from tests.browser.site import PYTHON, Site

CELERY = ("-m", "celery", "--quiet", "-A", "callcenter", "worker", "--beat", "--concurrency", "2")


def worker_start(site: Site) -> Child:
    """Starts a worker; the caller ends it."""
    web = site.processes["web"].program
    command = (PYTHON, *CELERY, "--loglevel", "warning")
    return Child(replace(web, name="worker", command=command, log=web.log.with_name("worker.log")))
