"""The PAR sheet: the same words in HTML and PDF, every figure from the rules, every value with its authority."""

from __future__ import annotations

import argparse
import html.parser
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import croupier
from croupier.cli.print import GROUP
from croupier.cli.print import par as command
from croupier.game.wager import WagerId
from croupier.press import html as html_page
from croupier.press import pdf
from croupier.press.document import Align, Column, Document, Grid, Section, Text
from croupier.press.par import fingerprint, par_sheet
from croupier.press.par_authority import citations
from tests.press.structure import check_structure

pytestmark = pytest.mark.slow

CONFIGURATIONS = [
    (book.id, wheel, str(effect) if effect != "in-prison" else "in-prison-best")
    for book in croupier.rulebooks()
    for wheel in book.wheels
    for effect in (book.zero[wheel].options if wheel in book.zero else ["lose-all"])
]


def rules(book: str, wheel: str, zero: str = "lose-all", **choices: object) -> croupier.Rules:
    return croupier.rulebook(book).table(wheel, zero=zero, **choices)  # type: ignore[arg-type]


def grid(document: Document, caption: str) -> Grid:
    for section in document.sections:
        for block in section.blocks:
            if isinstance(block, Grid) and block.caption.startswith(caption):
                return block
    raise AssertionError(caption)


@pytest.mark.parametrize(("book", "wheel", "zero"), CONFIGURATIONS)
def test_every_configuration_has_a_sheet_that_agrees_with_its_rules(book: str, wheel: str, zero: str) -> None:
    table = rules(book, wheel, zero)
    sheet = par_sheet(table)
    exact = grid(sheet, "Per unit staked")
    assert [row[0] for row in exact.rows] == [kind for kind in table.odds if kind in table.offered]
    for row in exact.rows:
        odds = table.odds[row[0]]
        assert Fraction(row[1]) == odds.edge
        assert Fraction(row[4]) == odds.variance
        assert float(row[2].rstrip("%")) == pytest.approx(float(odds.edge) * 100, abs=5e-5)
    for row in grid(sheet, "House win over").rows:
        assert float(row[1]) == pytest.approx(1000 * float(table.odds[row[0]].edge), abs=0.005)
    for row in grid(sheet, "Every wager").rows:
        assert row[3] == f"{table.pays(WagerId(row[0]))} to 1"
    page = html_page.render(sheet)
    assert not re.search(r"\b(nan|None)\b", page)


@pytest.mark.clause("NJ 19:47-5.2(b)", duty=("half", "all"))
def test_published_figures_of_a_half_loss_table() -> None:
    sheet = par_sheet(rules("nj", "american", "half"))
    exact = {row[0]: row for row in grid(sheet, "Per unit staked").rows}
    assert exact["red"][1:4] == ("1/38", "2.6316%", "97.3684%")
    assert exact["straight"][1] == "1/19"
    assert exact["first-five"][1] == "3/38"
    zero = {row[0]: row for row in grid(sheet, "Zero rules open").rows}
    assert zero["half (as configured)"][-1] == "0.00"
    assert zero["lose-all"][-1] == "+26.32"  # a thousandth part of 1000 x (1/19 - 1/38)


@pytest.mark.clause("CO 47.1-2204(2)", duty=("half", "leave"))
def test_what_in_prison_costs() -> None:
    """Half back costs 18.5/37 of a 37th; leaving it costs a 37th x (1 - 18/37)."""
    sheet = par_sheet(rules("co-2014", "european", "in-prison-best"))
    zero = {row[0]: row for row in grid(sheet, "Zero rules open").rows}
    assert zero["lose-all"][1] == "1/37"
    assert zero["in-prison-half"][1] == "1/74"
    assert zero["in-prison-leave"][1] == "19/1369"
    assert zero["in-prison-best (as configured)"][1] == "1/74"
    assert zero["lose-all"][-1] == "+13.51"


