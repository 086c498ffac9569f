"""The rules of a table as a document with a hash, from which they can be rebuilt."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from msgspec import DecodeError, Struct, ValidationError, json

from croupier.rules.assembly import table_of
from croupier.rules.book import Rulebook
from croupier.rules.library import rulebook
from croupier.rules.table import Rules
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

SHARED_MAX = 64
"""Maximum number of different rules that are remembered."""
_shared: dict[tuple[str, str, bytes], Rules] = {}


def table_rules(book: Rulebook | str, table: Mapping[str, object], setup: Setup) -> TableRules:
    """The rules of a table, with their document.

    A string is the id of a rulebook that needs no directory. Raises every problem with the house's choices.
    """
    found = rulebook(book) if isinstance(book, str) else book
    rules = _rules_of(found, table)
    if rules.unchosen:
        raise Problems(rules.unchosen)
    document = canonical(RulesDocument(found.id, found.digest, dict(table), setup))
    return TableRules(rules, setup, document.decode(), _digest(document))


def _rules_of(book: Rulebook, table: Mapping[str, object]) -> Rules:
    """The rules of a table; tables of one book with the same choices share them.

    Every wager reads much of them: one copy stays in the processor's cache, and a hundred do not.
    """
    if not book.chain.folders:
        return table_of(book, table)
    key = book.id, book.digest, canonical(table)
    if key not in _shared:
        if len(_shared) >= SHARED_MAX:
            _shared.clear()
        _shared[key] = table_of(book, table)
    return _shared[key]


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
    rules = _rules_of(recorded.rulebook(read.book, read.digest), read.table)
    return TableRules(rules, read.setup, document, _digest(document.encode()))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
