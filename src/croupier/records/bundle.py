"""A dispute bundle: one file that proves a round without the journal. See ADR 28.

It holds the table's records from the opening under which the round was played to the head that a checkpoint sealed, the
checkpoint's statement of heads, and the proof that the statement is in the tree of a signed note. It also holds the
rulebook's files, whose digest the opening names.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import takewhile

from msgspec import DecodeError, Struct, ValidationError, json
from msgspec.structs import replace

from croupier.journal.chain import BrokenChain, advance, genesis
from croupier.journal.checkpoint import BadCheckpoint, HeadsStatement, parse_statement
from croupier.journal.inclusion import NotSealed, covering, prove_heads
from croupier.journal.note import ED25519, BadNote, VerifierKey, check_signed, parse_head
from croupier.journal.policy import Demands, WitnessPolicy
from croupier.journal.port import Journal
from croupier.journal.preimage import HASH_BYTES
from croupier.journal.proof import BadLogProof, LogProof, parse_proof
from croupier.journal.record import Head, Record
from croupier.records.roundfile import differences, settled_again, wager_table
from croupier.records.rounds import PlayedRound, find_round
from croupier.rules.folder import digest_of
from croupier.rules.round import Round
from croupier.table.event import CrownLifted, TableOpened
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems
from croupier.wire.events import Recorded, canonical, from_record
from croupier.wire.rulebooks import RecordedRulebooks, RulebookRecorded, RuleFileRecorded, WrongRules
from croupier.wire.rules import read_document

TITLE = "croupier-bundle/1"
START = f'{{"bundle":"{TITLE}"'.encode()
"""How every bundle begins: canonical JSON puts this key first."""


class Link(Struct, frozen=True):
    """The record before the bundle's first; version 0 and the stream's genesis hash if there is none."""

    version: int
    hash: str


class BundledRecord(Struct, frozen=True):
    """A record, with its body as text."""

    version: int
    time_ms: int
    actor: str
    kind: str
    body: str
    prev: str
    hash: str


class RulesInForce(Struct, frozen=True):
    """The rules the table was opened under, and the rulebook's files by path."""

    document: str
    files: dict[str, RuleFileRecorded]
    hash: str


class Bundle(Struct, frozen=True):
    """Everything an offline verifier needs; `round` summarizes what the records say."""

    bundle: str
    heads: str
    """The statement of heads that the records lead to."""
    key: str
    """The public key that signed the note; the reader must know whose it is."""
    link: Link
    proof: str
    """The proof that the statement is in the tree of a signed note, with the note."""
    records: tuple[BundledRecord, ...]
    round: dict[str, object]
    rules: RulesInForce
    stream: str


_decoder = json.Decoder(Bundle)


class BundleReport(Struct, frozen=True):
    """The result of a verification; `finding` is empty if the bundle is intact."""

    table: str
    round: int
    records: int
    key: str
    trusted: bool
    """Whether the signature was checked against a key or policy from outside."""
    cosigned: int = 0
    """How many witnesses cosigned the note, if a policy is given."""
    seat: int = 0
    """The seat whose part it shows; 0 if it shows the whole table."""
    finding: str = ""
    note: str = ""

    @property
    def ok(self) -> bool:
        return not self.finding


class NotProvedYet(Problems):
    """No checkpoint covers the round, or none with the quorum."""


class BadBundle(Exception):
    """The bundle is wrong; the message says how."""


def make_bundle(journal: Journal, stream: str, number: int, policy: WitnessPolicy | None = None) -> bytes:
    """The bundle of a round under a checkpoint, with the policy's quorum if given; raises `Problems` otherwise."""
    round = find_round(journal.read(stream), number)
    needed = max(entry.record.version for entry in (*round.entries, *round.later))
    try:
        checkpoint = covering(journal, journal.place(stream, needed))
        proof = prove_heads(journal, checkpoint, policy)
    except NotSealed as error:
        right = "Seal the journal first: give --key." if policy is None else "Wait until the witnesses have cosigned."
        raise NotProvedYet([Problem("--round", f"round {number} is not proved yet: {error}", right)]) from None
    last = checkpoint.statement.head(stream).version
    first = round.opening
    records = takewhile(lambda record: record.version <= last, journal.read(stream, first.version))
    return canonical(
        Bundle(
            TITLE,
            checkpoint.statement.text,
            signer_of(journal, proof).hex(),
            Link(first.version - 1, first.prev.hex()),
            str(proof),
            tuple(_bundled(record) for record in records),
            _summary(round),
            rules_in_force(journal, round),
            stream,
        )
    )


