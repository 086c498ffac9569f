"""Two ways to one view: the snapshot of a later version, and an earlier snapshot with the news in between.

The machine of `test_machine` plays; commits of any size are told to every role through the wire, as the
service does. `make test` plays half as much as `make nightly`.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test
from msgspec import json

from croupier.client.live_view import LiveView
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.news_reporter import NewsReporter
from croupier.table.view import CREW, HOUSE, STAFF, view
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal
from croupier.wire.frames import SnapshotFrame, encode
from croupier.wire.news import NewsFrame, encoded, news_frame, news_tail
from tests.nightly import extent
from tests.table.money_rules import BOSS
from tests.table.test_machine import DEALER, NAMES, OTHERS, PLAYERS, RUNS, STEPS, TABLES, Tables, walk

pytestmark = pytest.mark.slow

FOLLOWED = settings(RUNS, max_examples=extent(RUNS.max_examples // 3, RUNS.max_examples))
EVERYBODY = (*PLAYERS, DEALER, BOSS, *OTHERS)


class Followed(Tables):
    """The machine, with a client of every role that gets one snapshot and from then on news alone."""

    def __init__(self, which: int) -> None:
        super().__init__(which)
        self.random = Random(which)
        self.pending: list[e.AnyEvent] = []
        self.version = 0
        self.reporter: NewsReporter | None = None
        self.live_views: dict[Actor, LiveView] = {}

    def step(self, command: c.Command) -> e.Events | Refusal:
        if self.reporter is None:
            self.reporter = NewsReporter(self.play.rules, self.play.table)
            for viewer in EVERYBODY:
                self.live_views[viewer] = LiveView()
                self.live_views[viewer].replace(self.snapshot(viewer))
        if self.pending and isinstance(command, c.OpenTable | c.CollectLosers):
            self.tell()  # both drop the round settled before; a commit that spans that much is sent as snapshots
        answer = super().step(command)
        if not isinstance(answer, Refusal):
            self.pending += answer
        if self.pending and self.random.random() < 0.6:
            self.tell()
        return answer

    def snapshot(self, viewer: Actor) -> dict[str, Any]:
        shown = view(self.play.rules, self.play.table, viewer)
        found: dict[str, Any] = json.decode(encode(SnapshotFrame(self.version, 0, shown)))
        return found

    def tell(self) -> None:
        assert self.reporter is not None
        changes = self.reporter.report(self.pending, self.play.table)
        after, self.version = self.version, self.version + len(self.pending)
        self.pending = []
        for viewer in EVERYBODY:
            role = viewer.role
            part, wide = changes.public, None
            if role in STAFF:
                part, wide = (changes.house, changes.staff) if role in HOUSE else (changes.staff, None)
            elif (own := changes.own.get(viewer.name)) is not None and role is Role.PLAYER:
                part, wide = own, changes.public
            elif changes.crew is not None and role in CREW:
                part, wide = changes.crew, changes.public
            frame = news_frame(after, news_tail(self.version, 0, part, wide))
            json.decode(frame, type=NewsFrame)  # its type says all that it carries
            if wide is not None:
                assert news_frame(after, news_tail(self.version, 0, part, encoded(wide))) == frame
            self.look(viewer, json.decode(frame), frame.decode())

    def look(self, viewer: Actor, news: dict[str, Any], text: str) -> None:
        """The live view equals the snapshot, and the news name nobody and nothing that the snapshot would not."""
        live_view = self.live_views[viewer]
        live_view.follow(news)
        assert ordered(live_view.view) == ordered(self.snapshot(viewer)["view"]), viewer
        if viewer.role in CREW:  # who keeps the log reads the names in it
            told_of = {key: value for key, value in news.get("table", {}).items() if key != "equipment"}
            text = json.encode({**news, "table": told_of}).decode()
        if viewer.role not in STAFF:
            for other in (*PLAYERS, DEALER, BOSS):
                assert other.name == viewer.name or other.name not in text, f"{viewer} hears of {other}: {text}"
            for secret in ("float", "slip", "claims", "drop"):
                assert secret not in text
            mine = {number for number, name in self.names().items() if name == viewer.name}
            for seat in news.get("seats", ()):
                assert seat["stacks"] is None or seat["seat"] in mine
            if not self.play.setup.central_screen:
                told = [*news.get("wagers", {"list": []})["list"], *news.get("seats", ())]
                told += [wager for each in news.get("happened", ()) for wager in each.get("wagers", ())]
                gone = {each["seat"] for each in news.get("seats", ()) if each["player"] == ""}
                assert {each["seat"] for each in told} <= mine | gone
        elif viewer.role is Role.DEALER:
            assert "float_" not in text
            assert '"house"' not in text

    def names(self) -> dict[int, str]:
        return {number: seat.player for number, seat in self.play.table.seats.items()}


def ordered(shown: dict[str, Any]) -> dict[str, Any]:
    """Wagers on the layout have no order."""
    return {**shown, "wagers": sorted(shown["wagers"], key=repr)}


@pytest.mark.parametrize("which", range(len(TABLES)), ids=NAMES)
def test_a_snapshot_and_the_news_are_the_later_snapshot(which: int) -> None:
    run_state_machine_as_test(partial(Followed, which), settings=FOLLOWED)  # type: ignore[arg-type]  # a factory will do


@pytest.mark.parametrize("which", range(len(TABLES)), ids=NAMES)
def test_so_they_are_through_a_long_day(which: int) -> None:
    steps = extent(STEPS // 3, STEPS)
    day = walk(which, steps, Followed)
    assert isinstance(day, Followed)
    assert day.version > steps // 2
