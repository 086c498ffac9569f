"""A dispute bundle: one file that proves a round without the journal. See ADR 28.

It holds the records of the table from the opening under which the round was played to the head that a signed
checkpoint sealed. A hash covers the whole content of a record, so nothing less ties the round, and the rules that
the opening names, to the signature.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from itertools import takewhile

from msgspec import DecodeError, Struct, ValidationError, json

from croupier.journal.chain import HASH_BYTES, BrokenChain, advance, genesis
from croupier.journal.checkpoint import BadCheckpoint, Checkpoint, parse
from croupier.journal.key import is_signed
from croupier.journal.port import Journal
from croupier.journal.record import Head, Record
from croupier.records.roundfile import differences, wager_table
from croupier.records.rounds import PlayedRound, find_round
from croupier.table.event import CrownLifted, TableOpened
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems
from croupier.wire.events import canonical, from_record

TITLE = "croupier-bundle/1"
START = f'{{"bundle":"{TITLE}"'.encode()
"""How every bundle begins: canonical JSON puts this key first."""


class Link(Struct, frozen=True):
    """The record before the first one of the bundle: version 0 and the stream's genesis when there is none."""

    version: int
    hash: str


class Kept(Struct, frozen=True):
    """A record, its body as the text it is."""

    version: int
    time_ms: int
    actor: str
    kind: str
    body: str
    prev: str
    hash: str


class RulesInForce(Struct, frozen=True):
    document: str
    hash: str


class Bundle(Struct, frozen=True):
    """Everything that an offline verifier needs; `round` is what the records say about it."""

    bundle: str
    checkpoint: str
    link: Link
    records: tuple[Kept, ...]
    round: dict[str, object]
    rules: RulesInForce
    stream: str


class BundleReport(Struct, frozen=True):
    """What a verification found; `finding` is empty when every byte is as it was written."""

    table: str
    round: int
    records: int
    key: str
    trusted: bool
    """Whether the signature was checked against a key given from outside, not only against its own."""
    finding: str = ""
    note: str = ""

    @property
    def ok(self) -> bool:
        return not self.finding


class _Bad(Exception):
    """What is wrong with a bundle."""


def make_bundle(journal: Journal, stream: str, number: int) -> bytes:
    """The bundle of a round that a checkpoint has sealed; a problem when none has."""
    round = find_round(journal.read(stream), number)
    needed = max(entry.record.version for entry in (*round.entries, *round.later))
    checkpoint = _sealing(journal.checkpoints(), stream, needed)
    if checkpoint is None:
        right = "Seal the journal first: give --key."
        raise Problems([Problem("--round", f"no signed checkpoint has sealed round {number} yet", right)])
    last = _head(checkpoint, stream).version
    first = round.opening
    records = takewhile(lambda record: record.version <= last, journal.read(stream, first.version))
    return canonical(
        Bundle(
            TITLE,
            checkpoint.text,
            Link(first.version - 1, first.prev.hex()),
            tuple(_kept(record) for record in records),
            _story(round),
            RulesInForce(round.opened.rules, round.opened.rules_hash),
            stream,
        )
    )


def _sealing(checkpoints: Iterable[Checkpoint], stream: str, version: int) -> Checkpoint | None:
    """The first checkpoint that has sealed so much of the stream."""
    return next((each for each in checkpoints if _head(each, stream).version >= version), None)


def _head(checkpoint: Checkpoint, stream: str) -> Head:
    return next((head for head in checkpoint.heads if head.stream == stream), Head(stream, 0, b""))


def _kept(record: Record) -> Kept:
    return Kept(
        record.version,
        record.time_ms,
        record.actor,
        record.kind,
        record.body.decode(),
        record.prev.hex(),
        record.hash.hex(),
    )


def _story(round: PlayedRound) -> dict[str, object]:
    """The round in figures: what the records must say again when they are verified."""
    return {
        "table": round.opened.number,
        "number": round.number,
        "result": round.result,
        "between": round.between,
        "dealer": round.dealer,
        "supervisor": round.supervisor,
        "first": round.entries[0].record.version,
        "last": round.entries[-1].record.version,
        "later": [entry.record.version for entry in round.later],
        "wagers": [wager_table(wager) for wager in round.wagers.values()],
    }


# Verifying


def is_bundle(start: bytes) -> bool:
    """Whether a file that begins so means to be a bundle."""
    return start.startswith(START[:10])


