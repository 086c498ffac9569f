"""A varied table is run and recorded under its variation."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.floor.order import News, Order
from croupier.floor.premises import Premises
from croupier.records.bundle import make_bundle, round_in, verify_bundle
from croupier.rules.house import HouseText
from croupier.rules.variation_overlay import variations_of
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.state import Table, TableRules
from croupier.terms.refusal import Refusal
from croupier.wire.rulebooks import RecordedRulebooks
from tests.inspection import inspection
from tests.loops import asked, running
from tests.rules.house_files import COLORADO
from tests.web.api.world import ANN, BOSS, bet, opening, spin

HOUSE = COLORADO.replace("number = 7\n", "number = 7\nelectronic = true\n")
VARIED = """
[[variation]]
name = "Straight at 34"
application = { date = 2014-03-10, what = "Straight bets pay 34 to 1." }
review = { date = 2014-04-22, finding = "no objection" }
rule = [{ kind = "permanent", name = "Rule 14-9", from = 2014-06-02 }]
[variation.book.wager.straight]
pays = 34
"""
CITED = "CO 47.1-2215, Rule 14-9"


class Unheard:
    """A feed without listeners."""

    def publish(self, news: News, table: Table) -> None: ...


def _feed(_number: str, _rules: TableRules) -> Unheard:
    return Unheard()


def opened(directory: Path, text: str) -> Premises:
    return Premises.open(directory, [HouseText(text)], _feed)


def ask(premises: Premises, command: c.AnyCommand, name: str) -> e.Events | Refusal:
    answer = asked(premises.tables["7"].desk, Order(name, command))
    outcome = answer.outcome
    return outcome if isinstance(outcome, Refusal) else answer.events


def do(premises: Premises, commands: list[c.AnyCommand], name: str) -> list[e.AnyEvent]:
    found: list[e.AnyEvent] = []
    for rank, command in enumerate(commands):
        answer = ask(premises, command, f"{name}{rank}")
        assert not isinstance(answer, Refusal), answer
        found += answer
    return found


def paid(events: list[e.AnyEvent]) -> list[tuple[int, str | None]]:
    return [
        (each.winnings, each.authority.clause)
        for event in events
        if isinstance(event, e.WinnersPaid)
        for each in event.wagers
    ]


@pytest.mark.clause("CO 47.1-2215", duty="commission")
@pytest.mark.parametrize(
    ("text", "winnings", "clause"), [(HOUSE + VARIED, 17_000, CITED), (HOUSE, 17_500, "CO 47.1-2204(1)")]
)
def test_a_table_is_run_and_recorded_under_its_variation(tmp_path: Path, text: str, winnings: int, clause: str) -> None:
    with running(opened(tmp_path, text)) as premises:
        rules = premises.tables["7"].rules
        commands = [*inspection(rules, BOSS), *opening(ANN), bet(ANN, 1, "17", 500), *spin("17")]
        assert paid(do(premises, commands, "a")) == [(winnings, clause)]
    book = rules.betting.book
    assert [each.clause for each in variations_of(book)] == ([CITED] if clause == CITED else [])
    assert f'"book":"{book.id}"' in rules.document
    assert book.digest in rules.document


def test_a_varied_rulebook_is_recorded_whole_and_its_rounds_are_settled_under_it(tmp_path: Path) -> None:
    """The folder of the variation is among the files: $10 on 17 pay 34 to 1, in the bundle as at the table."""
    with running(opened(tmp_path, HOUSE + VARIED)) as premises:
        do(premises, [*inspection(premises.tables["7"].rules, BOSS), *opening(ANN)], "open")
        do(premises, [bet(ANN, 1, "17", 1_000), *spin("17")], "round")
        book = premises.tables["7"].rules.betting.book
        sealer = premises.sealer
        assert sealer is not None
        sealer.seal()
        with premises.open_journal() as journal:
            files = RecordedRulebooks.of(journal).files(book.id, book.digest)
            bundle = make_bundle(journal, "table/7", 1)
    assert f"{book.id}/variation.toml" in files
    assert verify_bundle(bundle).note == "Settled again, every wager gets what it got at the table."
    (wager,) = round_in(bundle).settle().wagers
    assert (wager.winnings, wager.clause) == (34_000, CITED)
