"""Rulebooks as records: every file once, by content, and each book as a list of its files. See ADR 50.

They are in the stream `rules`, in the commit that opens the first table under them. The opening names the book by the
digest over these files, so that replacing one is detected.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from msgspec import DecodeError, Struct, ValidationError, convert, json

from croupier.journal.chain import advance_all, origin
from croupier.journal.port import Journal
from croupier.journal.record import BODY_MAX, Draft, Record
from croupier.journal.upcast import Step, Upcasts
from croupier.rules.book import Rulebook
from croupier.rules.folder import FolderChain, digest_of, file_digest, is_path
from croupier.rules.library import Library
from croupier.terms.decoding import prepare_types
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems
from croupier.wire.events import canonical

STREAM = "rules"
RECORDER = "croupier"
"""The actor of these records: no person decides to record a rulebook."""
_PAGE = 64


class RuleFileRecorded(Struct, frozen=True, omit_defaults=True, tag="rule-file-recorded/1"):
    """A file of a rulebook, by the SHA-256 of its bytes; as text if it is UTF-8, otherwise as data."""

    digest: str
    text: str | None = None
    data: bytes | None = None

    @classmethod
    def of(cls, content: bytes) -> RuleFileRecorded:
        digest = file_digest(content)
        try:
            as_text = cls(digest, text=content.decode())
        except UnicodeDecodeError:
            return cls(digest, data=content)
        # Control characters grow sixfold in JSON, and records have a size limit.
        return as_text if len(canonical(as_text)) <= BODY_MAX else cls(digest, data=content)

    @property
    def content(self) -> bytes:
        return self.data if self.data is not None else (self.text or "").encode()


class RulebookRecorded(Struct, frozen=True, tag="rulebook-recorded/1"):
    """A rulebook: its id, the digest that tables name, and the digest of each file by path.

    The version of this event is also the version of the file format.
    """

    id: str
    digest: str
    files: dict[str, str]


RuleRecord = RuleFileRecorded | RulebookRecorded
prepare_types(RuleRecord)
KINDS: Mapping[type[RuleFileRecorded | RulebookRecorded], str] = {
    each: str(each.__struct_config__.tag) for each in (RuleFileRecorded, RulebookRecorded)
}
STEPS: dict[str, Step] = {}
"""Upgrades from each old version of an event to the next; none so far."""
_upcasts = Upcasts({name: int(version) for name, _, version in (kind.partition("/") for kind in KINDS.values())}, STEPS)


class WrongRules(Fault):
    """The recorded rules do not match their digests, or cannot be read."""


def to_draft(event: RuleRecord, at: int) -> Draft:
    return Draft(KINDS[type(event)], RECORDER, at, canonical(event))


def from_record(record: Record) -> RuleRecord:
    """The event of a record, upgraded to the current version."""
    try:
        raw = json.decode(record.body, type=dict[str, Any])
        kind, event = _upcasts.upcast(record.kind, raw)
        found: RuleRecord = convert({**event, "type": kind}, RuleRecord)
    except (ValidationError, DecodeError) as error:
        raise WrongRules(f"{record.stream} {record.version} ({record.kind}) cannot be read: {error}") from error
    return found


class RecordedRulebooks:
    """The rulebooks of a journal or a bundle, checked against their digests."""

    def __init__(self) -> None:
        self._head = origin(STREAM)
        self._files: dict[str, bytes] = {}
        self._books: dict[str, RulebookRecorded] = {}
        self._read: dict[tuple[str, str], Rulebook] = {}

    @classmethod
    def of(cls, journal: Journal) -> RecordedRulebooks:
        """The rulebooks that a journal holds now."""
        found = cls()
        found.follow(journal)
        return found

    @classmethod
    def of_files(cls, id: str, files: Mapping[str, bytes]) -> RecordedRulebooks:
        """One rulebook from files that come from elsewhere."""
        found = cls()
        for content in files.values():
            found.add(RuleFileRecorded.of(content))
        digests = {path: file_digest(content) for path, content in files.items()}
        found.add(RulebookRecorded(id, digest_of(digests), digests))
        return found

    @property
    def version(self) -> int:
        """The version of the last record read."""
        return self._head.version

    def follow(self, journal: Journal) -> None:
        """Reads what was recorded since, and checks the hash chain."""
        records = journal.read(STREAM, self._head.version + 1)
        while page := list(islice(records, _PAGE)):
            head = advance_all(self._head, page)
            for record in page:
                self.add_record(record)
            self._head = head

    def add_record(self, record: Record) -> None:
        """Adds one record; raises `WrongRules` if its content does not match."""
        try:
            self.add(from_record(record))
        except WrongRules as wrong:
            raise WrongRules(f"Record {record.version} of stream {record.stream}: {wrong}") from None

    def add(self, event: RuleRecord) -> None:
        if isinstance(event, RuleFileRecorded):
            if (event.text is None) is (event.data is None) or file_digest(event.content) != event.digest:
                raise WrongRules("A file of a rulebook does not match its digest.")
            self._files[event.digest] = event.content
            return
        if digest_of(event.files) != event.digest or not all(map(is_path, event.files)):
            raise WrongRules(f"The files of rulebook {event.id} do not match its digest.")
        if missing := [path for path, digest in event.files.items() if digest not in self._files]:
            raise WrongRules(f"File {missing[0]} of rulebook {event.id} is not recorded.")
        self._books[event.digest] = event

    def __contains__(self, digest: str) -> bool:
        return digest in self._books

    def files(self, id: str, digest: str) -> Mapping[str, bytes]:
        """The files of a rulebook by path; raises `Problems` if they are not recorded."""
        found = self._books.get(digest)
        if found is None or found.id != id:
            wrong = f"the files of rulebook {id} with digest {digest[:16]} are not recorded"
            right = "Open the journal that the table was opened in, with its stream of rules."
            raise Problems([Problem("rules", wrong, right)])
        return {path: self._files[each] for path, each in found.files.items()}

    def rulebook(self, id: str, digest: str) -> Rulebook:
        """The rulebook as recorded; raises `Problems` if it is not."""
        key = id, digest
        if key not in self._read:
            book = Library.recorded(self.files(id, digest)).book(id)
            if book.digest != digest:
                wrong = f"the files recorded as rulebook {id} include others"
                raise Problems([Problem("rules", wrong, "Run croupier verify.")])
            self._read[key] = book
        return self._read[key]

    def drafts(self, chain: FolderChain, at: int) -> list[Draft]:
        """The records needed before a table opens under the book; none if it is already recorded."""
        if chain.digest in self._books:
            return []
        contents = {file_digest(data): data for data in chain.files.values()}
        files: list[RuleRecord] = [
            RuleFileRecorded.of(data) for digest, data in contents.items() if digest not in self._files
        ]
        book = RulebookRecorded(chain.id, chain.digest, {path: file_digest(data) for path, data in chain.files.items()})
        return [to_draft(event, at) for event in [*files, book]]
