from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import croupier
from tests.web.api.world import World

__all__ = ["croupier"]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A service of the test's own."""
    made = World(tmp_path / "data")
    yield made
    made.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A service that the tests of one file only read."""
    made = World(tmp_path_factory.mktemp("shared") / "data")
    yield made
    made.close()
