"""Play scripts: a text is a valid day, or all its problems are reported at once with their lines."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import Problems
from croupier.records.expectation import EXPECTATIONS
from croupier.records.header import ITEMS
from croupier.records.pattern import Pattern
from croupier.records.script import Script, clean, read_script
from croupier.records.sentences import SENTENCES
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.terms.money import DOLLAR
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal
from tests.records.days import GOLDEN, ROOT, played

HEAD = "table 7 under nj, wheel american, zero half\ndate 2026-11-15\n"
OPEN = HEAD + "09:00 supervisor sue opens, dealer ana, float $1,000\n09:01 pat takes seat 1\n"


def problems(text: str) -> list[str]:
    with pytest.raises(Problems) as raised:
        read_script(text)
    return [str(problem) for problem in raised.value.problems]


def last(line: str) -> c.AnyCommand:
    return read_script(OPEN + line).lines[-1].command


def test_a_line_becomes_a_command_with_its_time_and_its_person() -> None:
    at = int(datetime.datetime(2026, 11, 15, 9, 3, 30, tzinfo=datetime.UTC).timestamp()) * 1000
    pat, ana = Actor("pat", Role.PLAYER), Actor("ana", Role.DEALER)
    assert last("09:03:30 pat bets $5 on 17-20") == c.PlaceWager(by=pat, at=at, seat=1, spot="17-20", stake=500)
    assert last("09:03:30 ana bets $2.50 on red with a $1 coupon in red value chips for seat 2") == c.PlaceWager(
        by=ana, at=at, seat=2, spot="red", stake=250, chips=Chips.VALUE, color="red", coupon=100
    )
    decided = last('09:03:30 sue decides dispute 1 "pay" because "it won", seat 1 gets $5, seat 2 gives back $3')
    assert isinstance(decided, c.DecideDispute)
    assert decided.awards == {1: 500, 2: -300}
    assert (decided.decision, decided.why) == ("pay", "it won")


def test_another_day_begins_with_its_date() -> None:
    script = read_script(OPEN + "23:59 pat leaves\ndate 2026-11-16\n00:01 sue closes, float $1,000\n")
    night, morning = (line.command.at for line in script.lines[-2:])
    assert morning - night == 120_000


def test_comments_and_spaces_do_not_matter_but_quoted_words_do() -> None:
    assert clean("  09:00\tana   crowns  # now") == "09:00 ana crowns"
    assert clean("# nothing") == ""
    assert clean('09:00 ana reports "ball #2  chipped"# x') == '09:00 ana reports "ball #2  chipped"# x'


def test_every_problem_is_reported_with_its_line() -> None:
    text = (
        "table 7 under nj, wheel amerikan, zeroo half\n"
        "09:00 supervisor sue opens, dealer ana, float $1,000\n"
        "25:00 ana crowns\n"
        "09:01 ana betz $5\n"
        "09:01 ana bets $5 red\n"
        "09:01 bob crowns\n"
        '09:01 ana reports "chipped\n'
        "09:01 ana crowns\n"
        "=> flaot $5\n"
        "! refused bets-close\n"
        "ana crowns\n"
    )
    found = problems(text)
    assert [problem.partition(": ")[0] for problem in found] == [
        *("line 1", "line 3", "line 4", "line 5", "line 6", "line 7", "line 9", "line 10", "line 11", "line 1", "date")
    ]
    assert "Did you mean zero?" in found[0]
    assert "Did you mean bets?" in found[2]
    assert "Write: bets again" in found[3]
    assert "Did you mean float?" in found[6]
    assert "Did you mean bets-closed?" in found[7]
    assert "Did you mean american?" in found[9]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "names no table"),
        (HEAD, "it has no actions"),
        (HEAD.replace("nj", "co-2013"), "in force"),
        (HEAD.replace("2026-11-15", "15.11.2026"), "is not a day"),
        (HEAD + "table 8 under nj\n", "named twice"),
        (OPEN + "09:02 dealer pat crowns\n", "pat is a player already"),
        (OPEN + "09:02 ana bets $5 on red\n", "the seat is missing"),
        (OPEN + "09:02 player lee bets $5 on red\n", "lee has taken no seat"),
        (OPEN + "09:02 pat bets $5,00 on red\n", "is not an amount"),
        (OPEN + "09:02 pat bets $5 on red in gold bars\n", "are not chips"),
        (OPEN + "09:02 ana spins, wheel clockwize, ball clockwise\n", "Did you mean clockwise?"),
        (OPEN + "09:02 ana calls no spin, wind\n", "is not known"),
        (OPEN + "09:02 ana announces 17 after 99999999999 revolutions\n", "too large"),
        (OPEN + "09:02 pat bets $5 on \x00\n", "cannot be printed"),
        (OPEN + "! refused bets-closed by NJ 19:47-5.3(z)\n", "is not a clause"),
        (HEAD + "=> float $5\n", "there is no action before it"),
        (HEAD + "limits $5 to $1\n", "is above the maximum"),
    ],
)
def test_errors_are_reported(text: str, words: str) -> None:
    assert words in "\n".join(problems(text))


def test_what_an_unread_line_was_expected_to_do_is_not_asked() -> None:
    assert len(problems(OPEN + "09:02 ana betz\n=> float $5\n! refused bets-closed\n")) == 1


def test_amounts_are_dollars_as_people_write_them() -> None:
    bets = Pattern("bets {stake:amount}")
    read = {text: bets.match(f"bets {text}") for text in ("$0", "$5", "$1,234.56", "$12,34", "$1.5", "5", "$")}
    assert [found and DOLLAR.amount(found["stake"] or "") for found in read.values()] == [
        *(0, 500, 123456, None, None, None, None)
    ]


def test_a_failed_expectation_says_what_was_found() -> None:
    lines = played(read_script(OPEN + "=> float $5\n! refused bets-closed\n"))[1]
    assert [each.found for each in lines[-1].failures] == ["$1,000.00", "it was not refused"]
    lines = played(read_script(OPEN + "09:02 ana crowns\n=> float $5\n! refused bets-closed\n=> phase paid\n"))[1]
    assert [each.found for each in lines[-1].failures] == ["$1,000.00", "refused step-out-of-order", "betting"]


def test_a_script_continues_where_the_journal_stands() -> None:
    journal, _ = played(read_script(OPEN))
    more = read_script(HEAD + "people supervisor sue\n10:00 sue closes, float $1,000\n=> difference $0\n")
    _, lines = played(more, journal)
    assert lines[-1].failures == ()
    assert not isinstance(lines[-1].answer, Refusal)


def test_the_page_documents_every_sentence_item_and_expectation() -> None:
    page = (ROOT / "docs" / "play.md").read_text("utf-8")
    patterns = [*(each.pattern for each in SENTENCES), *(pattern for pattern, _ in ITEMS), *EXPECTATIONS]
    assert [pattern.shown for pattern in patterns if f"`{pattern.shown}`" not in page] == []


def test_the_example_of_the_page_is_played() -> None:
    page = (ROOT / "docs" / "play.md").read_text("utf-8")
    example = page.split("```")[1]
    lines = played(read_script(example))[1]
    assert [failure for line in lines for failure in line.failures] == []
    assert sum(len(line.line.expectations) for line in lines) == 2


# Random texts.


def assert_script_or_problems(text: str) -> None:
    found = script_or_problems(text)
    if isinstance(found, Problems):
        assert found.problems
        assert all(problem.wrong and problem.right for problem in found.problems)
    else:
        played(found)


def script_or_problems(text: str) -> Script | Problems:
    try:
        return read_script(text)
    except Problems as problems:
        return problems


WORDS = sorted(
    {word for path in GOLDEN.glob("*.play") for word in path.read_text("utf-8").split()}
    | {"$", '"', "#", "!", "=>", "99:99", "$99999999999999", "seat", "0", "\t", "ß", "table 7 under nj"}
)
likely_lines = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
timed_lines = st.builds(
    lambda who, rest: f"09:05 {who} {rest}", st.sampled_from(["ana", "sue", "pat", "dealer", "x"]), likely_lines
)
GOOD = [line for path in GOLDEN.glob("*.play") for line in path.read_text("utf-8").splitlines() if line[:1] == "0"]


@given(st.text())
def test_any_text(text: str) -> None:
    assert_script_or_problems(text)


@given(st.lists(st.one_of(likely_lines, timed_lines), max_size=6))
def test_lines_of_known_words(lines: list[str]) -> None:
    assert_script_or_problems(OPEN + "\n".join(lines))


@given(st.lists(st.sampled_from(GOOD), max_size=25))
def test_good_lines_in_any_order_are_played_or_reported(lines: list[str]) -> None:
    assert_script_or_problems(HEAD + "people supervisor sue tom\npeople dealer ana bob\n" + "\n".join(lines))


@given(st.sampled_from(GOOD), st.integers(0, 60), st.text(max_size=3))
def test_a_good_line_with_something_put_in(line: str, at: int, noise: str) -> None:
    assert_script_or_problems(OPEN + line[:at] + noise + line[at:])
