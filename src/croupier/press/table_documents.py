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
from croupier.press.labels import IN_ENGLISH_LABELS, Labels
from croupier.press.par import par_sheet
from croupier.press.wheel import compartments, drawing, sections_drawing
from croupier.rules.assembly import shape_sections
from croupier.rules.chip_set import ValueChip
from croupier.rules.signs import SignRule, SignSize
from croupier.rules.zero_words import CATALOGUE
from croupier.table.posted import posted_sections, posted_words, section_title
from croupier.table.signs import sign_messages
from croupier.table.state import TableRules
from croupier.terms.citation import Authority
from croupier.terms.problem import Problem, Problems
from croupier.terms.wording import LANGUAGES, Wording, has_text

RULES_CHARS = 16


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


def _subtitle(table: TableRules, house: str, say: Labels = IN_ENGLISH_LABELS) -> str:
    number = say("table {table}", table=table.setup.number)
    return ", ".join(part for part in (house, number, _game(table, say)) if part)


def _game(table: TableRules, say: Labels) -> str:
    """The game, and the past day if the house plays one."""
    wheel, day = table.betting.choices.wheel, table.setup.plays_day
    game = say.game(wheel, table.betting.book.plan(wheel).heading)
    return say("{game}, as on {day}", game=game, day=str(day)) if day else game


def _footer(table: TableRules, id: str, say: Labels = IN_ENGLISH_LABELS) -> str:
    number, rules = table.setup.number, table.digest[:RULES_CHARS]
    return say("croupier – {thing} – table {table} – rules {rules}", thing=id, table=number, rules=rules)


def _sign_footer(table: TableRules, sign: DueSign) -> str:
    """The footer with the code of a sign, in English as its words."""
    return f"{_footer(table, sign.id)} – code {code_words(sign.code)}"


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
            _sign_footer(table, sign),
            Style.SHEET,
            lang=rule.language,
        )
    own = Section("", tuple(map(Notice, sign.lines)))
    return Document(
        sign.title,
        _subtitle(table, house),
        (own, *_sign_in(table, rule, language), Section("", tail)),
        _sign_footer(table, sign),
        Style.SIGN,
        lang=rule.language,
    )


def _sign_in(table: TableRules, rule: SignRule, language: str) -> Iterator[Section]:
    """The words of a sign in another language; raises a problem if a sentence of the book has no text there."""
    if not language:
        return
    said = tuple(sign_messages(table, rule))
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


def layout_document(table: TableRules, title: str, house: str, say: Labels = IN_ENGLISH_LABELS) -> Document:
    rules = table.betting
    blocks: list[Block] = [layout_drawing(rules, say)]
    if rules.layout.covered:
        covered = " and ".join(sorted(rules.layout.covered))
        blocks.append(Text(say("{covered} is covered: it is not available for wagers.", covered=covered)))
    return Document(
        say.title(title),
        _subtitle(table, house, say),
        (Section("", tuple(blocks)),),
        _footer(table, "layout", say),
        paper=Paper.LETTER_WIDE,
        lang=say.lang,
    )


def wheel_document(table: TableRules, title: str, house: str, say: Labels = IN_ENGLISH_LABELS) -> Document:
    wheel = table.betting.game.wheel
    blocks = (drawing(wheel, say), compartments(wheel, say))
    sections = (Section("", blocks),)
    return Document(
        say.title(title), _subtitle(table, house, say), sections, _footer(table, "wheel", say), lang=say.lang
    )


def has_color_sections(table: TableRules) -> bool:
    return any(spot.form is Form.SECTION for spot in table.betting.layout)


def color_sections_document(table: TableRules, title: str, house: str, say: Labels = IN_ENGLISH_LABELS) -> Document:
    rules = table.betting
    sections = shape_sections(rules)
    rows = tuple((say.color(color), ", ".join(numbers)) for color, numbers in sections.items())
    grid = Grid(say("Sections"), (Column(say("Color")), Column(say("Numbers"), 4)), rows)
    blocks = (sections_drawing(rules.game.wheel, sections, say), grid)
    footer = _footer(table, "color-sections", say)
    return Document(say.title(title), _subtitle(table, house, say), (Section("", blocks),), footer, lang=say.lang)


