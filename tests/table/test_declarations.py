"""What events declare is complete, and agrees with the code that works it out."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest
from msgspec import NODEFAULT
from msgspec.structs import fields

from croupier.equipment.event import PitEvent
from croupier.records.command_from_events import Derived, NeverFirst
from croupier.records.report import Counted
from croupier.records.sittings import OfSession
from croupier.table import event as e
from croupier.table.declared_changes import CHANGE_STACK, changing
from croupier.table.evolve import evolve
from croupier.table.state import Table
from croupier.table.table_event import Change, TableEvent
from croupier.table.touched import WithOtherParts
from croupier.wire.events import CommandRefused, from_record
from tests.records.days import GOLDEN, journal_of

EVENTS: tuple[type[TableEvent], ...] = tuple(each for each in get_args(e.AnyEvent) if each not in get_args(PitEvent))


@pytest.mark.parametrize("kind", EVENTS)
def test_an_event_declares_everything_itself(kind: type[TableEvent]) -> None:
    assert {"audience", "changes", "command"} <= vars(kind).keys()


@pytest.mark.parametrize(
    ("what", "union"), [(Change.OTHER_PARTS, WithOtherParts), (Change.FIGURES, Counted), (Change.SESSION, OfSession)]
)
def test_what_events_declare_to_change_is_worked_out_for_them(what: Change, union: Any) -> None:
    assert changing(what) == set(get_args(union))


def test_an_event_has_the_fields_of_its_command_or_a_case_of_its_own() -> None:
    assert {kind for kind in EVENTS if kind.command is None} == set(get_args(Derived | NeverFirst))
    for kind in EVENTS:
        if kind.command is not None:
            own, asked = get_type_hints(kind), get_type_hints(kind.command)
            needed = {each.name for each in fields(kind.command) if each.default is each.default_factory is NODEFAULT}
            assert needed - {"by", "at"} <= own.keys(), kind
            assert all(own[name] == asked[name] for name in (own.keys() & asked.keys()) - {"by", "at"}), kind


def test_an_event_that_changes_a_stack_names_its_seat() -> None:
    assert all(hasattr(kind, "seat") for kind in CHANGE_STACK)


def test_an_event_that_lowers_a_stack_or_the_tip_box_declares_it() -> None:
    lowered: set[type[e.Event]] = set()
    for day in GOLDEN.glob("*.play"):
        script, journal = journal_of(day.stem)
        table = Table()
        for record in journal.read(script.stream):
            event = from_record(record).event
            if isinstance(event, CommandRefused):
                continue
            before, tips = {number: dict(seat.stacks) for number, seat in table.seats.items()}, table.tips
            table = evolve(table, event)
            now = {number: seat.stacks for number, seat in table.seats.items()}
            if table.tips < tips or any(
                now[number].get(chips, 0) < had
                for number, stacks in before.items()
                if number in now
                for chips, had in stacks.items()
            ):
                lowered.add(type(event))
    assert {e.TipGiven, e.CashedOut, e.ColoredUp, e.WagersChanged, e.BalanceCorrected} <= lowered
    assert lowered <= CHANGE_STACK | changing(Change.HOLDINGS) | {e.WagerPlaced}
