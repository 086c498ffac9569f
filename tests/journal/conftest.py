"""An empty store in PostgreSQL, and a journal in it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from croupier.journal.postgres.journal import PostgresJournal
from croupier.journal.postgres.store import PostgresStore
from tests.postgres import fresh_store


@pytest.fixture
def store() -> Iterator[PostgresStore]:
    with fresh_store() as made:
        yield made


@pytest.fixture
def journal(store: PostgresStore) -> Iterator[PostgresJournal]:
    with store.journal() as opened:
        yield opened