def odds_brochure(table: TableRules, title: str, house: str, say: Labels = IN_ENGLISH_LABELS) -> Document:
    """What every wager pays, in the wording of the text or the house: to, or win."""
    rules, word = table.betting, table.setup.odds_word
    rows = []
    for kind, odds in rules.odds.items():
        if odds.wager in rules.offered:
            covers = () if rules.layout.is_flat else (str(odds.covers),)
            pays = say.odds(odds.pays) if word == "to" else say("1 wins {pays}", pays=str(odds.pays))
            rows.append((say.wager(odds.wager, rules.shape(odds.wager).title or kind), *covers, pays))
    covered = () if rules.layout.is_flat else (Column(say("Covers"), 0.8, Align.RIGHT),)
    columns = (Column(say("Wager"), 2.2), *covered, Column(say("Pays"), 1.2, Align.RIGHT))
    by = next(iter(rules.known.values())).authority
    said = Text(say("The stake is returned in addition to the winnings. Odds by {clause}.", clause=say(cited(by))))
    blocks = (Grid("", columns, tuple(rows)), said)
    footer = _footer(table, "odds-brochure", say)
    sections = (Section("", blocks),)
    return Document(say.title(title), _subtitle(table, house, say), sections, footer, Style.SHEET, lang=say.lang)


def par_document(table: TableRules, _title: str, _house: str, say: Labels = IN_ENGLISH_LABELS) -> Document:
    return par_sheet(table.betting, say)


def inspection_sheet(table: TableRules, title: str, house: str, say: Labels = IN_ENGLISH_LABELS) -> Document:
    """The checklist for the inspection before the table opens."""
    equipment = table.equipment
    checks = equipment.checks or equipment.applicable
    rows = tuple(
        (say.check(WORDS[check]), say(str(equipment.clause(DUTY_OF[check]) or "the house")), "", "") for check in checks
    )
    columns = (
        Column(say("In order"), 3),
        Column(say("Asked for by"), 1.6),
        Column(say("Yes"), 0.5),
        Column(say("No"), 0.5),
    )
    lines = (say("Note"), say("Inspected by (name, role, license number)"), say("Date and time"))
    footer = _footer(table, "inspection-sheet", say)
    sections = (Section("", (Grid("", columns, rows), Signatures(lines))),)
    return Document(say.title(title), _subtitle(table, house, say), sections, footer, Style.SHEET, lang=say.lang)


def drop_box_label(table: TableRules, title: str, _house: str, say: Labels = IN_ENGLISH_LABELS) -> Document:
    return _label(table, title, say, "drop-box-label")


def tip_box_label(table: TableRules, title: str, _house: str, say: Labels = IN_ENGLISH_LABELS) -> Document:
    return _label(table, title, say, "tip-box-label")


def _label(table: TableRules, title: str, say: Labels, id: str) -> Document:
    """A label with the game and the table number in large type."""
    number = table.setup.number
    own = say.title(title)
    code = Code(f"croupier {id} {number}", say("QR code: {title} of table {table}", title=own, table=number))
    blocks = (Notice(say("Table {table}", table=number)), Notice(_game(table, say)), code)
    return Document(own, "", (Section("", blocks),), _footer(table, id, say), Style.SLIP, Paper.LABEL, lang=say.lang)


def opening_count(table: TableRules, title: str, house: str, say: Labels = IN_ENGLISH_LABELS) -> Document:
    return _count(table, title, house, "opening-count", say)


def closing_count(table: TableRules, title: str, house: str, say: Labels = IN_ENGLISH_LABELS) -> Document:
    return _count(table, title, house, "closing-count", say)


def _count(table: TableRules, title: str, house: str, id: str, say: Labels) -> Document:
    """A count sheet with every value chip and plaque of the house."""
    chips = sorted(table.chip_set.chips, key=lambda chip: (chip.plaque, chip.denomination))
    rows = [(_chip(chip, say), say.money(chip.denomination), "", "") for chip in chips]
    rows += [(words, "", "", "") for words in (say("Chips without value, by color"), say("Coin"), say("Total"))]
    right = Align.RIGHT
    columns = (
        Column(say("Chip"), 1.6),
        Column(say("Worth"), 1, right),
        Column(say("Pieces"), 1.2, right),
        Column(say("Amount"), 1.4, right),
    )
    who = (say("Dealer"), say("Supervisor"), say("Date and time"))
    sections = (Section("", (Grid("", columns, tuple(rows)), Signatures(who))),)
    subtitle = _subtitle(table, house, say)
    return Document(say.title(title), subtitle, sections, _footer(table, id, say), Style.SHEET, lang=say.lang)


def _chip(chip: ValueChip, say: Labels) -> str:
    look = say.color(chip.color) + ("" if chip.design == "plain" else f", {chip.design}")
    return say("{look} plaque", look=look) if chip.plaque else say("{look} chip", look=look)
