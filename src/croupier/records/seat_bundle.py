"""The bundle of one seat: proves a round for one player without showing anybody else's bets. See ADR 85.

Every record in it has its own proof under one signed note, so that the records in between need not be shown.
What the seat's wagers got is in a slip, as for a receipt, because the records of payments hold everybody's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import get_args

from msgspec import DecodeError, Struct, ValidationError, json
from msgspec.structs import replace

from croupier.journal.chain import is_intact
from croupier.journal.note import ED25519, BadNote, VerifierKey, check_signed, parse_head, parse_note
from croupier.journal.policy import Demands
from croupier.journal.proof import BadLogProof, LogProof
from croupier.journal.record import Record
from croupier.records.bundle import (
    BadBundle,
    BundleReport,
    RulesInForce,
    check_opening,
    check_rulebook,
    check_settled_again,
    is_written_right,
    parse_hash,
)
from croupier.records.receipt import STREAM as RECEIPTS
from croupier.records.receipt import Slip, SlipWager, read_slip
from croupier.records.roundfile import settled_again, wager_table
from croupier.records.rounds import PlayedRound, RoundRecord, SettledWager, standing_wagers
from croupier.rules.round import Round
from croupier.rules.wagers import Chips
from croupier.table import event as e
from croupier.table.evolve import evolve
from croupier.table.stake import OWN_COLOR, Stake
from croupier.table.state import Table
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems
from croupier.wire.events import Recorded, canonical, from_record

TITLE = "croupier-seat-bundle/1"
_START = f'{{"bundle":"{TITLE}"'.encode()
PAID = (e.LosersCollected, e.WinnersPaid)
"""Events whose content the slip gives instead."""
_PRISON = "|prison "
"""In the key of a wager that was placed in an earlier round."""
_STATE = (e.TableOpened, e.SeatTaken, e.ChipsSet, e.PrisonChosen, *get_args(e.WagerEvent))
"""Events from which a seat's wagers are derived."""


class ProvedRecord(Struct, frozen=True):
    """A record with the index of its leaf in the tree, and the hashes from the leaf to the root."""

    index: int
    path: tuple[str, ...]
    version: int
    time_ms: int
    actor: str
    kind: str
    body: str
    prev: str
    hash: str


class SeatBundle(Struct, frozen=True):
    """Everything an offline verifier needs; `round` summarizes what the records and slips say about the seat."""

    bundle: str
    key: str
    note: str
    """The signed note under whose root every record is."""
    records: tuple[ProvedRecord, ...]
    round: dict[str, object]
    rules: RulesInForce
    seat: int
    slips: tuple[ProvedRecord, ...]
    """What the seat's wagers got; records of the stream of receipts."""
    stream: str


_decoder = json.Decoder(SeatBundle)


def is_seat_bundle(start: bytes) -> bool:
    """Whether a file with this beginning claims to be the bundle of one seat."""
    return start.startswith(_START)


def seats_in(said: object) -> set[int]:
    """Every seat that an event names, in itself, in its wagers, or in the facts of a refusal."""
    found: set[int] = set()
    if isinstance(said, dict):
        return {value for name, value in said.items() if name in ("seat", "owner") and isinstance(value, int)}
    if isinstance(said, Struct):
        for name in said.__struct_fields__:
            value = getattr(said, name)
            if name == "seat" and isinstance(value, int):
                found.add(value)
            else:
                found |= seats_in(value)
    elif isinstance(said, (tuple, list)):
        for each in said:
            found |= seats_in(each)
    return found


def summary_of(
    round: PlayedRound, seat: int, player: str, wagers: Sequence[SettledWager], later: Iterable[Record]
) -> dict[str, object]:
    """What the records and slips say about the seat; verification derives it again."""
    return {
        "table": round.opened.number,
        "number": round.number,
        "result": round.result,
        "between": round.between,
        "seat": seat,
        "player": player,
        "last": round.entries[-1].record.version,
        "later": [record.version for record in later],
        "wagers": [wager_table(wager) for wager in sorted(wagers, key=lambda wager: wager.stake.key)],
    }


