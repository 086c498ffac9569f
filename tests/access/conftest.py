"""All tests of people run on the file of one machine and on the database that nodes share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.access.house import House, house
from tests.postgres import fresh_store


@pytest.fixture(params=["file", pytest.param("database", marks=pytest.mark.slow)])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    if request.param == "file":
        with house(tmp_path) as made:
            yield made
        return
    with fresh_store() as store:
        shared = House(tmp_path, shared=store)
        yield shared
        shared.access.close()
