"""Documents from the rules of a table: signs and sheets, layout, odds, labels and count sheets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from croupier.equipment.questions import WORDS
from croupier.equipment.signs import DueSign
from croupier.equipment.state import DUTY_OF
from croupier.game.wager import Form
from croupier.press.document import (
    Align,
    Block,
    Bullets,
    Code,
    Column,
    Document,
    Facts,
    Grid,
    Notice,
    Paper,
    Section,
    Signatures,
    Style,
    Text,
)
from croupier.press.felt import layout_drawing
from croupier.press.par import par_sheet
from croupier.press.wheel import compartments, drawing, sections_drawing
from croupier.rules.assembly import shape_sections
from croupier.rules.number_format import odds_to_one
from croupier.rules.signs import SignRule, SignSize
from croupier.rules.zero_words import CATALOGUE
from croupier.table.posted import posted_sections, posted_words, section_title, table_title
from croupier.table.signs import sign_sayings
from croupier.table.state import TableRules
from croupier.terms.citation import Authority
from croupier.terms.problem import Problem, Problems
from croupier.terms.wording import LANGUAGES, Wording, has_text

RULES_CHARS = 16
_COUNT = (
    Column("Chip", 1.6),
    Column("Worth", 1, Align.RIGHT),
    Column("Pieces", 1.2, Align.RIGHT),
    Column("Amount", 1.4, Align.RIGHT),
)


def code_words(code: str) -> str:
    """The start of a digest in groups of four.

    >>> code_words("0123456789abcdef")
    '0123-4567-89ab-cdef'
    """
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))


def code_text(table: TableRules, id: str, digest: str) -> str:
    """The text of a sign's QR code: the table, the sign, its digest, and the rules it was made from."""
    return f"croupier sign {table.setup.number} {id} {digest} rules {table.digest[:RULES_CHARS]}"


def cited(authority: Authority) -> str:
    return str(authority.clause) if authority.clause else "the house"


def _subtitle(table: TableRules, house: str) -> str:
    return ", ".join(part for part in (house, f"table {table.setup.number}", table_title(table)) if part)


def _footer(table: TableRules, id: str, code: str = "") -> str:
    own = f" – code {code_words(code)}" if code else ""
    return f"croupier – {id} – table {table.setup.number} – rules {table.digest[:RULES_CHARS]}{own}"


def sign_document(table: TableRules, rule: SignRule, sign: DueSign, house: str = "", language: str = "") -> Document:
    """The sign with its code; `language` adds the same in another language below the words of the sign."""
    facts = [("Asked for by", cited(sign.authority)), ("Code", code_words(sign.code))]
    if str(sign.approval):
        facts.append(("Approved by", str(sign.approval)))
    code = Code(code_text(table, sign.id, sign.digest), f"QR code: sign {sign.id} of table {table.setup.number}")
    tail: tuple[Block, ...] = (Facts(tuple(facts)), code)
    if rule.size is SignSize.SHEET:
        sections = (*_sheet(sign), *_sheet_in(table, rule, language), Section("This sheet", tail))
        return Document(
            sign.title,
            _subtitle(table, house),
            sections,
            _footer(table, sign.id, sign.code),
            Style.SHEET,
            lang=rule.language,
        )
    own = Section("", tuple(map(Notice, sign.lines)))
    return Document(
        sign.title,
        _subtitle(table, house),
        (own, *_sign_in(table, rule, language), Section("", tail)),
        _footer(table, sign.id, sign.code),
        Style.SIGN,
        lang=rule.language,
    )


def _sign_in(table: TableRules, rule: SignRule, language: str) -> Iterator[Section]:
    """The words of a sign in another language; raises a problem if a sentence of the book has no text there."""
    if not language:
        return
    said = tuple(sign_sayings(table, rule))
    if not all(has_text(f"{CATALOGUE}.{each.code}", language) for each in said):
        wrong = f"the sign {rule.id} has words of its own that have no text in {LANGUAGES[language]}"
        raise Problems([Problem("--language", wrong, "Print it without a language.")])
    wording = Wording(language, table.betting.book.money.currency)
    yield Section("", (Notice(wording.all(CATALOGUE, said)),), language)


def _sheet_in(table: TableRules, rule: SignRule, language: str) -> Iterator[Section]:
    """The house rules in another language; lines in words of the house or of a rule stay as they are."""
    if not language:
        return
    if "house_rules" not in rule.parts:
        wrong = f"{rule.id} is in words of the house, which have no text in {LANGUAGES[language]}"
        raise Problems([Problem("--language", wrong, "Print it without a language.")])
    wording = Wording(language, table.betting.book.money.currency)
    for section in posted_sections(table):
        lines = (posted_words(line, wording) for line in section.lines)
        yield Section(section_title(section.code, wording), (Bullets(tuple(lines)),), language)


def _sheet(sign: DueSign) -> Iterator[Section]:
    """Sections from lines such as "Money: winnings are odds to 1", by the part before the colon; else one section."""
    split = [line.partition(": ") for line in sign.lines]
    if not all(rest for _, _, rest in split):
        yield Section("", (Bullets(sign.lines),))
        return
    for title, lines in groupby(split, key=lambda each: each[0]):
        yield Section(title, (Bullets(tuple(rest for _, _, rest in lines)),))