def test_what_paying_more_costs() -> None:
    sheet = par_sheet(rules("nj", "american"))
    rows = {row[0]: row for row in grid(sheet, "Paying one unit more").rows}
    assert rows["straight"][1:6] == ("35 to 1", "36 to 1", "1/38", "2.6316%", "37 to 1")
    assert rows["straight"][6] == "−26.32"  # one unit more in one of 38 rounds
    assert rows["split"][3] == "0"
    assert rows["red"][3:5] == ("−8/19", "−42.1053% (player)")


@pytest.mark.parametrize("kind", ["straight", "dozen", "red", "seven-numbers"])
def test_the_cost_of_higher_odds_equals_the_figures_of_such_a_table(kind: str) -> None:
    """The closed form of the sheet against a table that does pay one unit more."""
    choices: dict[str, object] = {"offers": ["seven-numbers"]}
    for book, zero in (("nj", "half"), ("co-2014", "in-prison-best")):
        offered = choices if book == "nj" else {}
        now = rules(book, "american", zero, **offered)
        if kind not in now.odds or now.odds[kind].wager not in now.offered:
            continue
        dearer = rules(book, "american", zero, **offered, pays={kind: int(now.odds[kind].pays) + 1})
        rows = {row[0]: row for row in grid(par_sheet(now), "Paying one unit more").rows}
        assert Fraction(rows[kind][3].replace("−", "-")) == dearer.odds[kind].edge


@pytest.mark.clause("NJ 19:47-5.1(g)", duty=("red-black", "dozen", "six-dozen"))
def test_optional_wagers_say_what_they_take_away() -> None:
    rows = {row[0]: row for row in grid(par_sheet(rules("nj", "american")), "Optional wagers").rows}
    assert rows["eight-color"][6] == "black, dozen, red"
    assert rows["six-color"][6] == "black, red"
    assert rows["five-adjacent"][6] == "–"
    assert rows["seven-numbers"][3] == "3/38"
    customary = {row[0]: row for row in grid(par_sheet(rules("nj", "european")), "Optional wagers").rows}
    assert customary["first-four"][7] == "customary, ADR 9"
    assert customary["first-four"][3] == "1/37"


def test_what_is_not_text_is_marked() -> None:
    sheet = par_sheet(rules("sd", "american"))
    marked = {row[0]: row[1] for row in grid(sheet, "What does not rest").rows}
    assert marked["odds of straight"] == "customary"
    read = {row[0]: (row[1], row[3]) for row in grid(par_sheet(rules("co-2014", "american")), "What does not").rows}
    assert read["zero rule lose-all"] == ("reading", "ADR 6")


def test_every_clause_of_the_sheet_is_in_the_catalogue_and_listed() -> None:
    table = rules("nj", "american", offers=["five-adjacent"])
    cited = {each.authority.clause for each in citations(table)} - {None}
    assert cited <= set(croupier.catalogue())
    assert cited == {row[0] for row in grid(par_sheet(table), "Clauses").rows}


def test_the_wheel_is_listed_in_order() -> None:
    table = rules("nj", "double-as-single")
    rows = grid(par_sheet(table), "Compartments").rows
    places = {row[at]: row[at + 1] for row in rows for at in range(0, 12, 3) if row[at]}
    assert [places[str(place)].removesuffix(" (void)") for place in range(1, 39)] == [
        each.label for each in table.game.wheel.compartments
    ]
    assert places["20"] == "00 (void)"


def test_fingerprints_tell_configurations_apart_and_are_steady() -> None:
    one = fingerprint(rules("nj", "american"))
    assert one == fingerprint(rules("nj", "american"))
    others = [
        rules("nj", "american", "half"),
        rules("nj", "american", offers=["seven-numbers"]),
        rules("nj", "american", pays={"straight": 36}),
        rules("nj", "american", limits={"minimum": 100}),
        rules("nj", "european"),
        rules("house", "american"),
    ]
    prints = {one, *map(fingerprint, others)}
    assert len(prints) == 7


