"""Reads citations: a clause of the catalogue, and the authority behind a value."""

from __future__ import annotations

from collections.abc import Container

from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.document import DocumentTable


def read_clause(
    section: DocumentTable, key: str, clauses: Container[str], *, required: bool = False
) -> ClauseId | None:
    """A clause id, checked against the catalogue."""
    clause = section.text(key, required=required)
    if clause is not None and clause not in clauses:
        section.wrong(key, f"{clause!r} is not in the clause catalogue", "Cite a clause of clauses.tsv.")
        return None
    return ClauseId(clause) if clause else None


def read_authority(section: DocumentTable, clauses: Container[str], default: Authority | None = None) -> Authority:
    """Basis, clause and ADR; a text or a variation needs a clause, a reading an ADR.

    A variation over a reading leaves the reading's ADR in the document, where it no longer applies.
    """
    section.known("basis", "clause", "adr")
    if default is not None and not any(key in section for key in ("basis", "clause", "adr")):
        return default
    basis = Basis(section.text("basis", required=default is None, allowed=[*Basis]) or Basis.TEXT)
    clause = read_clause(section, "clause", clauses, required=basis in (Basis.TEXT, Basis.VARIATION))
    adr = section.integer("adr", required=basis is Basis.READING, least=1)
    return Authority(basis, clause, None if basis is Basis.VARIATION else adr)
