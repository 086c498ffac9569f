"""One service for each worker; every test gets people of its own and a fresh table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, StorageState, expect

from tests.browser.hand import Hands
from tests.browser.houses import COPIES, numbers
from tests.browser.service import SECONDS, Service
from tests.browser.serving import PASSWORD
from tests.browser.visitor import LAPTOP, WAIT_MS, Browsers, Kind, Left, Visitor
from tests.conftest import launched

expect.set_options(timeout=WAIT_MS)

Visit = Callable[..., Visitor]
FreshTable = Callable[[str], str]

package_browser = pytest.fixture(launched, scope="package", name="package_browser")


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The worker's own service."""
    running = Service(tmp_path_factory.mktemp("house"))
    running.start()
    yield running
    running.close()


@pytest.fixture(scope="session")
def cookies(service: Service) -> Callable[[str], StorageState]:
    """The cookies of somebody who has signed in; each signs in once."""
    return signing_in(service)


def signing_in(service: Service, password: str = PASSWORD) -> Callable[[str], StorageState]:
    """Signs people in, each once."""
    known: dict[str, StorageState] = {}

    def of(name: str) -> StorageState:
        if name not in known:
            answer = httpx.post(
                f"{service.url}/api/v1/session",
                json={"name": name, "password": password},
                headers={"Origin": service.url},
                timeout=SECONDS,
            )
            assert answer.status_code == 200, answer.text
            known[name] = {
                "cookies": [
                    {
                        "name": cookie.name,
                        "value": cookie.value or "",
                        "domain": "127.0.0.1",
                        "path": "/",
                        "expires": -1,
                        "httpOnly": True,
                        "secure": False,
                        "sameSite": "Strict",
                    }
                    for cookie in answer.cookies.jar
                ],
                "origins": [],
            }
        return known[name]

    return of


@pytest.fixture(scope="package")
def left() -> Left:
    return {}


@pytest.fixture(scope="package")
def browsers(package_browser: Browser, cookies: Callable[[str], StorageState], left: Left) -> Browsers:
    return Browsers(package_browser, cookies, left)


@pytest.fixture(scope="module")
def chromium(package_browser: Browser, left: Left) -> Iterator[Browser]:
    """The browser of the package, without pages of other modules except those kept for visitors."""
    yield package_browser
    waiting = [page.context for pages in left.values() for page in pages]
    for context in package_browser.contexts:
        if context not in waiting:
            context.close()


@pytest.fixture
def visit(browsers: Browsers, service: Service) -> Iterator[Visit]:
    """Opens a browser of somebody's own; a page that had errors fails the test at its end."""
    visitors: list[Visitor] = []

    def enter(
        name: str = "",
        *,
        url: str = "",
        size: tuple[int, int] = LAPTOP,
        touch: bool = False,
        motion: bool = False,
    ) -> Visitor:
        visitors.append(Visitor(browsers, Kind(url or service.url, name, touch, motion), size))
        return visitors[-1]

    yield enter
    for visitor in visitors:
        visitor.close()


@pytest.fixture(scope="session")
def hands(service: Service, cookies: Callable[[str], Any]) -> Iterator[Hands]:
    with Hands(service, cookies) as hands:
        yield hands


@pytest.fixture(scope="session")
def fresh_table() -> FreshTable:
    """A table of the given kind that no other test of this worker has used."""
    left = {kind: iter(numbers(kind)) for kind in COPIES}
    return lambda kind: next(left[kind])
