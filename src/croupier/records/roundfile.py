"""A played round as a round file, which `croupier settle` reads, with a log of who did what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.records.event_text import words
from croupier.records.rounds import PlayedRound, RoundRecord, SettledWager
from croupier.rules.book import Rulebook
from croupier.rules.round import Round, SettlementDifference, read_round
from croupier.rules.wagers import Chips
from croupier.terms import toml
from croupier.terms.day import moment_of
from croupier.terms.money import Currency
from croupier.terms.people import Role
from croupier.wire.events import CommandRefused, read_actor
from croupier.wire.rulebooks import RecordedRulebooks
from croupier.wire.rules import read_document


def round_text(round: PlayedRound, money: Currency) -> str:
    """The round file of a finished round; its log writes amounts in this currency."""
    return "\n".join(_lines(round, money)) + "\n"


def book_of(round: PlayedRound, recorded: RecordedRulebooks) -> Rulebook:
    """The recorded rulebook of the round; raises `Problems` if it is not recorded."""
    document = read_document(round.opened.rules)
    return recorded.rulebook(document.book, document.digest)


def settled_again(round: PlayedRound, recorded: RecordedRulebooks) -> Round:
    """The round under its recorded rules; raises `Problems` if they are not recorded."""
    book = book_of(round, recorded)
    return read_round(round_text(round, book.money.currency), lambda _name, _day: book)


def differences(round: PlayedRound, recorded: RecordedRulebooks) -> tuple[SettlementDifference, ...]:
    """Every wager that would be paid differently if the round were settled again under its rules."""
    return settled_again(round, recorded).differences()


def _lines(round: PlayedRound, money: Currency) -> Iterator[str]:
    document = read_document(round.opened.rules)
    day = moment_of(round.opening.time_ms).date()
    yield f"# Round {round.number} at table {round.opened.number} on {day}, as it was played."
    yield "# croupier settle settles it again and compares. Amounts are cents, times are UTC."
    flat: dict[str, object] = {"book": document.book, "on": document.setup.plays_day or day}
    flat |= {name: each for name, each in document.table.items() if not isinstance(each, Mapping)}
    flat |= {"result": round.result} | ({"between": True} if round.between else {})
    yield from toml.pairs(flat)
    yield from _tables(document.table, "")
    yield ""
    yield "[record]"
    yield from toml.pairs(_record(round, money))
    for wager in round.wagers.values():
        yield ""
        yield "[[wager]]"
        yield from toml.pairs(wager_table(wager))


def _tables(table: Mapping[str, object], path: str) -> Iterator[str]:
    """The nested tables of the house's choices, each with its own header."""
    for name, each in table.items():
        if isinstance(each, Mapping):
            own = f"{path}{toml.key(name)}"
            flat = {key: value for key, value in each.items() if not isinstance(value, Mapping)}
            if flat:
                yield ""
                yield f"[{own}]"
                yield from toml.pairs(flat)
            yield from _tables(each, f"{own}.")


def _record(round: PlayedRound, money: Currency) -> dict[str, object]:
    first, last = round.entries[0].record, round.entries[-1].record
    record: dict[str, object] = {
        "table": round.opened.number,
        "round": round.number,
        "rules": round.opened.rules_hash,
        "rulebook": read_document(round.opened.rules).digest,
        "dealer": round.dealer,
        "supervisor": round.supervisor,
        "began": moment_of(first.time_ms),
        "ended": moment_of(last.time_ms),
        "first": first.version,
        "last": last.version,
        "log": [_log_line(entry, money) for entry in round.entries],
    }
    if round.later:
        record["later"] = [_log_line(entry, money) for entry in round.later]
    return record


def _log_line(entry: RoundRecord, money: Currency) -> dict[str, object]:
    """One line of the log: when, by whom, and what."""
    event, record = entry.event, entry.record
    actor = read_actor(record.actor)
    role = "supervisor" if actor.role is Role.SUPERVISOR else actor.role.value
    if isinstance(event, CommandRefused):
        did = f"Refused, {event.code}: {event.refusal.message}"
    else:
        did = " ".join(line.strip() for line in words(event, money, entry.taken))
    return {"version": record.version, "at": moment_of(record.time_ms), "by": f"{actor.name} ({role})", "did": did}


def wager_table(wager: SettledWager) -> dict[str, object]:
    """A wager with its player and outcome, as round files and bundles write it."""
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
