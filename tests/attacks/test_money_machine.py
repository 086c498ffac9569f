"""A part of the fuzz of money; all of it is a nightly target."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier.table import event as e
from croupier.table.evolve import evolve
from croupier.table.state import Table
from tests.attacks import money_fuzz
from tests.attacks.money_fuzz import TABLES, fuzz, not_happened


@pytest.mark.parametrize("name", TABLES)
def test_no_money_is_made_or_lost(name: str) -> None:
    done = fuzz(7, 2_500, name)
    assert done["crown-lifted/1"] > 5
    assert done["slip-requested/1"]
    assert done["drop-counted/1"]


@pytest.mark.slow
def test_the_fuzz_comes_to_everything_that_it_is_about() -> None:
    """Devices, coupons, second persons, fills and credits, prison choices, Big Six, claims and counts."""
    done: Counter[str] = Counter()
    for seed, name in enumerate(TABLES):
        done += fuzz(seed, 6_000, name)
    assert not_happened(done) == []


def test_a_ticket_that_is_not_crossed_out_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: redeeming leaves the ticket open."""

    def forgetful(table: Table, event: e.AnyEvent) -> Table:
        if isinstance(event, e.TicketRedeemed):
            return table
        return evolve(table, event)

    monkeypatch.setattr(money_fuzz, "evolve", forgetful)
    with pytest.raises(AssertionError, match="a ticket was made"):
        fuzz(7, 2_500, "nj-terminals")
