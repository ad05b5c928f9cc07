"""Audit log in the reader's time zone, from the first load."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, StorageState, expect

from routing.services import call_enqueue, call_touch
from tests.browser.site import Site


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_the_trail_is_of_the_reader_s_day_and_says_whose_day_it_is(
    browser: Browser, site: Site, sessions: dict[str, StorageState], zone: str
) -> None:
    call_enqueue(site.router, language="French", caller="Anne Petit", call_id=zone)
    call_touch(replace(site.router, origin="192.0.2.7"), call_id=zone, by="mara")
    context = browser.new_context(base_url=site.address, storage_state=sessions["mara"], timezone_id=zone)
    page = context.new_page()
    page.goto("/trail/")

    expect(page.get_by_label(f"Day in {zone}")).to_have_value(
        page.evaluate("new Intl.DateTimeFormat('sv').format(Date.now())")
    )
    # A clock alone: what was done just now was done on this day.
    expect(page.locator(".trail tbody .when").first).to_have_text(re.compile(r"^\d\d:\d\d:\d\d$"))
    expect(page.locator(".trail tbody .whom").first).to_have_text("Anne Petit")
    context.close()
