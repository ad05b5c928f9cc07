"""Worker and beat beside the site, for tests that play simulations."""

from dataclasses import replace

from playwright.sync_api import Page, expect

from tests.browser.looks import DESK_AND_PHONE, LAPTOP
from tests.browser.site import PYTHON, Site
from tests.forked import Forked

SIZES = {"-laptop": LAPTOP, **DESK_AND_PHONE}
CELERY = ("-m", "celery", "--quiet", "-A", "callcenter", "worker", "--beat", "--concurrency", "2")


def worker_start(site: Site) -> Forked:
    """Starts a worker; the caller ends it."""
    web = site.processes["web"].program
    command = (PYTHON, *CELERY, "--loglevel", "warning")
    return Forked(replace(web, name="worker", command=command, log=web.log.with_name("worker.log")))


def stop(page: Page) -> None:
    """Stops the simulation of a page, which asks first."""
    page.get_by_text("Stop…", exact=True).click()
    expect(page.get_by_text("Stop this simulation?")).to_be_visible()
    page.get_by_role("button", name="Stop simulation").click()
