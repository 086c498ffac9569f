"""Any order of steps at a house table and in its tournament: points follow from a second computation, streams agree."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from croupier.floor.table_follower import follow_tables
from croupier.records.tournament_tables import tournament_disagreements
from croupier.table.state import Phase
from croupier.terms.refusal import Refusal
from croupier.tournament import command as c
from croupier.tournament.points import Points
from tests.tournament.house_table import DealtTable
from tests.tournament.playing import DEALER, Hall, document, event_document

BLACK = {2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35}


def pays(spot: str, number: str) -> int:
    """What one point comes back as: 36 for the number itself, 2 for its color, nothing else."""
    if spot in ("red", "black"):
        return 2 * (number not in ("0", "00") and (int(number) in BLACK) == (spot == "black"))
    return 36 * (spot == number)


class PlayedAtTheHouse(RuleBasedStateMachine):
    @initialize()
    def begin(self) -> None:
        event = event_document(tables=1, round=[{"games": 1000, "cap": 1000}])
        self.hall = Hall(document(events=[event])).register()
        for name in ("ann", "bob", "cy"):
            self.hall.enter(name)
        self.hall.start()
        self.hall.do(c.AssignTable, event="open", table=1, place="7")
        self.table = DealtTable(self.hall.journal, at=self.hall.now)
        self.points = dict.fromkeys((1, 2, 3), 1000)
        self.staked: list[tuple[int, str, int]] = []
        self.game = False

    def follow(self) -> None:
        self.table.now = self.hall.now = max(self.hall.now, self.table.now)
        follow_tables(self.hall.journal, self.hall.writer)

    def end(self, number: str = "") -> None:
        """The result of the wagers, or their return."""
        if self.game:
            for entry, spot, points in self.staked:
                self.points[entry] += points * pays(spot, number) if number else points
        self.staked, self.game = [], False

    @precondition(lambda self: self.table.writer.table.phase is Phase.CLOSED)
    @rule()
    def open_table(self) -> None:
        self.table.open()

    @precondition(lambda self: self.table.writer.table.phase is Phase.BETTING)
    @rule()
    def close_table(self) -> None:
        self.follow()
        self.table.close()
        self.end()

    @rule()
    def open_game(self) -> None:
        self.follow()
        ready = self.table.writer.table.phase is Phase.BETTING and not self.game
        answer = self.hall.give(c.OpenGame, DEALER, event="open", table=1)
        assert isinstance(answer, Refusal) is not ready
        self.game = self.game or ready

    @rule(entry=st.integers(1, 3), spot=st.sampled_from(("red", "black", "17", "0")), share=st.integers(1, 1000))
    def wager(self, entry: int, spot: str, share: int) -> None:
        self.follow()
        entrant = self.hall.state.entries[entry]
        points = min(share, self.points[entry])
        called = self.table.writer.table.phase is not Phase.BETTING
        lawful = self.game and not called and entrant.is_active and points > 0
        fields = {"entry": entry, "spot": spot, "points": Points(points)}
        answer = self.hall.give(c.WagerPoints, self.hall.player(entry), **fields)
        assert isinstance(answer, Refusal) is not lawful
        if lawful:
            self.points[entry] -= points
            self.staked.append((entry, spot, points))

    @precondition(lambda self: self.table.writer.table.phase is Phase.BETTING)
    @rule()
    def call(self) -> None:
        self.table.call()

    @precondition(lambda self: self.table.writer.table.phase is not Phase.CLOSED)
    @rule(number=st.sampled_from(("0", "00", "17", "18")))
    def spin(self, number: str) -> None:
        self.table.spin(number)
        self.end(number)

    @precondition(lambda self: self.table.writer.table.phase is not Phase.CLOSED)
    @rule()
    def void(self) -> None:
        self.table.no_spin()
        self.end()

    @rule()
    def restart(self) -> None:
        """Another process continues with the same records."""
        again = Hall(document(), self.hall.journal, at=self.hall.now)
        again.setup, self.hall = self.hall.setup, again

    @invariant()
    def points_are_those_of_a_second_computation(self) -> None:
        if not hasattr(self, "hall"):
            return
        self.follow()
        found = {number: entry.points.count for number, entry in self.hall.state.entries.items()}
        assert found == self.points

    def teardown(self) -> None:
        if hasattr(self, "hall"):
            assert list(tournament_disagreements(self.hall.journal)) == []


TestPlayedAtTheHouse = pytest.mark.slow(PlayedAtTheHouse.TestCase)
TestPlayedAtTheHouse.settings = settings(max_examples=15, stateful_step_count=25, deadline=None)
