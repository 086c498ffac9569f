"""People, their passwords and their security keys, in Chromium with its virtual authenticator."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from playwright.sync_api import Browser, CDPSession, Page, Route, expect

from tests.accessibility import violations
from tests.browser.service import Service
from tests.browser.serving import PASSWORD
from tests.browser.test_pages import SMALL
from tests.browser.visitor import DESKTOP, PHONE, WAIT_MS
from tests.nightly import extent

pytestmark = pytest.mark.slow
OTHER = "a password of my own"


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    running = Service(tmp_path_factory.mktemp("strict"), "tests.browser.strict_serving")
    running.start()
    yield running
    running.close()


class Someone:
    """A browser with a security key in it, at the one address where keys work."""

    def __init__(self, chromium: Browser, service: Service, *, touch: bool = False) -> None:
        self.context = chromium.new_context(base_url=f"http://localhost:{service.port}", has_touch=touch)
        self.context.set_default_timeout(WAIT_MS)
        self.page: Page = self.context.new_page()
        self.wrong: list[str] = []
        self.looks = 0
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.cdp: CDPSession = self.context.new_cdp_session(self.page)
        self.cdp.send("WebAuthn.enable")
        self.key = self.plug_in()

    def plug_in(self) -> str:
        options = {
            "protocol": "ctap2",
            "transport": "usb",
            "hasResidentKey": False,
            "hasUserVerification": False,
            "automaticPresenceSimulation": True,
        }
        made = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        return str(made["authenticatorId"])

    def credentials(self) -> list[dict[str, Any]]:
        found = self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.key})
        return list(found["credentials"])

    def swap(self, credential: dict[str, Any], **changed: Any) -> None:
        """Another key in place of this one, with a credential that somebody made up."""
        self.cdp.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": self.key})
        self.key = self.plug_in()
        made = {**credential, **changed}
        self.cdp.send("WebAuthn.addCredential", {"authenticatorId": self.key, "credential": made})

    def sign_in(self, name: str, password: str = PASSWORD, path: str = "/sign-in") -> None:
        self.page.goto(path)
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.get_by_label("Password", exact=True).fill(password)
        self.page.get_by_role("button", name="Sign in", exact=True).click()

    def at_second_step(self) -> None:
        expect(self.page.get_by_role("heading", name="One more step")).to_be_visible()

    def use_key(self) -> None:
        self.page.get_by_role("button", name="Use the security key").click()

    def use_code(self, code: str) -> None:
        if not self.page.get_by_label("Recovery code").is_visible():
            self.page.get_by_text("No key with you?").click()
        self.page.get_by_label("Recovery code").fill(code)
        self.page.get_by_role("button", name="Use the code").click()

    def confirm(self, password: str = PASSWORD, code: str = "") -> None:
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_label("Password").fill(password)
        if code:
            dialog.get_by_label("Recovery code").fill(code)
        dialog.get_by_role("button", name="Continue").click()
        expect(dialog).to_be_hidden()

    def add_key(self, label: str, password: str = PASSWORD, code: str = "") -> list[str]:
        """Enrolls the key that is plugged in; the recovery codes, where some were made."""
        self.page.get_by_label("Name of the key").fill(label)
        self.page.get_by_role("button", name="Add this key").click()
        self.confirm(password, code)
        expect(self.page.locator("#key-form .reply")).to_have_text(f"The key {label} was added.")
        return self.page.locator("#code-list li").all_inner_texts()

    def clean(self) -> None:
        """By day axe runs at one size after the other, and at night at each."""
        self.looks += 1
        for at, (width, height) in enumerate((DESKTOP, PHONE)):
            self.page.set_viewport_size({"width": width, "height": height})
            if extent(at == self.looks % 2, nightly=True):
                assert violations(self.page) == "", f"{self.page.url} at {width}x{height}"
            assert self.page.evaluate(SMALL) == []
            wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert self.page.evaluate(wide) <= 0

    def close(self) -> None:
        self.context.close()
        assert self.wrong == []


@pytest.fixture
def someone(chromium: Browser, strict: Service) -> Iterator[Someone]:
    made = Someone(chromium, strict)
    yield made
    made.close()


@pytest.fixture
def somebody_else(chromium: Browser, strict: Service) -> Iterator[Someone]:
    made = Someone(chromium, strict)
    yield made
    made.close()


def test_a_given_password_is_changed_first_and_then_a_key_is_enrolled(someone: Someone, somebody_else: Someone) -> None:
    """The first day of a key manager, and the second."""
    page = someone.page
    someone.sign_in("kim", path="/sign-in?next=/pit")
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    expect(page.locator("#first")).to_contain_text("Another person knows your password")
    expect(page.get_by_role("heading", name="Security keys")).to_be_hidden()
    someone.clean()
    page.goto("/pit", wait_until="commit")  # the page redirects before it has loaded
    page.wait_for_url(re.compile("/account"))
    for new, again, words in (
        (OTHER, "something else", "not the same"),
        (PASSWORD, PASSWORD, "your current password"),
        (OTHER, OTHER, "Changed."),
    ):
        page.get_by_label("Current password").fill(PASSWORD)
        page.get_by_label("New password", exact=True).fill(new)
        page.get_by_label("New password again").fill(again)
        page.get_by_role("button", name="Change the password").click()
        expect(page.locator("#password-form .reply")).to_contain_text(words)
    expect(page.locator("#first")).to_contain_text("Your role requires a security key")
    page.goto("/pit", wait_until="commit")  # the page redirects before it has loaded
    page.wait_for_url(re.compile("/account"))
    assert page.evaluate("fetch('/api/v1/accounts').then((answer) => answer.status)") == 403
    codes = someone.add_key("blue key", OTHER)
    assert len(codes) == 10
    someone.clean()
    page.get_by_role("button", name="I have saved them").click()
    page.wait_for_url(re.compile("/pit"))

    # The next day, on the same machine and with the same key
    page.context.clear_cookies()
    someone.sign_in("kim", OTHER, "/sign-in?next=/pit")
    someone.at_second_step()
    expect(page.get_by_role("button", name="Use the security key")).to_be_focused()
    someone.clean()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/pit"))

    # And without it
    other = somebody_else.page
    somebody_else.sign_in("kim", OTHER, "/sign-in?next=/account")
    somebody_else.at_second_step()
    somebody_else.use_code(codes[0].lower())
    expect(other.get_by_role("heading", name="Your account")).to_be_visible()
    expect(other.locator("#codes-left")).to_contain_text("9 codes are left")
    other.context.clear_cookies()
    somebody_else.sign_in("kim", OTHER)
    somebody_else.at_second_step()
    somebody_else.use_code(codes[0])
    expect(other.locator("#trouble")).to_contain_text("was not accepted")
    assert other.evaluate("fetch('/api/v1/session').then((answer) => answer.status)") == 204


def test_another_key_and_a_copy_are_refused(someone: Someone) -> None:
    page = someone.page
    someone.sign_in("lee-own", path="/sign-in?next=/account")
    codes = someone.add_key("only one")
    (credential,) = someone.credentials()
    page.context.clear_cookies()
    someone.sign_in("lee-own", path="/sign-in?next=/account")
    someone.at_second_step()
    someone.use_key()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()

    page.context.clear_cookies()
    fresh = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    someone.swap(credential, privateKey=base64.b64encode(fresh).decode(), signCount=50)
    someone.sign_in("lee-own")
    someone.at_second_step()
    someone.use_key()
    expect(page.locator("#trouble")).to_contain_text("was not accepted")

    someone.swap(credential, signCount=0)
    someone.use_key()
    expect(page.locator("#trouble")).to_contain_text("was not accepted")
    someone.swap(credential, signCount=50)
    someone.use_key()
    expect(page.locator("#trouble")).to_contain_text("no usable security key")
    someone.use_code(codes[0])
    page.wait_for_url(re.compile("/account"))
    expect(page.locator("#key-list")).to_contain_text("Blocked")
    someone.clean()
    someone.swap(credential, credentialId=base64.b64encode(b"something else entirely").decode(), signCount=0)
    someone.add_key("the new one", code=codes[1])
    page.get_by_role("button", name="Remove the key only one").click()
    someone.confirm()
    expect(page.locator("#key-list li")).to_have_count(1)
    page.get_by_role("button", name="Remove the key the new one").click()
    someone.confirm()
    expect(page.locator("#key-form .reply")).to_contain_text("this is your only one")


def test_new_codes_and_a_second_key(someone: Someone) -> None:
    """People who do not need a key may enroll one, and remove it."""
    page = someone.page
    someone.sign_in("sid-own", path="/sign-in?next=/account")
    expect(page.locator("#first")).to_be_hidden()
    first = someone.add_key("first")
    page.get_by_role("button", name="Make new codes").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.locator("#recovery-part .reply")).to_have_text("Nothing was changed.")
    page.get_by_role("button", name="Make new codes").click()
    someone.confirm("not the password")
    expect(page.locator("#recovery-part .reply")).to_have_text("The password is wrong.")
    page.get_by_role("button", name="Make new codes").click()
    someone.confirm(code=first[0])
    expect(page.locator("#recovery-part .reply")).to_have_text("The old codes are void.")
    second = page.locator("#code-list li").all_inner_texts()
    assert not set(first) & set(second)
    page.get_by_role("button", name="Remove the key first").click()
    someone.confirm(code=first[1])
    expect(page.locator("#key-form .reply")).to_contain_text("was not accepted")
    page.get_by_role("button", name="Remove the key first").click()
    someone.confirm()
    expect(page.locator("#key-list li")).to_have_count(0)
    page.context.clear_cookies()
    someone.sign_in("sid-own", path="/sign-in?next=/account")
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


def test_two_key_managers_reset_a_lost_key(someone: Someone, somebody_else: Someone) -> None:
    """Both keys are used at the first key manager's console: the second one brings their own."""
    somebody_else.sign_in("vera-own", path="/sign-in?next=/account")
    somebody_else.add_key("lost one")
    lost_one = somebody_else.credentials()
    somebody_else.page.context.clear_cookies()
    somebody_else.sign_in("pam-own", path="/sign-in?next=/account")
    somebody_else.add_key("pam key")
    (brought,) = [each for each in somebody_else.credentials() if each not in lost_one]
    page = someone.page
    someone.sign_in("max-own", path="/sign-in?next=/pit")
    page.wait_for_url(re.compile("/account"))
    someone.add_key("max key")
    page.get_by_role("button", name="I have saved them").click()
    page.wait_for_url(re.compile("/pit"))
    page.get_by_role("button", name="People").click()
    page.get_by_role("button", name="vera-own").click()
    lost = page.locator("form.ask", has=page.get_by_role("heading", name="Lost second factor"))
    lost.get_by_label("Why").fill("left in a car")
    lost.get_by_label("Second key manager").fill("dora")
    lost.get_by_label("Their password").fill(PASSWORD)
    lost.get_by_role("button", name="Remove").click()
    expect(lost.locator(".reply")).to_contain_text("Another key manager must approve")
    someone.swap(brought)
    lost.get_by_label("Second key manager").fill("pam-own")
    lost.get_by_role("button", name="Remove").click()
    expect(lost.locator(".reply")).to_have_text("Removed. Sessions have ended.")
    somebody_else.page.context.clear_cookies()
    somebody_else.sign_in("vera-own", path="/sign-in?next=/account")
    expect(somebody_else.page.locator("#who")).to_contain_text("vera-own")
    expect(somebody_else.page.locator("#key-list li")).to_have_count(0)