def layout_document(table: TableRules, title: str, house: str) -> Document:
    rules = table.betting
    blocks: list[Block] = [layout_drawing(rules)]
    if rules.layout.covered:
        covered = " and ".join(sorted(rules.layout.covered))
        blocks.append(Text(f"{covered} is covered: it is not available for wagers."))
    return Document(
        title,
        _subtitle(table, house),
        (Section("", tuple(blocks)),),
        _footer(table, "layout"),
        paper=Paper.LETTER_WIDE,
    )


def wheel_document(table: TableRules, title: str, house: str) -> Document:
    wheel = table.betting.game.wheel
    blocks = (drawing(wheel), compartments(wheel))
    return Document(title, _subtitle(table, house), (Section("", blocks),), _footer(table, "wheel"))


def has_color_sections(table: TableRules) -> bool:
    return any(spot.form is Form.SECTION for spot in table.betting.layout)


def color_sections_document(table: TableRules, title: str, house: str) -> Document:
    rules = table.betting
    sections = shape_sections(rules)
    rows = tuple((color, ", ".join(numbers)) for color, numbers in sections.items())
    grid = Grid("Sections", (Column("Color"), Column("Numbers", 4)), rows)
    blocks = (sections_drawing(rules.game.wheel, sections), grid)
    return Document(title, _subtitle(table, house), (Section("", blocks),), _footer(table, "color-sections"))


def odds_brochure(table: TableRules, title: str, house: str) -> Document:
    """What every wager pays, in the wording of the text or the house: to, or win."""
    rules, word = table.betting, table.setup.odds_word
    rows = []
    for kind, odds in rules.odds.items():
        if odds.wager in rules.offered:
            covers = () if rules.layout.is_flat else (str(odds.covers),)
            pays = odds_to_one(odds.pays) if word == "to" else f"1 wins {odds.pays}"
            rows.append((rules.shape(odds.wager).title or kind, *covers, pays))
    covered = () if rules.layout.is_flat else (Column("Covers", 0.8, Align.RIGHT),)
    columns = (Column("Wager", 2.2), *covered, Column("Pays", 1.2, Align.RIGHT))
    by = next(iter(rules.known.values())).authority
    said = Text(f"The stake comes back beside the winnings. Odds by {cited(by)}.")
    blocks = (Grid("", columns, tuple(rows)), said)
    footer = _footer(table, "odds-brochure")
    return Document(title, _subtitle(table, house), (Section("", blocks),), footer, Style.SHEET)


def par_document(table: TableRules, _title: str, _house: str) -> Document:
    return par_sheet(table.betting)


def inspection_sheet(table: TableRules, title: str, house: str) -> Document:
    """The checklist for the inspection before the table opens."""
    equipment = table.equipment
    checks = equipment.checks or equipment.applicable
    rows = tuple((WORDS[check], str(equipment.clause(DUTY_OF[check]) or "the house"), "", "") for check in checks)
    grid = Grid("", (Column("In order", 3), Column("Asked for by", 1.6), Column("Yes", 0.5), Column("No", 0.5)), rows)
    lines = ("Note", "Inspected by (name, role, license number)", "Date and time")
    footer = _footer(table, "inspection-sheet")
    return Document(title, _subtitle(table, house), (Section("", (grid, Signatures(lines))),), footer, Style.SHEET)


def drop_box_label(table: TableRules, title: str, _house: str) -> Document:
    return _label(table, title, "drop-box-label")


def tip_box_label(table: TableRules, title: str, _house: str) -> Document:
    return _label(table, title, "tip-box-label")


def _label(table: TableRules, title: str, id: str) -> Document:
    """A label with the game and the table number in large type."""
    number = table.setup.number
    code = Code(f"croupier {id} {number}", f"QR code: {title} of table {number}")
    blocks = (Notice(f"Table {number}"), Notice(table_title(table)), code)
    return Document(title, "", (Section("", blocks),), _footer(table, id), Style.SLIP, Paper.LABEL)


def opening_count(table: TableRules, title: str, house: str) -> Document:
    return _count(table, title, house, "opening-count", ("Dealer", "Supervisor", "Date and time"))


def closing_count(table: TableRules, title: str, house: str) -> Document:
    return _count(table, title, house, "closing-count", ("Dealer", "Supervisor", "Date and time"))


def _count(table: TableRules, title: str, house: str, id: str, who: tuple[str, ...]) -> Document:
    """A count sheet with every value chip and plaque of the house."""
    write = table.betting.book.money.currency.write
    chips = sorted(table.chip_set.chips, key=lambda chip: (chip.plaque, chip.denomination))
    rows = [(_chip(chip.color, chip.design, plaque=chip.plaque), write(chip.denomination), "", "") for chip in chips]
    rows += [("Chips without value, by color", "", "", ""), ("Coin", "", "", ""), ("Total", "", "", "")]
    blocks = (Grid("", _COUNT, tuple(rows)), Signatures(who))
    return Document(title, _subtitle(table, house), (Section("", blocks),), _footer(table, id), Style.SHEET)


def _chip(color: str, design: str, *, plaque: bool) -> str:
    own = "" if design == "plain" else f", {design}"
    return f"{color}{own} {'plaque' if plaque else 'chip'}"
