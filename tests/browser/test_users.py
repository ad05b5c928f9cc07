"""Users in the browser: invited by an administrator, with password and second factor of their own."""

import re
import time

from playwright.sync_api import expect

from tests.browser.conftest import Opened
from tests.browser.looks import assert_fits, assert_looks_right
from tests.signing_in.one_time_codes import code_of

PASSWORD = "a long sentence of mine"


def test_an_invited_user_chooses_a_password_signs_in_and_turns_on_a_second_factor(opened: Opened) -> None:
    page = opened("/users/", name="ada")
    assert_looks_right(page, "users")
    assert_fits(page)
    page.get_by_role("link", name="New user").click()
    page.get_by_label("User name").fill("pat")
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_role("alert")).to_contain_text("Role: required")
    assert_looks_right(page, "user-wrong")
    page.get_by_label("Role").select_option(label="Planner")
    page.get_by_role("button", name="Invite").click()
    link = page.locator(".secret code").inner_text()
    assert_looks_right(page, "user-link")

    guest = opened(link, name="", fresh=True)
    assert_looks_right(guest, "choose-password")
    for label in ("New password", "New password confirmation"):
        guest.get_by_label(label, exact=True).fill(PASSWORD)
    guest.get_by_role("button", name="Save").click()
    guest.get_by_label("User name").fill("pat")
    guest.get_by_label("Password").fill(PASSWORD)
    guest.get_by_role("button", name="Sign in").click()
    guest.get_by_role("link", name=re.compile("pat")).click()
    expect(guest.get_by_role("definition").filter(has_text="Planner")).to_be_visible()
    assert_looks_right(guest, "account")

    guest.get_by_role("link", name="Turn on two-factor sign-in").click()
    guest.get_by_label("Password").fill(PASSWORD)
    assert_looks_right(guest, "password-again")
    guest.get_by_role("button", name="Continue").click()
    expect(guest.get_by_role("img", name="QR code")).to_be_visible()
    assert_looks_right(guest, "two-factor")
    secret = guest.locator(".secret-text").inner_text()
    guest.get_by_label("Authenticator code").fill(code_of(secret, time.time()))
    guest.get_by_role("button", name="Turn on").click()
    expect(guest.locator(".recovery-codes li")).to_have_count(10)
    assert_looks_right(guest, "recovery-codes")
