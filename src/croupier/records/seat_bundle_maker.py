"""Makes the bundle of one seat: who sat there, and which records that player may show. See ADR 85."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.journal.inclusion import NotSealed, prove_records
from croupier.journal.policy import WitnessPolicy
from croupier.journal.port import Journal
from croupier.journal.proof import LogProof
from croupier.journal.record import Record
from croupier.records.bundle import NotProvedYet, rules_in_force, signer_of
from croupier.records.receipt import STREAM as RECEIPTS
from croupier.records.receipt import Slip, read_slip
from croupier.records.rounds import PlayedRound, RoundRecord, SettledWager, find_round
from croupier.records.seat_bundle import PAID, TITLE, ProvedRecord, SeatBundle, seats_in, summary_of, verify_seat_bundle
from croupier.table import event as e
from croupier.terms.audience import Audience
from croupier.terms.problem import Problem, Problems
from croupier.wire.events import CommandRefused, Recorded, canonical, from_record, read_actor

_RETURNED = (e.RoundVoided, e.PlayEnded, e.CollectionReturned)
"""After these, wagers of the round no longer stand as they were placed."""


def make_seat_bundle(
    journal: Journal, stream: str, number: int, seat: int, policy: WitnessPolicy | None = None
) -> bytes:
    """The bundle of one seat's part in a round; its slips must be on record and sealed. Raises `Problems` otherwise."""
    round = find_round(journal.read(stream), number)
    if any(isinstance(entry.event, _RETURNED) for entry in round.entries):
        right = "Make the whole bundle, without --seat."
        raise Problems([Problem("--seat", f"wagers of round {number} were returned for all seats at once", right)])
    sitting = _Sitting(journal, stream, round, seat)
    slips = _slips(journal, round, seat)
    of_round = [entry.record for entry in sitting.shown(round.entries) if entry.record != round.opening]
    shown = [round.opening, *sitting.before, *of_round]
    later = [entry.record for entry in sitting.shown(round.later)]
    try:
        proofs = prove_records(journal, (*shown, *later, *slips), policy)
    except NotSealed as error:
        right = "Seal the journal first: give --key." if policy is None else "Wait until the witnesses have cosigned."
        raise NotProvedYet([Problem("--round", f"round {number} is not proved yet: {error}", right)]) from None
    proved = [_proved(record, proof) for record, proof in zip((*shown, *later, *slips), proofs, strict=True)]
    count = len(shown) + len(later)
    summary = summary_of(round, seat, sitting.player, _own(round.wagers.values(), seat), later)
    data = canonical(
        SeatBundle(
            TITLE,
            signer_of(journal, proofs[0]).hex(),
            str(proofs[0].note),
            tuple(proved[:count]),
            summary,
            rules_in_force(journal, round),
            seat,
            tuple(proved[count:]),
            stream,
        )
    )
    report = verify_seat_bundle(data)
    if not report.ok:
        raise Problems([Problem("--seat", report.finding.rstrip("."), "Make the whole bundle, without --seat.")])
    return data


class _Sitting:
    """Who sat at a seat when the round was settled, and which records that player may show."""

    def __init__(self, journal: Journal, stream: str, round: PlayedRound, seat: int) -> None:
        self.seat, self.player = seat, ""
        first, last = round.entries[0].record.version, round.entries[-1].record.version
        taken: Record | None = None
        chips: Record | None = None
        count = last - round.opening.version + 1
        for record in journal.read(stream, round.opening.version, count):
            event = from_record(record).event
            if isinstance(event, PAID) and record.version >= first and taken is not None:
                break
            if isinstance(event, e.SeatTaken) and event.seat == seat:
                taken, chips, self.player = record, None, event.player
            elif isinstance(event, e.SeatLeft) and event.seat == seat:
                taken = None
            elif isinstance(event, e.ChipsSet) and event.seat == seat:
                chips = record
        if taken is None:
            right = "Name a seat that somebody had in that round."
            raise Problems([Problem("--seat", f"nobody sat at seat {seat} in round {round.number}", right)])
        self._from = taken.version
        self.before = [each for each in (taken, chips) if each is not None and each.version < first]
        self._disputes: set[int] = set()

    def shown(self, entries: Iterable[RoundRecord]) -> Iterator[RoundRecord]:
        """The entries that are about this player, or about nobody's wagers."""
        over = False
        for entry in entries:
            event, mine = entry.event, entry.record.version >= self._from and not over
            if isinstance(event, e.SeatLeft) and event.seat == self.seat and mine:
                over = True
            if self._is_shown(entry.record, event, mine=mine):
                yield entry

    def _is_shown(self, record: Record, event: Recorded, *, mine: bool) -> bool:
        if isinstance(event, CommandRefused):
            return read_actor(record.actor).name == self.player and seats_in(event) <= {self.seat}
        if isinstance(event, e.DisputeRaised):
            if event.player == self.player:
                self._disputes.add(event.dispute)
            return event.player == self.player
        if isinstance(event, e.DisputeDecided):
            return event.dispute in self._disputes
        if isinstance(event, e.BalanceCorrected):
            return event.seat == self.seat and event.player == self.player
        if isinstance(event, PAID):
            return False
        seats = seats_in(event)
        if seats:
            return seats == {self.seat} and mine
        return bool(event.audience & Audience.PUBLIC)


def has_slips(journal: Journal, round: PlayedRound, seat: int) -> bool:
    """Whether the records show what each wager of the seat got; True if it had none."""
    try:
        _slips(journal, round, seat)
    except NotProvedYet:
        return False
    return True


def _slips(journal: Journal, round: PlayedRound, seat: int) -> list[Record]:
    """The slips of this seat's wagers, the last recorded one of each part; none if it had no wager."""
    if not any(wager.stake.seat == seat for wager in round.wagers.values()):
        return []
    whose = (round.opened.number, round.number, seat)
    parts: dict[int, tuple[Slip, Record]] = {}
    for record in journal.read(RECEIPTS):
        slip = read_slip(record)
        if (slip.table, slip.round, slip.seat) == whose:
            parts[slip.part] = slip, record
    count = next((slip.parts for slip, _ in parts.values()), 0)
    if not count or set(parts) != set(range(1, count + 1)):
        right = "Give --key, which records the slip, or ask for a receipt at the terminal."
        raise NotProvedYet([Problem("--seat", f"no slip says what seat {seat} got in round {round.number}", right)])
    return [parts[part][1] for part in sorted(parts)]


def _own(wagers: Iterable[SettledWager], seat: int) -> list[SettledWager]:
    return [wager for wager in wagers if wager.stake.seat == seat]


def _proved(record: Record, proof: LogProof) -> ProvedRecord:
    return ProvedRecord(
        proof.index,
        tuple(each.hex() for each in proof.hashes),
        record.version,
        record.time_ms,
        record.actor,
        record.kind,
        record.body.decode(),
        record.prev.hex(),
        record.hash.hex(),
    )
