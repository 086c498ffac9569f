"""When two states count as one: what no decision reads is set to one value, and amounts fall into a few classes.

A canonical state is itself a table: the walk goes on from it with the real `decide` and `evolve`. What is left out,
and why no answer to a command of the alphabet depends on it:

- The time of day. Commands come at the table's last time or a fixed time after it; what is left of the time to
  choose in prison is kept. So no inspection grows too old in a walk; that is tested on its own.
- Names of rounds and disputes, decided disputes, results, the log of the equipment, who signed the last inspection.
  They are shown and counted, and no decision depends on them.
- Float, drop box, coupons collected and claims. They are added up, and no decision reads them; the walk compares every
  change of them with the ledger before they are left out.
- How much a stack holds beyond what can be staked at once. Decisions only read whether a stack is empty and whether it
  holds an amount, so it is empty, less than one chip, or plenty, with or without a broken chip. Plenty is a lawful
  state: players buy more and cash out what they do not need.
- The last settled round and a seat's last wagers, where the alphabet has no command that reads them.
- The order in which seats and wagers came, except of spoken wagers, of which the first is the one confirmed.
"""

from __future__ import annotations

from msgspec import Struct, msgpack
from msgspec.structs import replace

from croupier.table.stake import OWN_COLOR
from croupier.table.standing_wagers import Wagers
from croupier.table.state import Phase, Seat, Table

NOW = 1_000_000
"""The time at which every canonical table stands."""
FLOAT = 10_000_000
PLENTY = 10
"""A number of chips that the spots of the alphabet cannot take."""
TIPS = 100_000

encode = msgpack.Encoder().encode
decode = msgpack.Decoder(Table).decode


class Memory(Struct, frozen=True):
    """What of the past a command of the alphabet can still ask for."""

    settled: bool
    """The last settled round can be corrected."""
    last: bool
    """The last wagers of a seat can be bet again."""


def canonical(table: Table, memory: Memory) -> bytes:
    """The state that stands for this one, as bytes. The table is used up."""
    _time(table)
    table.round = min(table.round, 1)
    table.results, table.claims, table.drop, table.coupons = [], {}, 0, 0
    if table.phase is not Phase.CLOSED:
        table.house_float = FLOAT
    table.tips = TIPS if table.tips and memory.settled else 0
    _disputes(table)
    _equipment(table)
    for seat in table.seats.values():
        _stacks(seat)
        if not memory.last:
            seat.last = None
        elif seat.last is not None:
            _sorted(seat.last)
    for wagers in table.wagers.values():
        _sorted(wagers)
    table.seats = dict(sorted(table.seats.items()))
    table.wagers = dict(sorted(table.wagers.items()))
    _settled(table, memory)
    return encode(table)


def _time(table: Table) -> None:
    until = table.spin.choose_until
    if until:
        table.spin.choose_until = NOW + max(until - table.last_at, -1)
    if table.correction is not None:
        table.correction.choose_until = NOW + max(table.correction.choose_until - table.last_at, -1)
        table.correction.choices = {
            seat: dict(sorted(spots.items())) for seat, spots in sorted(table.correction.choices.items())
        }
    table.last_at = NOW


def _disputes(table: Table) -> None:
    waiting = [each for each in table.disputes.values() if not each.decided]
    for each in waiting:
        each.round = 1
    table.disputes = dict(enumerate(waiting, start=1))


def _equipment(table: Table) -> None:
    equipment = table.equipment
    equipment.log = []
    equipment.people = dict(sorted(equipment.people.items()))
    if equipment.inspection is not None:
        equipment.inspection = replace(equipment.inspection, at=NOW, name="")


def _stacks(seat: Seat) -> None:
    for chips, amount in seat.stacks.items():
        chip = seat.value or 1 if chips in OWN_COLOR else 1
        broken = (chip + 1) // 2 if amount % chip else 0
        seat.stacks[chips] = broken if amount < chip else PLENTY * max(chip, 100) // chip * chip + broken
    seat.stacks = dict(sorted(seat.stacks.items()))


def _sorted(wagers: Wagers) -> None:
    if len(wagers.plain) > 1:
        wagers.plain = dict(sorted(wagers.plain.items()))
    if len(wagers.others) > 1:
        wagers.others = dict(sorted(wagers.others.items()))


def _settled(table: Table, memory: Memory) -> None:
    if not memory.settled:
        table.settled_round, table.settled_number, table.settled_between = 0, "", False
        if table.phase is not Phase.COLLECTED:  # payment reads what stood before the collection
            table.settled.clear()
    table.settled_round = min(table.settled_round, 1)
    for settled in table.settled.values():
        _sorted(settled.wagers)
        settled.kept = dict(sorted(settled.kept.items()))
    table.settled = dict(sorted(table.settled.items()))
