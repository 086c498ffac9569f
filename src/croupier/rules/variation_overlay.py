"""Varied rulebooks: each variation in force is a folder of its own on top of those of the book.

So a varied book is digested, recorded, replayed and read like any other. What a variation sets cites the clause that
allows variations, and the name of the rule.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from croupier.rules.book import Rulebook
from croupier.rules.book_reader import IDENTITY, read_book
from croupier.rules.catalogue import CLAUSES_FILE, ClauseKind, Manner
from croupier.rules.duties import DUTIES_FILE, VariationRule
from croupier.rules.folder import BOOK_FILE, CHAIN_MAX, Folder, FolderChain
from croupier.rules.variation import Grant, GrantKind, Variation, granted_words
from croupier.terms.citation import Basis, ClauseId
from croupier.terms.document import DocumentTable, Table
from croupier.terms.problem import Problem, Problems, nearest
from croupier.terms.toml import pairs

VARIATION_FILE = "variation.toml"
"""The variation itself, in its folder: what was applied for, reviewed and granted."""
_CITING = ("clause", "basis", "defined")
_FAMILY = "family"


def vary(book: Rulebook, variations: Iterable[Variation], on: datetime.date | None) -> Rulebook:
    """The book with every variation in force that day applied; the book itself if there is none.

    Raises problems with a variation at its place in the house file.
    """
    played = []
    for variation in variations:
        standing = variation.standing(on)
        if standing.grant is not None and standing.played:
            played.append((variation, standing.grant))
    for variation, grant in sorted(played, key=lambda each: each[1].begins):
        book = apply_variation(book, variation, grant)
    return book


def apply_variation(book: Rulebook, variation: Variation, grant: Grant) -> Rulebook:
    """The book as varied, for the days of the rule that grants it."""
    rule = book.duties.variations
    if rule is None:
        raise Problems([no_variations(book, variation)])
    if len(book.chain.folders) >= CHAIN_MAX:
        wrong = f"{book.id} builds on {CHAIN_MAX - 1} folders and variations already"
        raise Problems([Problem(variation.place, wrong, "Ask for one rule that combines them.", rule.clause)])
    if taken := sorted({*IDENTITY, _FAMILY} & variation.overlay.get("book", {}).keys()):
        wrong, right = "the identity of a book cannot be varied", "Vary what it says of the game."
        raise Problems([Problem(f"{variation.place}.book.{key}", wrong, right, rule.clause) for key in taken])
    if absent := list(_absent(variation, book.chain)):
        raise Problems(absent)
    clause = clause_of(rule, grant)
    files = {
        file: _bytes(_cited(overlay, book.chain.merged(file), (), clause))
        for file, overlay in ((f"{stem}.toml", overlay) for stem, overlay in variation.overlay.items())
        if file != BOOK_FILE
    }
    files[VARIATION_FILE] = _bytes(_document(variation, grant, rule, clause))
    files[CLAUSES_FILE] = _clauses(clause, variation.name)
    changed = _cited(variation.overlay.get("book", {}), book.chain.merged(BOOK_FILE), (), clause)
    name = _folder_name(book, files | {BOOK_FILE: _bytes(changed)})
    files[BOOK_FILE] = _bytes(_identity(book, name, grant) | dict(changed))
    try:
        return _read_whole(FolderChain((Folder(name, files), *book.chain.folders)))
    except Problems as problems:
        raise Problems(_relocated(problem, variation) for problem in problems.problems) from None


def _clauses(clause: ClauseId, name: str) -> bytes:
    """The catalogue of a variation: the rule that grants it, and its one duty."""
    rows = (("clause", "duty", "kind", "due", "words"), (clause, "", ClauseKind.CONFIG, "", name))
    return "".join("\t".join(row) + "\n" for row in (*rows, (clause, "varied", Manner.ENFORCED, "", name))).encode()


def _absent(variation: Variation, chain: FolderChain) -> Iterator[Problem]:
    """Problems for things to remove that do not exist."""
    waiting = [
        (f"{variation.place}.{stem}", over, chain.merged(f"{stem}.toml")) for stem, over in variation.overlay.items()
    ]
    while waiting:
        path, over, base = waiting.pop()
        named = bool(base) and all(isinstance(each, dict) for each in base.values())
        for key, value in over.items():
            below = base.get(key)
            if value is False and below is None and named:
                yield Problem(f"{path}.{key}", "it does not exist, so it cannot be removed", nearest(key, base))
            elif isinstance(value, dict) and isinstance(below, dict):
                waiting.append((f"{path}.{key}", cast(Table, value), cast(Table, below)))


def no_variations(book: Rulebook, variation: Variation) -> Problem:
    """The problem if a text names nobody who may vary it."""
    wrong = f"{book.id} names nobody who may vary its rules"
    return Problem(variation.place, wrong, "Play by the text.")


def clause_of(rule: VariationRule, grant: Grant) -> ClauseId:
    """The clause that a varied value cites."""
    return ClauseId(f"{rule.clause}, {grant.name}")


def _read_whole(chain: FolderChain) -> Rulebook:
    """Reads the book with all lazily read parts, to find all problems."""
    book = read_book(chain)
    problems: list[Problem] = []
    for read in (
        lambda: book.duties,
        lambda: book.signs,
        lambda: book.printing,
        lambda: [book.procedure(each) for each in book.wheels],
        lambda: [book.chips(each) for each in book.wheels],
    ):
        try:
            read()
        except Problems as found:
            problems += found.problems
    if problems:
        raise Problems(problems)
    return book


def _relocated(problem: Problem, variation: Variation) -> Problem:
    """Moves a problem of the varied book to the place in the house file that caused it."""
    document = problem.file.rpartition("/")[2].removesuffix(".toml")
    return replace(problem, key=f"{variation.place}.{document}.{problem.key}", file="")


def _folder_name(book: Rulebook, files: Mapping[str, bytes]) -> str:
    """A name by content, so that different variations of a book never share one."""
    origin = next(folder.name for folder in book.chain.folders if VARIATION_FILE not in folder.files)
    content = hashlib.sha256(book.digest.encode())
    for name, data in sorted(files.items()):
        content.update(f"{name}\0{hashlib.sha256(data).hexdigest()}\n".encode())
    return f"{origin[:15].rstrip('-')}-varied-{content.hexdigest()[:8]}"


def _identity(book: Rulebook, name: str, grant: Grant) -> dict[str, object]:
    begins = max(day for day in (book.in_force_from, grant.begins) if day is not None)
    ends = min((day for day in (book.in_force_until, grant.ends) if day is not None), default=None)
    identity: dict[str, object] = {
        "id": name,
        "builds_on": book.chain.own.name,
        "title": f"{book.title}, varied by {grant.name}",
        "from": begins,
        "until": ends,
        "successor": book.successor or None,
    }
    return {key: value for key, value in identity.items() if value is not None}


def _cited(over: Table, base: Table | None, siblings: Iterable[Table], clause: ClauseId) -> Table:
    """The overlay with the rule's clause wherever the document cites one for the values it sets.

    A table that exists in the document cites where it did; a new one cites as its sibling tables do.
    """
    found: dict[str, object] = {}
    beside = [each for each in (base or {}).values() if isinstance(each, dict)]
    for key, value in over.items():
        below = (base or {}).get(key)
        if isinstance(value, dict):
            found[key] = _cited(value, cast(Table, below) if isinstance(below, dict) else None, beside, clause)
        elif isinstance(value, list):
            entries = _tables(below)
            found[key] = [_cited(each, None, entries, clause) if isinstance(each, dict) else each for each in value]
        else:
            found[key] = value
    sets = [key for key, value in found.items() if not isinstance(value, dict) and value is not False]
    sets += [key for key, value in found.items() if value is False and not isinstance((base or {}).get(key), dict)]
    if sets:
        words = {"clause": clause, "basis": Basis.VARIATION.value, "defined": clause}
        found |= {key: words[key] for key in _citing(base, siblings)}
    return found


def _tables(value: object) -> list[Table]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _citing(base: Table | None, siblings: Iterable[Table]) -> list[str]:
    """The keys with which a table cites, or would without defaults."""
    beside = {key for each in siblings for key in _CITING if key in each}
    if base is None:
        return [key for key in _CITING if key in beside or ("defined" in beside and key != "defined")]
    silent = base.get("basis") in (Basis.CUSTOMARY, Basis.HOUSE)  # has no clause, and gets one
    by_default = "defined" in base or "defined" in beside
    asked = {
        "clause": "clause" in base or silent or by_default,
        "basis": "basis" in base or ("clause" in base and "basis" in beside) or by_default,
        "defined": "defined" not in base and "defined" in beside,
    }
    return [key for key in _CITING if asked[key]]


def _bytes(table: Table) -> bytes:
    return ("\n".join(pairs(table)) + "\n").encode()


def _document(variation: Variation, grant: Grant, rule: VariationRule, clause: ClauseId) -> Table:
    document: dict[str, object] = {
        "name": variation.name,
        "clause": clause,
        "kind": grant.kind.value,
        "rule": grant.name,
        "grantor": rule.grantor,
        "from": grant.begins,
        "until": grant.ends,
        "applied": variation.applied,
        "what": variation.what,
        "reviewed": variation.reviewed,
        "finding": variation.finding,
    }
    return {key: value for key, value in document.items() if value not in (None, "")}


class Varied(Struct, frozen=True):
    """A variation that a book includes, for postings."""

    name: str
    clause: ClauseId
    grant: Grant
    grantor: str
    what: str = ""

    @property
    def words(self) -> str:
        """One sentence for players: what was varied, by what, and for how long."""
        words = f"{self.name}: {granted_words(self.grant, self.grantor)}, in force {self.grant.days}."
        return f"{words} {self.what}" if self.what else words


def variations_of(book: Rulebook) -> tuple[Varied, ...]:
    """The variations that a book includes, oldest first; none in an unvaried book."""
    return tuple(_varied(folder) for folder in reversed(book.chain.folders) if VARIATION_FILE in folder.files)


def _varied(folder: Folder) -> Varied:
    problems: list[Problem] = []
    section = DocumentTable(folder.toml(VARIATION_FILE), problems)
    kind = section.text("kind", required=True, allowed=[*GrantKind])
    name, clause, rule, grantor = (section.text(key, required=True) for key in ("name", "clause", "rule", "grantor"))
    begins, ends = section.date("from", required=True), section.date("until")
    if problems or not (kind and name and clause and rule and grantor and begins):
        raise Problems(problems).within(f"{folder.name}/{VARIATION_FILE}")
    grant = Grant(GrantKind(kind), rule, begins, ends)
    return Varied(name, ClauseId(clause), grant, grantor, section.text("what") or "")


def basis_of(book: Rulebook, clause: ClauseId | None) -> Basis | None:
    """The basis of a clause: the text, or the rule that varied it; None without a clause."""
    if clause is None:
        return None
    return Basis.VARIATION if any(clause == varied.clause for varied in variations_of(book)) else Basis.TEXT


def documents_of(book: Rulebook) -> tuple[str, ...]:
    """The documents of a book that a variation may change."""
    names = {path.partition("/")[2] for path in book.chain.files}
    return tuple(
        sorted(
            name.removesuffix(".toml")
            for name in {*names, DUTIES_FILE}
            if name.endswith(".toml") and name != VARIATION_FILE
        )
    )