def verify_seat_bundle(data: bytes, demands: Demands | None = None) -> BundleReport:
    """Verifies the bundle of one seat by itself; raises `Problems` if the file is not one."""
    bundle, demands = read_seat_bundle(data), demands or Demands()
    number = bundle.round.get("number")
    report = BundleReport(
        table=bundle.stream.partition("/")[2],
        round=number if isinstance(number, int) else 0,
        records=len(bundle.records) + len(bundle.slips),
        key="",
        trusted=False,
        seat=bundle.seat,
    )
    try:
        if bundle.bundle != TITLE or not is_written_right(bundle, data):
            raise BadBundle("It is not encoded the way croupier writes bundles.")
        recorded = check_rulebook(bundle.rules)
        cosigned = _check_note(bundle, demands)
        records = _check_records(bundle, bundle.records, bundle.stream)
        slips = [_slip(record) for record in _check_records(bundle, bundle.slips, RECEIPTS)]
        round = _check_seat(bundle, records, slips)
        note = check_settled_again(round, recorded) if round.wagers else "The seat had no wager in this round."
    except BadBundle as bad:
        return replace(report, finding=str(bad))
    trusted = bool(demands.public_keys or demands.policy)
    return replace(report, key=bundle.key, trusted=trusted, cosigned=cosigned, note=note)


def round_in_seat_bundle(data: bytes) -> Round:
    """The seat's part of the round under the bundled rules; raises `Problems` if the bundle is not intact."""
    report = verify_seat_bundle(data)
    if not report.ok:
        raise Problems([Problem("bundle", report.finding.rstrip("."), "Request the bundle again.")])
    bundle = read_seat_bundle(data)
    slips = [_slip(record) for record in _check_records(bundle, bundle.slips, RECEIPTS)]
    round = _check_seat(bundle, _check_records(bundle, bundle.records, bundle.stream), slips)
    return settled_again(round, check_rulebook(bundle.rules))


def read_seat_bundle(data: bytes) -> SeatBundle:
    """Parses a bundle of one seat without verifying it."""
    try:
        return _decoder.decode(data)
    except (DecodeError, ValidationError, UnicodeError, RecursionError) as error:
        raise Problems([Problem("bundle", f"it cannot be read: {error}", "Request the bundle again.")]) from error


def _check_note(bundle: SeatBundle, demands: Demands) -> int:
    """Checks the note's signatures; how many witnesses cosigned it."""
    try:
        key = parse_hash(bundle.key)
    except ValueError as error:
        raise BadBundle("The key is malformed.") from error
    if demands.public_keys and key not in demands.public_keys:
        raise BadBundle("The checkpoint is signed with a key other than the one given.")
    try:
        note = parse_note(bundle.note)
        head = parse_head(note.text)
        check_signed(note, (VerifierKey(head.origin, ED25519, key),))
        cosigned = len(demands.policy.check(note)) if demands.policy else 0
    except BadNote as error:
        raise BadBundle(f"The checkpoint's note is wrong: {error}") from error
    for seen in demands.seen:
        if (other := parse_head(seen.text)).size == head.size and other != head:
            raise BadBundle(f"The note given is of another tree of {other.size} leaves.")
    return cosigned


def _check_records(bundle: SeatBundle, proved: Iterable[ProvedRecord], stream: str) -> list[Record]:
    """The records, each intact, under the note's root, and after the one before it."""
    note = parse_note(bundle.note)
    found: list[Record] = []
    for each in proved:
        try:
            record = Record(
                stream,
                each.version,
                each.time_ms,
                each.actor,
                each.kind,
                each.body.encode(),
                parse_hash(each.prev),
                parse_hash(each.hash),
            )
            LogProof(each.index, tuple(map(parse_hash, each.path)), note).check(record.hash)
        except ValueError as error:
            raise BadBundle("A hash is malformed.") from error
        except BadLogProof as error:
            raise BadBundle(f"Record {each.version} of stream {stream} is not what was sealed.") from error
        if not is_intact(record):
            raise BadBundle(f"Record {each.version} of stream {stream} is not what was sealed.")
        if found and found[-1].version >= record.version:
            raise BadBundle(f"The records of stream {stream} are out of order.")
        found.append(record)
    return found


def _slip(record: Record) -> Slip:
    try:
        return read_slip(record)
    except Fault as error:
        raise BadBundle(str(error)) from error


