"""A played round as a round file: what `croupier settle` reads, with the record of who did what."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec import DecodeError, ValidationError, json

from croupier.records import toml
from croupier.records.rounds import Entry, PlayedRound, SettledWager
from croupier.records.words import words
from croupier.rules.round import Difference, read_round
from croupier.rules.wagers import Chips
from croupier.terms.people import Role
from croupier.terms.problem import Problem, Problems
from croupier.wire.events import CommandRefused, read_actor
from croupier.wire.rules import RulesDocument, read_rules


def round_text(round: PlayedRound) -> str:
    """The round file of a round that is over."""
    return "\n".join(_lines(round)) + "\n"


def differences(round: PlayedRound) -> tuple[Difference, ...]:
    """Every wager that would be paid otherwise if the round were settled again under its rules.

    Raises the problem that this program's rulebook is not the one that was in force.
    """
    _check_rules(round.opened.rules)
    return read_round(round_text(round)).differences()


@lru_cache(maxsize=64)
def _check_rules(document: str) -> None:
    read_rules(document)


def _lines(round: PlayedRound) -> Iterator[str]:
    document = _document(round)
    day = moment(round.opening.time_ms).date()
    yield f"# Round {round.number} at table {round.opened.number} on {day}, as it was played."
    yield "# croupier settle settles it again and compares. Amounts are cents, times are UTC."
    flat: dict[str, object] = {"book": document.book, "on": day}
    flat |= {name: each for name, each in document.table.items() if not isinstance(each, Mapping)}
    flat |= {"result": round.result} | ({"between": True} if round.between else {})
    yield from toml.pairs(flat)
    yield from _tables(document.table, "")
    yield ""
    yield "[record]"
    yield from toml.pairs(_record(round))
    for wager in round.wagers.values():
        yield ""
        yield "[[wager]]"
        yield from toml.pairs(wager_table(wager))


def _document(round: PlayedRound) -> RulesDocument:
    try:
        return json.decode(round.opened.rules, type=RulesDocument)
    except (ValidationError, DecodeError) as error:
        raise Problems([Problem("rules", f"they cannot be read: {error}", "Run croupier verify.")]) from error


def _tables(table: Mapping[str, object], path: str) -> Iterator[str]:
    """Tables inside the house's choices, each under its own name."""
    for name, each in table.items():
        if isinstance(each, Mapping):
            own = f"{path}{toml.key(name)}"
            flat = {key: value for key, value in each.items() if not isinstance(value, Mapping)}
            if flat:
                yield ""
                yield f"[{own}]"
                yield from toml.pairs(flat)
            yield from _tables(each, f"{own}.")


def _record(round: PlayedRound) -> dict[str, object]:
    first, last = round.entries[0].record, round.entries[-1].record
    record: dict[str, object] = {
        "table": round.opened.number,
        "round": round.number,
        "rules": round.opened.rules_hash,
        "dealer": round.dealer,
        "supervisor": round.supervisor,
        "began": moment(first.time_ms),
        "ended": moment(last.time_ms),
        "first": first.version,
        "last": last.version,
        "log": [_told(entry) for entry in round.entries],
    }
    if round.later:
        record["later"] = [_told(entry) for entry in round.later]
    return record


def _told(entry: Entry) -> dict[str, object]:
    """One line of the record: when, by whom, and what in words."""
    event, record = entry.event, entry.record
    actor = read_actor(record.actor)
    role = "supervisor" if actor.role is Role.SUPERVISOR else actor.role.value
    if isinstance(event, CommandRefused):
        did = f"Refused, {event.code}: {event.refusal.message}"
    else:
        did = " ".join(line.strip() for line in words(event, entry.taken))
    return {"version": record.version, "at": moment(record.time_ms), "by": f"{actor.name} ({role})", "did": did}


def wager_table(wager: SettledWager) -> dict[str, object]:
    """A wager with whose it was and what it got, as round files and bundles write it."""
    stake = wager.stake
    table: dict[str, object] = {
        "seat": stake.seat,
        "player": wager.player,
        "spot": stake.spot,
        "stake": stake.amount,
    }
    if stake.chips is not Chips.NON_VALUE:
        table["chips"] = stake.chips.value
    optional = {
        "color": stake.color,
        "chip": wager.chip,
        "beside": wager.beside,
        "coupon": wager.coupon,
        "tip": stake.tip,
        "imprisoned": wager.imprisoned,
        "choice": wager.choice.value if wager.choice else None,
    }
    table |= {name: each for name, each in optional.items() if each}
    return table | {
        "outcome": wager.outcome.value,
        "winnings": wager.winnings,
        "returned": wager.returned,
    }


def moment(time_ms: int) -> datetime.datetime:
    """A record's time as people read it."""
    return datetime.datetime.fromtimestamp(time_ms // 1000, datetime.UTC).replace(microsecond=time_ms % 1000 * 1000)