def rules_in_force(journal: Journal, round: PlayedRound) -> RulesInForce:
    """The rules of a round with the files of their rulebook."""
    document = read_document(round.opened.rules)
    files = RecordedRulebooks.of(journal).files(document.book, document.digest)
    recorded = {path: RuleFileRecorded.of(content) for path, content in files.items()}
    return RulesInForce(round.opened.rules, recorded, round.opened.rules_hash)


def signer_of(journal: Journal, proof: LogProof) -> bytes:
    """The public key that signed a proof's note."""
    return next(each.key for each in journal.checkpoints() if each.head.size == proof.head.size)


def _bundled(record: Record) -> BundledRecord:
    return BundledRecord(
        record.version,
        record.time_ms,
        record.actor,
        record.kind,
        record.body.decode(),
        record.prev.hex(),
        record.hash.hex(),
    )


def _summary(round: PlayedRound) -> dict[str, object]:
    """A summary of the round, which verification derives again from the records."""
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


# Verification.


def is_bundle(start: bytes) -> bool:
    """Whether a file with this beginning claims to be a bundle."""
    return start.startswith(START[:10])


def verify_bundle(data: bytes, demands: Demands | None = None) -> BundleReport:
    """Verifies a bundle by itself; raises `Problems` if the file is not one."""
    bundle, demands = read_bundle(data), demands or Demands()
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
        recorded = check_rulebook(bundle.rules)
        statement, cosigned = _check_proof(bundle, demands)
        records = _check_chain(bundle, statement)
        round = _check_round(bundle, records)
        note = check_settled_again(round, recorded)
    except BadBundle as bad:
        return replace(report, finding=str(bad))
    trusted = bool(demands.public_keys or demands.policy)
    return replace(report, key=bundle.key, trusted=trusted, cosigned=cosigned, note=note)


def read_bundle(data: bytes) -> Bundle:
    """Parses a bundle without verifying it."""
    try:
        return _decoder.decode(data)
    except (DecodeError, ValidationError, UnicodeError, RecursionError) as error:
        raise Problems([Problem("bundle", f"it cannot be read: {error}", "Request the bundle again.")]) from error


def _check_form(bundle: Bundle, data: bytes) -> None:
    if bundle.bundle != TITLE or not is_written_right(bundle, data):
        raise BadBundle("It is not encoded the way croupier writes bundles.")


def is_written_right(bundle: Struct, data: bytes) -> bool:
    """A bundle has exactly one valid encoding, so that every changed byte is detected."""
    try:
        return canonical(bundle) == data
    except UnicodeError:
        return False


def check_rulebook(rules: RulesInForce) -> RecordedRulebooks:
    """The rulebook that the document names, from the bundle's files."""
    try:
        document = read_document(rules.document)
        recorded = recorded_in(rules)
        if document.digest in recorded:
            return recorded
    except (Problems, WrongRules) as error:
        raise BadBundle(f"The rules cannot be read: {error}") from error
    raise BadBundle("The files of the rulebook are not those under which the table was opened.")


def recorded_in(rules: RulesInForce) -> RecordedRulebooks:
    """The rulebook of a bundle; raises `WrongRules` if a file does not match its digest."""
    document = read_document(rules.document)
    recorded = RecordedRulebooks()
    for file in rules.files.values():
        recorded.add(file)
    digests = {path: file.digest for path, file in rules.files.items()}
    recorded.add(RulebookRecorded(document.book, digest_of(digests), digests))
    return recorded


def round_in(data: bytes) -> Round:
    """The round of a bundle under the bundled rules; raises `Problems` if the bundle is not intact."""
    bundle = read_bundle(data)
    report = verify_bundle(data)
    if not report.ok:
        raise Problems([Problem("bundle", report.finding.rstrip("."), "Request the bundle again.")])
    statement, _ = _check_proof(bundle, Demands())
    records = _check_chain(bundle, statement)
    return settled_again(_check_round(bundle, records), recorded_in(bundle.rules))


