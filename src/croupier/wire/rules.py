"""The rules of a table as one document with a hash: what a table was opened under can be built again from it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from msgspec import DecodeError, Struct, ValidationError, json

from croupier.rules.assembly import table_of
from croupier.rules.shelf import pack_text, rulebook
from croupier.table.state import Setup, TableRules
from croupier.terms.problem import Problem, Problems
from croupier.wire.events import canonical


class RulesDocument(Struct, frozen=True):
    """The rulebook by id and by the hash of its pack, and everything the house chose."""

    book: str
    pack: str
    table: dict[str, object]
    setup: Setup


def table_rules(book: str, table: Mapping[str, object], setup: Setup) -> TableRules:
    """The rules of a table with their document; raises every problem with the house's choices."""
    rules = table_of(rulebook(book), table)
    document = canonical(RulesDocument(book, _digest(pack_text(book).encode()), dict(table), setup))
    return TableRules(rules, setup, document.decode(), _digest(document))


def read_rules(document: str) -> TableRules:
    """The rules of a document that was recorded; a problem when this program's pack is no longer the same."""
    try:
        read = json.decode(document, type=RulesDocument)
    except (ValidationError, DecodeError) as error:
        raise Problems([Problem("rules", f"they cannot be read: {error}", "Open the journal they were in.")]) from error
    rules = table_rules(read.book, read.table, read.setup)
    if rules.document != document:
        wrong = f"the pack of {read.book} is not the one under which the table was opened"
        raise Problems([Problem("rules", wrong, "Use the version of croupier that wrote the journal.")])
    return rules


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
