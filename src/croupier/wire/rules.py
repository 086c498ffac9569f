"""The rules of a table as a document with a hash, from which they can be rebuilt."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from msgspec import DecodeError, Struct, ValidationError, json

from croupier.rules.assembly import table_of
from croupier.rules.book import Rulebook
from croupier.rules.shelf import rulebook
from croupier.table.state import Setup, TableRules
from croupier.terms.problem import Problem, Problems
from croupier.wire.events import canonical
from croupier.wire.rulebooks import RecordedRulebooks


class RulesDocument(Struct, frozen=True):
    """The rulebook, by id and by the digest over its files, and the house's choices."""

    book: str
    digest: str
    table: dict[str, object]
    setup: Setup


_decoder = json.Decoder(RulesDocument)


def table_rules(book: Rulebook | str, table: Mapping[str, object], setup: Setup) -> TableRules:
    """The rules of a table, with their document.

    A string is the id of a rulebook that needs no directory. Raises every problem with the house's choices.
    """
    found = rulebook(book) if isinstance(book, str) else book
    rules = table_of(found, table)
    if rules.unchosen:
        raise Problems(rules.unchosen)
    document = canonical(RulesDocument(found.id, found.digest, dict(table), setup))
    return TableRules(rules, setup, document.decode(), _digest(document))


def read_document(document: str) -> RulesDocument:
    """Parses a recorded document; raises `Problems` if it cannot be read."""
    try:
        return _decoder.decode(document)
    except (ValidationError, DecodeError) as error:
        right = "Open it with the version of croupier that wrote the journal."
        raise Problems([Problem("rules", f"they cannot be read: {error}", right)]) from error


def read_rules(document: str, recorded: RecordedRulebooks) -> TableRules:
    """The rules of a recorded document, under the recorded version of its rulebook."""
    read = read_document(document)
    rules = table_of(recorded.rulebook(read.book, read.digest), read.table)
    return TableRules(rules, read.setup, document, _digest(document.encode()))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
