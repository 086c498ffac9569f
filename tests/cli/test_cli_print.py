"""print list, make, all and post, check with a journal, and vouchers, as people type them."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.journal.sqlite import SqliteJournal
from tests.cli.running import Croupier
from tests.press.structure import check_structure
from tests.rules.house_files import COLORADO
from tests.rules.house_files import house as house_file

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text(COLORADO, "utf-8")
    return path


def test_the_list_has_clause_audience_size_and_what_is_due(croupier: Croupier, house: Path) -> None:
    things = {each["thing"]: each for each in croupier("print", "list", str(house), "--json").json["things"]}
    limits = things["limits"]
    assert (limits["clause"], limits["audience"], limits["size"]) == ("CO 47.1-2207", "players", "sign")
    assert (limits["language"], limits["state"], len(limits["code"])) == ("en-US", "due", 16)
    assert things["maintenance-log"]["clause"] == "CO 47.1-2212(5)"
    assert things["layout"]["state"] is None
    assert "house_rules" in croupier("print", "list", str(house), "--table", "7").out


def test_a_thing_is_made_as_pdf_page_and_text(croupier: Croupier, house: Path, tmp_path: Path) -> None:
    for kind in ("pdf", "html", "txt"):
        out = tmp_path / f"limits.{kind}"
        assert croupier("print", "make", "limits", str(house), "--out", str(out)).code == 0
        data = out.read_bytes()
        said = check_structure(data).text if kind == "pdf" else data.decode()
        assert "$5.00" in said
    assert "$5.00" in croupier("print", "make", "limits", str(house)).out
    (tmp_path / "all").mkdir()
    ran = croupier("print", "all", str(house), str(tmp_path / "all"), "--as", "txt")
    assert ran.code == 0
    assert len(list((tmp_path / "all").iterdir())) == int(ran.out.split()[0]) > 10


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["make", "limit", "{house}"], "limits"),
        (["make", "limits", "{house}", "--table", "9"], "nothing can be printed for table"),
        (["make", "limits", "{house}", "--out", "x.docx"], "no known kind"),
        (["make", "fill-slip", "{house}"], "is made from the records"),
        (["all", "{house}", "/absent/papers"], "cannot be written: No such file or directory"),
        (["post", "limits", "{house}", "/absent", "--code", "1", "--place", "x", "--by", "sue"], "holds no journal"),
    ],
)
def test_bad_requests_are_one_readable_message(croupier: Croupier, house: Path, words: list[str], said: str) -> None:
    ran = croupier("print", *(word.format(house=house) for word in words))
    assert ran.code == 2
    assert said in ran.err + ran.out
    assert "Traceback" not in ran.err


def test_a_posting_is_recorded_and_a_changed_limit_is_found(croupier: Croupier, house: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with SqliteJournal(data / "journal.sqlite"):
        pass
    at = ["--place", "on the game", "--by", "sue"]
    things = croupier("print", "list", str(house), "--json").json["things"]
    codes = {each["thing"]: each["code"] for each in things if each["sign"]}
    missing = croupier("check", str(house), "--on", "2014-07-15", "--journal", str(data))
    assert missing.code == 1
    assert "this sign is not on record as posted: Table limits (CO 47.1-2207)" in missing.out
    ran = croupier("print", "post", "limits", str(house), str(data), "--code", "0" * 16, *at)
    assert ran.code == 1
    assert "Print it again" in ran.out
    for sign, code in codes.items():
        assert croupier("print", "post", sign, str(house), str(data), "--code", code, *at).code == 0
    assert croupier("check", str(house), "--on", "2014-07-15", "--journal", str(data)).code == 0
    listed = croupier("print", "list", str(house), "--journal", str(data), "--json").json["things"]
    assert {each["state"] for each in listed if each["sign"]} == {"posted"}
    house.write_text(COLORADO.replace("minimum = 500", "minimum = 600"), "utf-8")
    found = croupier("check", str(house), "--on", "2014-07-15", "--journal", str(data))
    assert found.code == 1
    assert "does not match the current rules: Table limits" in found.out
    made = croupier("print", "make", "postings", str(house), "--journal", str(data))
    assert "on the game" in made.out


@pytest.mark.clause("NJ 19:47-5.5(b)", duty="printed")
@pytest.mark.parametrize(("rule", "found"), [("The Joker pays 46 for 1.", True), ("The Joker pays 45 to 1.", False)])
def test_a_house_rule_that_states_odds_with_for_is_refused(
    croupier: Croupier, tmp_path: Path, rule: str, found: bool
) -> None:
    house = tmp_path / "house.toml"
    table = 'wheel = "big-six"\nclapper = "void"\n[table.signs]\nclapper = "void"\nodds_word = "to"\n'
    house.write_text(house_file("nj", table) + f'[house_rules]\nrules = ["{rule}"]\n', "utf-8")
    ran = croupier("check", str(house), "--on", "2012-01-01")
    assert ran.code == int(found), ran.out
    assert ("46 for 1" in ran.out and "NJ 19:47-5.5(b)" in ran.out) is found


@pytest.mark.clause("CO 47.1-2208", duty="approved")
@pytest.mark.parametrize(("day", "code"), [("2016-06-01", 0), ("2016-06-02", 1)])
def test_an_approval_that_has_ended_is_found(croupier: Croupier, tmp_path: Path, day: str, code: int) -> None:
    house = tmp_path / "house.toml"
    table = '{ by = "Director", on = 2014-06-02, until = 2016-06-01 }'
    lines = [f"house_rules = {table}" if line.startswith('house_rules = "') else line for line in COLORADO.splitlines()]
    house.write_text("\n".join(lines), "utf-8")
    ran = croupier("check", str(house), "--on", day)
    assert ran.code == code, ran.out
    assert ("ended on 2016-06-01 (CO 47.1-2208)" in ran.out) is bool(code)


@pytest.mark.clause("CO 47.1-2208", duty="jackpots")
def test_jackpot_rules_are_posted_approved_and_there_as_copies(croupier: Croupier, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(COLORADO + '\n[jackpot_rules]\nrules = ["The third 17 in a row wins."]\n', "utf-8")
    ran = croupier("check", str(house), "--on", "2014-07-15")
    assert ran.code == 1
    for key in ("signs.jackpot_rules", "approvals.jackpot_rules", "signs.jackpot_copies"):
        assert key in ran.out
    assert ran.out.count("CO 47.1-2208") == 3


def test_slips_reports_and_decisions_are_made_from_the_records(croupier: Croupier, tmp_path: Path) -> None:
    journal = tmp_path / "day.sqlite"
    assert croupier("play", str(GOLDEN / "co-2014.play"), "--journal", str(journal)).code == 0
    house = tmp_path / "house.toml"
    house.write_text(COLORADO.replace("number = 7", "number = 3").replace("drop_box = 7", "drop_box = 3"), "utf-8")
    for thing, says in (
        ("maintenance-log", "Mel Moss"),
        ("shift-report", "Opening float"),
        ("day-report", "Hold"),
        ("fill-slip", "dollars"),
        ("dispute-decision", "Decision"),
        ("postings", "No sign is on record"),
    ):
        out = tmp_path / f"{thing}.pdf"
        words = ["print", "make", thing, str(house), "--journal", str(journal)]
        assert croupier(*words, "--out", str(out)).code == 0
        assert says in check_structure(out.read_bytes()).text
        assert says in croupier(*words).out


def test_the_journal_numbers_the_copies_of_a_slip(croupier: Croupier, tmp_path: Path) -> None:
    """The first print is the slip, every further one a copy; without a name it is a preview and is not counted."""
    journal, house = tmp_path / "day.sqlite", tmp_path / "house.toml"
    assert croupier("play", str(GOLDEN / "nj.play"), "--journal", str(journal)).code == 0
    house.write_text(house_file("nj", date="2026-11-15"), "utf-8")
    words = ["print", "make", "fill-slip", str(house), "--journal", str(journal)]

    def mark(*more: str) -> str:
        made = croupier(*words, *more)
        assert made.code == 0, made.err
        title = made.out.splitlines()[0]
        return title.partition("[")[2].rstrip("]")

    assert mark() == "PREVIEW"
    assert [mark("--by", "cy") for _ in range(3)] == ["", "COPY 2", "COPY 3"]
    assert mark() == "PREVIEW"
    assert mark("--by", "someone else") == "COPY 4", "whoever prints it"
    with SqliteJournal(journal) as kept:
        records = list(kept.read("papers"))
    assert [record.actor for record in records] == [*["accountant:cy"] * 3, "accountant:someone+20else"]
    assert croupier("verify", str(journal)).code == 0
    assert croupier(*words, "--which", "none", "--by", "cy").code == 2
    with SqliteJournal(journal) as kept:
        assert len(list(kept.read("papers"))) == 4, "nothing was printed, and nothing is counted"


def test_a_voucher_from_issue_to_redemption(croupier: Croupier, tmp_path: Path) -> None:
    journal = tmp_path / "j.sqlite"
    with SqliteJournal(journal):
        pass
    by = ["--by", "cas"]
    issued = croupier("voucher", "issue", str(journal), "25", "--until", "2099-12-31", *by, "--json").json
    assert issued["amount"] == 2_500
    assert "COPY" not in croupier("voucher", "print", str(journal), issued["number"], *by).out
    assert "COPY 2" in croupier("voucher", "print", str(journal), issued["number"], *by).out
    spanish = croupier("voucher", "print", str(journal), issued["number"], *by, "--language", "es").out
    assert "COPIA 3" in spanish
    assert "veinticinco con 00/100 dólares" in spanish
    assert "Pay $25.00" in croupier("voucher", "redeem", str(journal), issued["number"], *by).out
    again = croupier("voucher", "redeem", str(journal), issued["number"], *by)
    assert again.code == 1
    assert "was redeemed on" in again.out
    assert "redeemed by accountant:cas" in croupier("voucher", "list", str(journal)).out
    assert croupier("voucher", "issue", str(journal), "much", *by).code == 2
    assert croupier("verify", str(journal)).code == 0