def _check_seat(bundle: SeatBundle, records: Sequence[Record], slips: Sequence[Slip]) -> PlayedRound:
    """The seat's part of the round, if records, slips, summary and rules agree."""
    try:
        events = [from_record(record).event for record in records]
        opening = check_opening(bundle.rules, events)
        number = bundle.round.get("number")
        if not isinstance(number, int):
            raise BadBundle("The round is not what the records say.")
        round = _played(bundle.seat, number, opening, records, events)
        player = _player(bundle.seat, round, events)
        value = next((each.value for each in reversed(events) if isinstance(each, e.ChipsSet)), 0)
        _apply(round, slips, bundle.seat, player, value)
        later = [record for record in records if record.version > round.entries[-1].record.version]
        summary = summary_of(round, bundle.seat, player, list(round.wagers.values()), later)
        if canonical(summary) != canonical(bundle.round):
            raise BadBundle("The round is not what the records say.")
    except (LookupError, ValueError, TypeError, StopIteration, Fault) as error:
        raise BadBundle(f"The records do not make up a round: {error}") from error
    return round


def _player(seat: int, round: PlayedRound, events: Iterable[Recorded]) -> str:
    """Whose seat it is; nobody else's wagers may be shown."""
    player = next((event.player for event in events if isinstance(event, e.SeatTaken) and event.seat == seat), "")
    if not player:
        raise BadBundle(f"Nobody takes seat {seat} in its records.")
    if any(wager.player != player for wager in round.wagers.values()):
        raise BadBundle("It shows wagers of two players.")
    return player


def _played(
    seat: int, number: int, opening: e.TableOpened, records: Sequence[Record], events: Sequence[Recorded]
) -> PlayedRound:
    """The round as far as it is shown, with the seat's wagers as they stood when it ended."""
    table = Table(round=number - 1)
    round = PlayedRound(number, opening, records[0], opening.dealer, opening.supervisor)
    for record, event in zip(records, events, strict=True):
        if seats_in(event) - {seat}:
            raise BadBundle(f"Record {record.version} shows another seat.")
        if round.finished:
            break
        round.entries.append(RoundRecord(record, event))
        if isinstance(event, e.NumberAnnounced):
            round.result, round.between = event.number, event.between
        elif isinstance(event, e.NoSpinCalled):
            round.result, round.between = "", False
        elif isinstance(event, e.NumberSetRight):
            round.result = event.number
        elif isinstance(event, e.CrownLifted):
            round.wagers = {key: each for key, each in standing_wagers(table).items() if key[0] == seat}
            if event.round != number:
                raise BadBundle("The round is not what the records say.")
        if isinstance(event, _STATE):
            evolve(table, event)
    if not round.finished:
        raise BadBundle("The records do not end with the round.")
    return round


def _prisoner(seat: int, wager: SlipWager) -> Stake:
    """A wager that an earlier round imprisoned; only the slip shows it."""
    spot, chips, tip, color, prison = wager.wager.split("|")
    level = int(prison.removeprefix(_PRISON[1:]))
    return Stake(seat, spot, Chips(chips), color, tip == "tip", wager.amount, level)


def _apply(round: PlayedRound, slips: Sequence[Slip], seat: int, player: str, value: int) -> None:
    """What each wager got, from the slips, which must name exactly the wagers that the records leave standing."""
    last = round.entries[-1].record.version
    right = (round.opened.number, round.number, seat, round.result, last)
    got = {each.wager: each for slip in slips for each in slip.wagers}
    if any((slip.table, slip.round, slip.seat, slip.number, slip.until) != right for slip in slips) or [
        (slip.part, slip.parts) for slip in slips
    ] != [(part, len(slips)) for part in range(1, len(slips) + 1)]:
        raise BadBundle("A slip is of another seat or round.")
    prisoners = [_prisoner(seat, each) for key, each in got.items() if _PRISON in key]
    for stake in prisoners:
        beside = sum(each.amount for each in prisoners if each.spot == stake.spot) - stake.amount
        chip = value if stake.chips in OWN_COLOR else None
        round.wagers[seat, stake.key] = SettledWager(stake, player, chip, 0, True, None, beside)
    stood = {wager.stake.key: wager.stake.amount for wager in round.wagers.values()}
    if stood != {key: each.amount for key, each in got.items()}:
        raise BadBundle("The slips do not name the wagers that the records leave standing.")
    for wager in round.wagers.values():
        each = got[wager.stake.key]
        wager.outcome, wager.winnings, wager.returned = each.outcome, each.winnings, each.returned
