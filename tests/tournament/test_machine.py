"""Any command in any order: every tournament ends and balances to the cent, even after a crash."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from croupier.floor.tournament_writer import TournamentWriter, replay_tournament
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Batch, OutcomeUnknown, VersionConflict
from croupier.journal.record import Record
from croupier.journal.sqlite import SqliteJournal
from croupier.terms.refusal import Refusal
from croupier.tournament import command as c
from croupier.tournament.evolve import evolve
from croupier.tournament.state import Tournament
from croupier.wire.tournaments import tournament_draft, tournament_event
from tests.tournament.playing import DIRECTOR, Hall
from tests.tournament.wandering import Wanderer, shapes, wander

RUNS = 200


class AnyTournament(RuleBasedStateMachine):
    """Hypothesis chooses the tournament, the commands, and when the director brings it to its end."""

    @initialize(shape=st.integers(0, len(shapes()) - 1))
    def begin(self, shape: int) -> None:
        self.wanderer = Wanderer(shapes()[shape])

    @rule(seed=st.integers(0, 1 << 32))
    def anything(self, seed: int) -> None:
        self.wanderer.act(Random(seed))

    @rule(seed=st.integers(0, 1 << 32))
    def what_comes_next(self, seed: int) -> None:
        self.wanderer.step(Random(seed))

    @invariant()
    def nothing_is_made_or_lost(self) -> None:
        if hasattr(self, "wanderer"):
            self.wanderer.check()

    def teardown(self) -> None:
        if not hasattr(self, "wanderer"):
            return
        self.wanderer.finish(Random(1))
        self.wanderer.check_end()
        again = Tournament()
        for number, event in enumerate(self.wanderer.log, start=1):
            draft = tournament_draft(event, str(number), DIRECTOR.id, 0)
            record = Record("tournament/x", number, 0, draft.actor, draft.kind, draft.body, b"", b"")
            evolve(again, tournament_event(record).event)  # type: ignore[arg-type]
        again.last_at = self.wanderer.state.last_at
        assert again == self.wanderer.state


TestAnyTournament = pytest.mark.slow(AnyTournament.TestCase)
TestAnyTournament.settings = settings(max_examples=60, stateful_step_count=40)


@pytest.mark.slow
@pytest.mark.clause("CO 47.1-2213.05 pool", duty=("paid-out", "retained"))
@pytest.mark.parametrize("part", range(4))
def test_random_tournaments_balance_to_the_cent(part: int) -> None:
    """`python -m tests.tournament` plays 10,000."""
    for seed in range(part * RUNS // 4, (part + 1) * RUNS // 4):
        wander(seed)


def played_to_conclusion(journal: MemoryJournal | SqliteJournal) -> Hall:
    hall = Hall(journal=journal).register()
    for name in ("ann", "bob", "cy"):
        hall.enter(name)
    hall.start()
    hall.game("17", (1, "17", 10), (2, "red", 10))
    hall.game("17")
    hall.finish()
    return hall


def test_a_crash_between_conclusion_and_payment_loses_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "journal.db")
    with SqliteJournal(path) as journal:
        hall = played_to_conclusion(journal)
        before, stream, planned = hall.state, hall.writer.stream, hall.planned
    with SqliteJournal(path) as journal:
        found = replay_tournament(journal, stream)
        assert found.tournament == before
        assert found.planned is not None
        assert found.planned.rules_digest == planned.rules_digest
        writer = TournamentWriter(journal, hall.setup.id)
        assert [(award.entry, award.amount) for award in writer.tournament.unpaid] == [(1, 300_00)]
        pay = c.PayPrize(by=DIRECTOR, at=hall.now + 1, award=1, person="id ann")
        first = writer.commit("pay:1", pay)
        assert not isinstance(first, Refusal)
    with SqliteJournal(path) as journal:
        writer = TournamentWriter(journal, hall.setup.id)
        assert writer.commit("pay:1", pay) == first
        assert writer.tournament.unpaid == []
        assert isinstance(writer.commit("pay:2", pay), Refusal)


class _Cut(MemoryJournal):
    """Makes the next append durable, and then loses the connection."""

    cut = False

    def append_many(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        done = super().append_many(batches)
        if self.cut:
            self.cut = False
            raise OutcomeUnknown("The disk went away.")
        return done


def test_a_payment_whose_outcome_is_unknown_is_found_and_not_made_twice() -> None:
    journal = _Cut()
    hall = played_to_conclusion(journal)
    pay = c.PayPrize(by=DIRECTOR, at=hall.now + 1, award=1, person="id ann")
    journal.cut = True
    with pytest.raises(OutcomeUnknown):
        hall.writer.commit("pay:1", pay)
    with pytest.raises(VersionConflict):
        hall.writer.commit("pay:1", pay)
    writer = TournamentWriter(journal, hall.setup.id)
    assert not isinstance(writer.commit("pay:1", pay), Refusal)
    assert writer.tournament.paid == {1}
