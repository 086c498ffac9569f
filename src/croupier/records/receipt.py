"""Receipts: proofs of at most 2 kB that a player's wagers, the number and the payout are in the journal.

The records of a round hold everyone's wagers, so they cannot be shown to one player. When a receipt is requested, a
slip is recorded in the stream `receipts`: this seat's wagers of one round and what each got. The receipt proves that
record under a cosigned note. Auditors compare every slip with the records of its table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import DecodeError, Struct, ValidationError, json
from msgspec.structs import replace

from croupier.game.settlement import Verdict
from croupier.journal.inclusion import prove_record
from croupier.journal.note import ED25519, BadNote, VerifierKey, check_signed, parse_head
from croupier.journal.policy import Demands, WitnessPolicy
from croupier.journal.port import Journal
from croupier.journal.proof import BadLogProof, LogProof, parse_proof
from croupier.journal.record import Draft, Record
from croupier.records.rounds import PlayedRound, rounds
from croupier.records.script import stream_of
from croupier.terms.problem import Problems
from croupier.wire.events import UnreadableRecord, canonical

STREAM = "receipts"
KIND = "receipt/1"
ACTOR = "service"
BODY_MAX = 240
"""Maximum size of a slip, so that a receipt has at most 2 kB. A player with more wagers gets several."""
NONCE_CHARS = 16
RECEIPT_MAX = 2_048


class SlipWager(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One wager and what it got; amounts in cents."""

    wager: str
    """The spot and, unless the chips are of the player's own color, their kind."""
    amount: int
    outcome: Verdict
    winnings: int
    returned: int


class Slip(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What one seat staked and got in a round. It names nobody, because a cosigned journal cannot be erased."""

    table: str
    round: int
    seat: int
    number: str
    """The winning number."""
    until: int
    """The version of the table's record that ended the round."""
    part: int
    parts: int
    nonce: str
    """Prevents holders of adjacent receipts from guessing this one; the person who asked for it knows it."""
    wagers: tuple[SlipWager, ...]


class ReceiptReport(Struct, frozen=True):
    """The result of a verification; `finding` is empty if the receipt is valid."""

    slip: Slip | None = None
    origin: str = ""
    cosigned: int = 0
    """How many witnesses of the policy cosigned."""
    cosigned_s: int = 0
    """The latest time of a cosignature, in seconds since 1970."""
    finding: str = ""

    @property
    def ok(self) -> bool:
        return not self.finding


_read = json.Decoder(Slip).decode


def slips_of(round: PlayedRound, seat: int, nonces: Iterator[str]) -> tuple[Slip, ...]:
    """The slips of one seat, as many as the size limit requires; none if it had no wager."""
    wagers = [
        SlipWager(each.stake.key, each.stake.amount, each.outcome, each.winnings, each.returned)
        for each in round.wagers.values()
        if each.stake.seat == seat
    ]
    until = round.entries[-1].record.version
    blank = Slip(round.opened.number, round.number, seat, round.result, until, 99, 99, "n" * NONCE_CHARS, ())
    groups: list[tuple[SlipWager, ...]] = []
    for wager in wagers:
        longer = (*groups[-1], wager) if groups else (wager,)
        if groups and len(canonical(replace(blank, wagers=longer))) <= BODY_MAX:
            groups[-1] = longer
        else:
            groups.append((wager,))
    return tuple(
        replace(blank, part=part, parts=len(groups), nonce=next(nonces), wagers=group)
        for part, group in enumerate(groups, start=1)
    )


def slip_draft(slip: Slip, at: int) -> Draft:
    """The slip as a draft to commit."""
    return Draft(KIND, ACTOR, at, canonical(slip))


def read_slip(record: Record) -> Slip:
    """Parses the slip of a record; raises `UnreadableRecord` if it is not exactly one."""
    try:
        slip = _read(record.body)
    except (DecodeError, ValidationError, RecursionError) as error:
        raise UnreadableRecord(f"{record.stream} {record.version} is not a receipt: {error}") from error
    if (record.stream, record.kind) != (STREAM, KIND) or canonical(slip) != record.body:
        raise UnreadableRecord(f"{record.stream} {record.version} is not a receipt.")
    return slip


def make_receipt(journal: Journal, version: int, policy: WitnessPolicy | None = None) -> LogProof:
    """The receipt of a recorded slip, under a note with no more cosignatures than the quorum needs."""
    proof = prove_record(journal, STREAM, version, policy)
    return proof if policy is None else LogProof(proof.index, proof.hashes, policy.trimmed(proof.note), proof.extra)


def verify_receipt(text: str, demands: Demands) -> ReceiptReport:
    """Verifies a receipt without the journal, against a key or a policy that the reader provides."""
    try:
        proof = parse_proof(text)
        slip = read_slip(proof.record())
    except (BadLogProof, UnreadableRecord) as error:
        return ReceiptReport(finding=str(error))
    head = proof.head
    report = ReceiptReport(slip, head.origin)
    try:
        if demands.public_keys:
            check_signed(proof.note, tuple(VerifierKey(head.origin, ED25519, key) for key in demands.public_keys))
        if demands.policy:
            cosigned = demands.policy.check(proof.note)
            report = replace(
                report, cosigned=len(cosigned), cosigned_s=max((each.time_s for each in cosigned), default=0)
            )
        if not demands.public_keys and not demands.policy:
            raise BadNote("A receipt names no key: give a policy or a public key.")
    except BadNote as error:
        return replace(report, finding=f"The receipt's note is wrong: {error}")
    for seen in demands.seen:
        if (other := parse_head(seen.text)).size == head.size and other != head:
            return replace(report, finding=f"The note given is of another tree of {head.size} leaves.")
    return report


def wrong_receipts(journal: Journal) -> Iterator[str]:
    """Describes every slip that disagrees with the records of its table."""
    by_table: dict[str, dict[int, list[tuple[int, Slip]]]] = {}
    for record in journal.read(STREAM):
        try:
            slip = read_slip(record)
        except UnreadableRecord as error:
            yield str(error)
            continue
        by_table.setdefault(slip.table, {}).setdefault(slip.round, []).append((record.version, slip))
    for table, slips in by_table.items():
        try:
            for round in rounds(journal.read(stream_of(table))):
                for version, slip in slips.pop(round.number, ()):
                    right = slips_of(round, slip.seat, iter([slip.nonce] * (len(round.wagers) + 1)))
                    if slip not in right:
                        yield f"Receipt {version} is not what table {table} recorded of round {round.number}."
        except Problems as problems:
            yield f"The receipts of table {table} cannot be checked: {problems.problems[0]}"
            continue
        for number, left in slips.items():
            yield f"Receipt {left[0][0]} is of round {number} of table {table}, which is not on record."


def amounts(slip: Slip) -> tuple[int, int]:
    """The total staked on this slip, and the total returned including winnings."""
    wagers: Sequence[SlipWager] = slip.wagers
    return sum(each.amount for each in wagers), sum(each.winnings + each.returned for each in wagers)