def verify_bundle(
    data: bytes, *, public_keys: tuple[bytes, ...] = (), witness: Checkpoint | None = None
) -> BundleReport:
    """Verifies a bundle on its own; a file that is none is a problem."""
    bundle = read_bundle(data)
    number = bundle.round.get("number")
    report = BundleReport(
        table=bundle.stream.partition("/")[2],
        round=number if isinstance(number, int) else 0,
        records=len(bundle.records),
        key="",
        trusted=False,
    )
    try:
        _check_form(bundle, data)
        checkpoint = _check_signature(bundle, public_keys, witness)
        records = _check_chain(bundle, checkpoint)
        note = _check_round(bundle, records)
    except _Bad as bad:
        return BundleReport(report.table, report.round, report.records, "", trusted=False, finding=str(bad))
    return BundleReport(
        report.table, report.round, report.records, checkpoint.key.hex(), trusted=bool(public_keys), note=note
    )


def read_bundle(data: bytes) -> Bundle:
    """The bundle of a file. Says nothing about its truth."""
    try:
        return json.decode(data, type=Bundle)
    except (DecodeError, ValidationError, UnicodeError, RecursionError) as error:
        raise Problems([Problem("bundle", f"it cannot be read: {error}", "Ask for the bundle anew.")]) from error


def _check_form(bundle: Bundle, data: bytes) -> None:
    """Exactly one text is right for one bundle, so that no byte can be changed unseen."""
    try:
        if bundle.bundle == TITLE and canonical(bundle) == data:
            return
    except UnicodeError:
        pass
    raise _Bad("It is not written as croupier writes a bundle.")


def _check_signature(bundle: Bundle, keys: tuple[bytes, ...], witness: Checkpoint | None) -> Checkpoint:
    try:
        checkpoint = parse(bundle.checkpoint)
    except BadCheckpoint as error:
        raise _Bad(f"The checkpoint is wrong: {error}") from error
    if keys and checkpoint.key not in keys:
        raise _Bad("The checkpoint is signed with another key than the one given.")
    if not is_signed(checkpoint.signed_text.encode(), checkpoint.signature, checkpoint.key):
        raise _Bad("The signature of the checkpoint is not that of its text.")
    if witness and witness.number == checkpoint.number and witness != checkpoint:
        raise _Bad(f"The witness has seen another checkpoint {checkpoint.number}.")
    return checkpoint


def _check_chain(bundle: Bundle, checkpoint: Checkpoint) -> tuple[Record, ...]:
    """The records, each following the one before, up to the head that the checkpoint sealed."""
    try:
        head = Head(bundle.stream, bundle.link.version, _hash(bundle.link.hash))
        records = tuple(
            Record(
                bundle.stream,
                each.version,
                each.time_ms,
                each.actor,
                each.kind,
                each.body.encode(),
                _hash(each.prev),
                _hash(each.hash),
            )
            for each in bundle.records
        )
    except ValueError as error:
        raise _Bad("A hash is not written as one.") from error
    if not records:
        raise _Bad("It holds no records.")
    if (head.version == 0) != (head.hash == genesis(bundle.stream)) or head.version < 0:
        raise _Bad("The link before the first record is wrong.")
    for record in records:
        try:
            head = advance(head, record)
        except BrokenChain as error:
            raise _Bad(f"Record {record.version} of stream {record.stream} is not what was sealed.") from error
    if head != _head(checkpoint, bundle.stream):
        raise _Bad(f"The records end at {head.version}, and that is not the head that the checkpoint sealed.")
    return records


def _hash(written: str) -> bytes:
    """A hash has one form: 64 small hexadecimal digits."""
    digest = bytes.fromhex(written)
    if digest.hex() != written or len(digest) != HASH_BYTES:
        raise ValueError(written)
    return digest


def _check_round(bundle: Bundle, records: tuple[Record, ...]) -> str:
    """Whether the records say what the bundle says about the round and its rules; a note where there is one."""
    try:
        events = [from_record(record).event for record in records]
        opening = events[0]
        if not isinstance(opening, TableOpened):
            raise _Bad("The records do not begin with the opening of a table.")
        digest = sha256(opening.rules.encode()).hexdigest()
        if bundle.rules != RulesInForce(opening.rules, digest) or digest != opening.rules_hash:
            raise _Bad("The rules are not those under which the table was opened.")
        first_round = next(event.round for event in events if isinstance(event, CrownLifted)) - 1
        number = bundle.round.get("number")
        round = find_round(records, number if isinstance(number, int) else 0, first_round)
        if canonical(_story(round)) != canonical(bundle.round) or round.opening != records[0]:
            raise _Bad("The round is not what the records say.")
    except (LookupError, ValueError, TypeError, StopIteration, Fault) as error:
        raise _Bad(f"The records do not make up a round: {error}") from error
    return _settled_again(round)


def _settled_again(round: PlayedRound) -> str:
    try:
        found = differences(round)
    except Problems as problems:
        return f"It was not settled again: {problems.problems[0]}"
    if found:
        raise _Bad(f"A wager was paid otherwise than it settles. {found[0]}")
    return "Settled again, every wager gets what it got at the table."