def _check_proof(bundle: Bundle, demands: Demands) -> tuple[HeadsStatement, int]:
    """The statement of heads, proved under a note signed as demanded, and how many witnesses cosigned it."""
    try:
        statement = parse_statement(bundle.heads)
        proof = parse_proof(bundle.proof)
        proof.check(statement.entry)
        key = parse_hash(bundle.key)
    except (BadCheckpoint, BadLogProof) as error:
        raise BadBundle(f"The checkpoint is wrong: {error}") from error
    except ValueError as error:
        raise BadBundle("The key is malformed.") from error
    if proof.extra is not None:
        raise BadBundle("Its proof contains extra data.")
    if demands.public_keys and key not in demands.public_keys:
        raise BadBundle("The checkpoint is signed with a key other than the one given.")
    cosigned = 0
    try:
        check_signed(proof.note, (VerifierKey(proof.head.origin, ED25519, key),))
        if demands.policy:
            cosigned = len(demands.policy.check(proof.note))
    except BadNote as error:
        raise BadBundle(f"The checkpoint's note is wrong: {error}") from error
    for seen in demands.seen:
        if (head := parse_head(seen.text)).size == proof.head.size and head != proof.head:
            raise BadBundle(f"The note given is of another tree of {head.size} leaves.")
    return statement, cosigned


def _check_chain(bundle: Bundle, statement: HeadsStatement) -> tuple[Record, ...]:
    """The records, chained up to the head that the checkpoint sealed."""
    try:
        head = Head(bundle.stream, bundle.link.version, parse_hash(bundle.link.hash))
        records = tuple(
            Record(
                bundle.stream,
                each.version,
                each.time_ms,
                each.actor,
                each.kind,
                each.body.encode(),
                parse_hash(each.prev),
                parse_hash(each.hash),
            )
            for each in bundle.records
        )
    except ValueError as error:
        raise BadBundle("A hash is malformed.") from error
    if not records:
        raise BadBundle("It holds no records.")
    if (head.version == 0) != (head.hash == genesis(bundle.stream)) or head.version < 0:
        raise BadBundle("The link before the first record is wrong.")
    for record in records:
        try:
            head = advance(head, record)
        except BrokenChain as error:
            raise BadBundle(f"Record {record.version} of stream {record.stream} is not what was sealed.") from error
    if head != statement.head(bundle.stream):
        raise BadBundle(f"The records end at {head.version}, and that is not the head that the checkpoint sealed.")
    return records


def parse_hash(written: str) -> bytes:
    """Parses a hash: exactly 64 lower-case hexadecimal digits."""
    digest = bytes.fromhex(written)
    if digest.hex() != written or len(digest) != HASH_BYTES:
        raise ValueError(written)
    return digest


def _check_round(bundle: Bundle, records: tuple[Record, ...]) -> PlayedRound:
    """The round of the records, if they agree with the bundle's summary and rules."""
    try:
        events = [from_record(record).event for record in records]
        check_opening(bundle.rules, events)
        first_round = next(event.round for event in events if isinstance(event, CrownLifted)) - 1
        number = bundle.round.get("number")
        round = find_round(records, number if isinstance(number, int) else 0, first_round)
        if canonical(_summary(round)) != canonical(bundle.round) or round.opening != records[0]:
            raise BadBundle("The round is not what the records say.")
    except (LookupError, ValueError, TypeError, StopIteration, Fault) as error:
        raise BadBundle(f"The records do not make up a round: {error}") from error
    return round


def check_opening(rules: RulesInForce, events: Sequence[Recorded]) -> TableOpened:
    """The opening that the records begin with, if it names these rules."""
    opening = events[0] if events else None
    if not isinstance(opening, TableOpened):
        raise BadBundle("The records do not begin with the opening of a table.")
    digest = sha256(opening.rules.encode()).hexdigest()
    if (rules.document, rules.hash) != (opening.rules, digest) or digest != opening.rules_hash:
        raise BadBundle("The rules are not those under which the table was opened.")
    return opening


def check_settled_again(round: PlayedRound, recorded: RecordedRulebooks) -> str:
    try:
        found = differences(round, recorded)
    except Problems as problems:
        return f"It was not settled again: {problems.problems[0]}"
    if found:
        raise BadBundle(f"A wager was not paid as it settles. {found[0]}")
    return "Settled again, every wager gets what it got at the table."
