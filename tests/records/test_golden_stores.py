"""The golden days in every store: the same records, hash for hash."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.journal.seal import seal
from croupier.journal.verify import verify_journal
from croupier.wire.inspection import rules_inspections
from tests.journal.examples import KEY, NOON
from tests.journal.test_contract import STORES, opened
from tests.records.days import GOLDEN, golden, played

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", sorted(path.stem for path in GOLDEN.glob("*.play")))
def test_a_golden_day_is_the_same_in_every_store(name: str, tmp_path: Path) -> None:
    found = []
    for store in STORES:
        (tmp_path / store).mkdir()
        with opened(store, tmp_path / store) as journal:
            _, lines = played(golden(name), journal)
            assert [each.found for line in lines for each in line.failures] == []
            seal(journal, KEY, NOON)
            assert verify_journal(journal, inspections=rules_inspections()).ok
            found.append([record.hash for head in journal.streams() for record in journal.read(head.stream)])
    assert found[0]
    assert all(each == found[0] for each in found)
