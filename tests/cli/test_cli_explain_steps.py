"""Every derivation: its clauses exist, a reading names its ADR, and it ends with what becomes of the money."""

from __future__ import annotations

import pytest

from croupier import Basis, Choice, Problems, Rules, Wager, WagerOutcome, catalogue, rulebook, rulebooks
from croupier.rules.explain import explain
from croupier.terms.money import dollars

ZEROS = ("lose-all", "half", "in-prison")


def open_tables() -> list[Rules]:
    """A table for every wheel and zero rule of every book, with every optional wager that goes with the rest."""
    tables = []
    for book in rulebooks():
        for wheel in book.wheels:
            for zero in ZEROS:
                try:
                    tables.append(book.table(wheel, zero=zero))
                except Problems:
                    continue
    together = (["five-adjacent", "seven-numbers"], ["six-color"])
    tables += [rulebook("nj").table("american", offers=offers) for offers in together]
    tables.append(rulebook("nj").table("european", offers=["seven-color", "trio-0-2-3", "first-four"]))
    return tables


@pytest.mark.parametrize("rules", open_tables(), ids=lambda rules: f"{rules.book.id}-{rules.choices.wheel}")
def test_that_zero_is_in_no_even_money_box_is_our_reading(rules: Rules) -> None:
    """The texts say at most what a zero does to such a wager, never that 0 is not even."""
    for spot in (each for each in rules.layout if each.even_money and "0" in rules.game.wheel.labels):
        settlement = rules.settle("0", [Wager(1, spot.id, 100)])
        steps = [step for each in settlement.wagers for step in explain(rules, "0", each)]
        (neither,) = (step.authority for step in steps if "neither red nor black" in step.text)
        assert neither is not None
        assert (neither.basis, neither.adr) == (Basis.READING, 6)


@pytest.mark.parametrize("rules", open_tables(), ids=lambda rules: f"{rules.book.id}-{rules.choices.wheel}")
def test_every_kind_of_wager_is_explained(rules: Rules) -> None:
    spots = {spot.wager: spot for spot in rules.layout}
    results = [label for label in ("0", "00", "1", "17", "$1", "joker") if label in rules.game.wheel.labels]
    prison = rules.game.zero.name == "in-prison"
    for kind, spot in spots.items():
        ways: list[tuple[Choice | None, bool]] = [(None, False)]
        if prison and kind in ("red", "low"):
            ways += [(Choice.LEAVE, False), (Choice.HALF, False), (None, True)]
        for result in results:
            for choice, imprisoned in ways:
                wager = Wager(1, spot.id, 105, choice, imprisoned)
                (settled,) = rules.settle(result, [wager]).wagers
                check_steps(rules, result, settled, wager)


def check_steps(rules: Rules, result: str, settled: WagerOutcome, wager: Wager) -> None:
    steps = explain(rules, result, settled, wager)
    cited = [step.authority for step in steps if step.authority]
    assert cited
    assert all(authority.clause in catalogue() for authority in cited if authority.clause)
    assert all(authority.adr for authority in cited if authority.basis is Basis.READING)
    assert settled.clause is None or settled.clause in [authority.clause for authority in cited]
    words = " ".join(step.text for step in steps)
    if settled.winnings:
        assert dollars(settled.winnings) in words
    if settled.outcome != "void":
        assert dollars(settled.returned or settled.stake) in words