class Strict(html.parser.HTMLParser):
    """Checks that tags nest, and collects which there are."""

    void = frozenset({"meta", "polygon", "path"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)
        if tag not in self.void:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.void:
            assert self.open.pop() == tag


def test_html_is_strict_and_loads_nothing() -> None:
    page = html_page.render(par_sheet(rules("nj", "big-six")))
    parser = Strict()
    parser.feed(page)
    assert parser.open == []
    assert not parser.seen & {"script", "link", "img", "iframe", "object"}
    assert "default-src 'none'" in page
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|url\(|@import", page)


def test_html_escapes_what_it_is_given() -> None:
    hostile = '<b>"&'
    table = Grid(hostile, (Column(hostile, 1, Align.LEFT),), ((hostile,),))
    document = Document(hostile, hostile, (Section(hostile, (Text(hostile), table)),), hostile)
    page = html_page.render(document)
    assert "<b>" not in page
    assert page.count("&lt;b&gt;") == 9  # the title stands in the head as well
    assert pdf.render(document).startswith(b"%PDF")


def test_pdf_is_steady_and_embeds_its_fonts() -> None:
    sheet = par_sheet(rules("nj", "american"))
    data = pdf.render(sheet)
    assert data.startswith(b"%PDF-")
    assert data == pdf.render(sheet)
    assert len(check_structure(data).pages) >= 4


def run(*args: str) -> int:
    parser = argparse.ArgumentParser()
    command.configure(parser)
    return command.run(parser.parse_args(args))


def test_print_is_a_group_of_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert GROUP.run(["par", "nj", "--zero", "half"]) == 0
    assert "zero rule half" in capsys.readouterr().out
    assert GROUP.run([]) == 0
    assert "par" in capsys.readouterr().out


def test_the_command_writes_html_and_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["nj", "--wheel", "american", "--zero", "half", "--offers", "five-adjacent,seven-numbers"]
    for name in ("sheet.html", "sheet.pdf"):
        assert run(*asked, "--out", str(tmp_path / name)) == 0
    assert "PAR sheet: American (double-zero) roulette wheel" in (tmp_path / "sheet.html").read_text("utf-8")
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    assert run("co", "--wheel", "european", "--on", "2014-07-14", "--pays", "straight=36") == 0
    out = capsys.readouterr().out
    assert "co-2013" in out
    assert "2014-07-14" in out
    assert "36 to 1" in out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["nk", "--wheel", "american"], "is not a rulebook"),
        (["nj", "--wheel", "french"], "'french' is not known"),
        (["nj", "--wheel", "european", "--zero", "half"], "half is not allowed"),
        (["nj", "--wheel", "american", "--offers", "first-four"], "does not go with the american wheel"),
        (["nj", "--wheel", "american", "--offers", "x"], "'x' is not known"),
        (["nj", "--wheel", "american", "--pays", "straight=34"], "below 35 to 1"),
        (["nj", "--wheel", "american", "--pays", "straight"], "names no odds"),
        (["nj", "--wheel", "american", "--pays", "straight=many"], "is not a number such"),
        (["nj", "--wheel", "american", "--on", "15/07/2014"], "is not a day"),
        (["nj", "--wheel", "american", "--on", "2001-01-01"], "was not in force"),
        (["nj", "--wheel", "american", "--out", "sheet.docx"], "no known kind"),
        (["nj", "--wheel", "american", "--out", "/absent/sheet.html"], "cannot be written"),
    ],
)
def test_bad_requests_are_problems(args: list[str], said: str) -> None:
    with pytest.raises(croupier.Problems) as raised:
        run(*args)
    assert said in str(raised.value)


def test_html_needs_no_extra() -> None:
    code = (
        "import sys, croupier\n"
        "from croupier.press import html\n"
        "from croupier.press.par import par_sheet\n"
        "html.render(par_sheet(croupier.rulebook('nj').table('american')))\n"
        "sys.exit(bool({'numpy', 'scipy', 'matplotlib', 'typst'} & set(sys.modules)))\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
