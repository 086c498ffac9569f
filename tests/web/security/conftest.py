from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.access.house import House, house
from tests.web.security.browser import Browser, Site


@pytest.fixture
def home(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path) as made:
        yield made


@pytest.fixture
def site(home: House) -> Iterator[Site]:
    made = Site(home)
    yield made
    made.close()


@pytest.fixture
def browser(site: Site) -> Browser:
    return Browser(site)