def locked(someone: Someone) -> Page:
    """The pit of somebody whose console the service has locked, once the page knows."""
    page = someone.page

    def lock(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "locked": True})

    page.route("**/api/v1/session", lock)
    page.goto("/pit")
    expect(page.get_by_role("dialog")).to_contain_text("Console locked")
    return page


def test_a_locked_console_asks_for_the_key_where_the_house_does(someone: Someone) -> None:
    someone.sign_in("joe-own", path="/sign-in?next=/account")
    codes = someone.add_key("joe key")
    someone.page.get_by_role("button", name="I have saved them").click()
    page = locked(someone)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Recovery code")).to_be_hidden()
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Unlock").click()
    expect(dialog).to_be_hidden()

    (credential,) = someone.credentials()
    someone.swap(credential, signCount=0)  # an old copy of the key
    page = locked(someone)
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Unlock").click()
    expect(dialog.locator(".reply")).to_contain_text("was not accepted")
    someone.clean()
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_label("Recovery code").fill(codes[0])
    dialog.get_by_role("button", name="Unlock").click()
    expect(dialog).to_be_hidden()


def test_a_player_with_a_given_password_changes_it(someone: Someone) -> None:
    page = someone.page
    someone.sign_in("ana", path="/sign-in?next=/")
    expect(page.locator("#first")).to_contain_text("Another person knows your password")
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("New password", exact=True).fill(OTHER)
    page.get_by_label("New password again").fill(OTHER)
    page.keyboard.press("Enter")
    expect(page.locator("#password-form .reply")).to_contain_text("Changed.")
    expect(page.get_by_role("heading", name="Security keys")).to_be_hidden()
    page.goto("/")
    expect(page.get_by_role("link", name=re.compile("ana"))).to_be_visible()
