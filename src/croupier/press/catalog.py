"""The catalog of documents for a table: signs, sheets, forms and slips, each with its authority."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from croupier.press import table_documents as t
from croupier.press.document import Document
from croupier.press.labels import Labels
from croupier.rules.signs import FormRule, SignSize
from croupier.table.signs import is_due
from croupier.table.state import TableRules
from croupier.terms.citation import Authority
from croupier.terms.problem import Problem, Problems, nearest, shown
from croupier.terms.wording import ENGLISH

Maker = Callable[[TableRules, str, str, Labels], Document]
"""Makes a document from the rules of a table, its title, the name of the house and the words of a language."""

FROM_RULES: Mapping[str, Maker] = {
    "layout": t.layout_document,
    "wheel": t.wheel_document,
    "color-sections": t.color_sections_document,
    "odds-brochure": t.odds_brochure,
    "par-sheet": t.par_document,
    "inspection-sheet": t.inspection_sheet,
    "drop-box-label": t.drop_box_label,
    "tip-box-label": t.tip_box_label,
    "opening-count": t.opening_count,
    "closing-count": t.closing_count,
}
"""The forms that need only the rules."""
FROM_RECORDS = (
    "maintenance-log",
    "fill-slip",
    "shift-report",
    "day-report",
    "dispute-decision",
    "postings",
)
"""The forms that need the records of a table."""
COUNTED = ("fill-slip",)
"""Those whose prints the journal counts."""


class Printable(Struct, frozen=True):
    """One thing that can be printed for a table."""

    id: str
    title: str
    audience: str
    size: str
    """The paper; a sign uses the smallest on which it is readable from its distance."""
    language: str
    authority: Authority
    sign: bool = False
    """It is posted at the table, and the posting is recorded."""
    records: bool = False
    """It is made from the records of the table."""
    counted: bool = False
    """The journal counts its prints, and later ones are marked as copies."""


def catalog(table: TableRules) -> tuple[Printable, ...]:
    """Everything that can be printed for this table, signs first."""
    rules = table.betting
    signs = {rule.id: rule for rule in rules.book.signs}
    posted = (
        Printable(
            id,
            due.title,
            signs[id].audience,
            "letter" if signs[id].size is SignSize.SHEET else "sign",
            signs[id].language,
            due.authority,
            sign=True,
        )
        for id, due in table.due_signs.items()
    )
    forms = (
        Printable(
            form.id,
            form.title,
            form.audience,
            form.paper,
            form.language,
            form.authority,
            records=form.id in FROM_RECORDS,
            counted=form.id in COUNTED,
        )
        for form in forms_of(table).values()
    )
    return (*posted, *forms)


def forms_of(table: TableRules) -> dict[str, FormRule]:
    """The forms of the table; of two with the same id, the more specific one."""
    rules = table.betting
    known = {*FROM_RULES, *FROM_RECORDS}
    found = {form.id: form for form in rules.book.printing.forms if form.id in known and is_due(rules, form)}
    if not t.has_color_sections(table):
        found.pop("color-sections", None)
    return found


def find(table: TableRules, id: str) -> Printable:
    """The document of that name; raises a problem if the table has none."""
    things = {each.id: each for each in catalog(table)}
    if id not in things:
        wrong = f"{shown(id)} is not a document of table {table.setup.number}"
        raise Problems([Problem("THING", wrong, nearest(id, things))])
    return things[id]


def labels_of(table: TableRules, language: str = "") -> Labels:
    """The words of the table's forms, in a language or in English, with the currency of its book."""
    return Labels(language or ENGLISH, table.betting.book.money.currency)


def document_of(table: TableRules, id: str, house: str = "", language: str = "") -> Document:
    """The document; raises a problem if it needs records.

    A sign says the same in another language below its own words; a form is in that language alone.
    """
    thing = find(table, id)
    if thing.sign:
        rule = next(rule for rule in table.betting.book.signs if rule.id == id)
        return t.sign_document(table, rule, table.due_signs[id], house, language)
    if thing.records:
        raise Problems([Problem("THING", f"{id} is made from the records of a table", "Name a journal as well.")])
    return FROM_RULES[id](table, thing.title, house, labels_of(table, language))
