"""Messages that people read, as a set: plurals, punctuation and plain words."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from croupier.records.event_text import words
from croupier.table import event as e
from croupier.table.state import Phase
from croupier.table.values import Action
from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.command_refusals import COMMAND_REFUSAL_TEXT, PHASE_WORDS, CommandRefusalCode
from croupier.terms.money import DOLLAR, Currency
from croupier.terms.problem import Problem
from croupier.terms.refusal import REFUSAL_TEXT, Refusal, RefusalCode
from croupier.terms.tournament_codes import TOURNAMENT_REFUSAL_TEXT, TournamentCode

SOURCE = Path(__file__).resolve().parent.parent / "src" / "croupier"
TEMPLATES: dict[RefusalCode | CommandRefusalCode | TournamentCode, str] = dict(
    [*COMMAND_REFUSAL_TEXT.items(), *REFUSAL_TEXT.items(), *TOURNAMENT_REFUSAL_TEXT.items()]
)
HOUSE = Authority(Basis.HOUSE)


def said(code: RefusalCode | CommandRefusalCode | TournamentCode, **facts: str | int) -> str:
    """A refusal in words, with any fact that is not given filled in."""
    fields = {name for _, name, _, _ in string.Formatter().parse(TEMPLATES[code]) if name} - {"clause"}
    return Refusal(code, HOUSE, {**dict.fromkeys(fields, "this"), **facts}).message


@pytest.mark.parametrize(
    ("code", "fact", "one", "two"),
    [
        (CommandRefusalCode.CHOICE_PENDING, "count", "choose for 1 wager (", "choose for 2 wagers ("),
        (CommandRefusalCode.REVOLUTIONS_TOO_FEW, "revolutions", "made 1 revolution,", "made 2 revolutions,"),
        (CommandRefusalCode.TEXT_TOO_LONG, "length", "has 1 character,", "has 2 characters,"),
        (TournamentCode.CHIPS_NOT_ON_TABLE, "points", "has 1 point left", "has 2 points left"),
        (TournamentCode.WAGER_ABOVE_CAP, "points", "wager of 1 point is", "wager of 2 points is"),
        (TournamentCode.POINTS_NOT_EQUAL_PARTS, "points", "1 point cannot", "2 points cannot"),
    ],
)
def test_plurals_of_refusals(code: CommandRefusalCode | TournamentCode, fact: str, one: str, two: str) -> None:
    assert one in said(code, **{fact: 1})
    assert two in said(code, **{fact: 2})


def test_counts_and_times_are_written_as_their_code_needs() -> None:
    few = said(TournamentCode.ENTRANTS_TOO_FEW, count=1, event="final")
    assert few == "There are too few entries to play final (house): 1. Wait for more, or cancel."
    again = said(TournamentCode.RE_ENTRY_NOT_ALLOWED, name="Ann", count=2, allowed=1)
    assert again.startswith("Ann has used all re-entries (house): entries so far 2, re-entries allowed 1. ")
    repeated = said(CommandRefusalCode.MESSAGE_REPEATED, counter=4, device="T1-1", last=5)
    assert repeated.startswith("Message 4 of T1-1 is not newer than 5, the last one received (house). ")
    back = said(CommandRefusalCode.CLOCK_WENT_BACK, at=0, last=1_000)
    assert "1970-01-01 00:00:00 UTC is before 1970-01-01 00:00:01 UTC" in back


def test_where_a_round_stands_is_said_in_words() -> None:
    assert set(PHASE_WORDS) == set(Phase)
    for phase in Phase:
        text = said(CommandRefusalCode.STEP_OUT_OF_ORDER, step="lift-crown", phase=phase, next="pay-winners")
        assert text == f"Lifting the crown is out of order: {PHASE_WORDS[phase]} (house). Next comes paying winners."


@pytest.mark.parametrize("typed", ["it is 32", "it is 32.", "it is 32. ", "it is 32..."])
def test_a_typed_sentence_ends_once(typed: str) -> None:
    decided = e.IrregularityDecided(decision=typed, why=typed, action=Action.GO_ON, number="", done=True)
    assert words(decided, DOLLAR) == ["Irregularity decided: it is 32, because it is 32."]
    assert words(e.IrregularityReported(what=typed), DOLLAR) == ["Irregularity reported: it is 32."]
    assert words(e.SlipVoided(3, typed, "bo"), DOLLAR) == ["Slip 3 is void, by bo, because it is 32."]


def test_events_are_told_in_the_currency_of_the_book() -> None:
    euro = Currency("EUR", "€", 2, sign_last=True)
    brought = e.FloatMoved(amount=123_456, slip="A1")
    assert words(brought, euro) == ["Fill of 1,234.56 €, slip A1."]
    assert words(brought, DOLLAR) == ["Fill of $1,234.56, slip A1."]


# A count and its noun


PLURAL = re.compile(r" (?:[a-z]+ )?([a-z]+s)\b")
NOT_PLURAL = {
    "as",
    "is",
    "was",
    "has",
    "does",
    "its",
    "this",
    "less",
    "comes",
    "follows",
    "ms",
    "shows",
    "stands",
    "across",
    "pays",
    "wins",
}
COUNT = re.compile(
    r"\blen\(|\bsum\(|\bmax\(|\b(?:count|total|hits|turns|seconds|minutes|more|has|rounds|sessions|expected|states|pairs)\b"
    r"|\b(?:seen|size|degree|needed|parts|compared|_written|version)\b|failures|//"
    r"|\.(?:records|rounds|spins|size|waiting|months|voids|tables|seats|files|cosigned)\b"
)
COUNT_AND_PLURAL = re.compile(rf"}}(?:[\"']\s*f?[\"'])?{PLURAL.pattern}")


def uncounted(source: str) -> Iterator[str]:
    """Every count that stands before a noun in the plural, whatever the count is, as ``count noun``."""
    if not COUNT_AND_PLURAL.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.JoinedStr):
            continue
        for value, after in zip(node.values, node.values[1:], strict=False):
            if isinstance(value, ast.FormattedValue) and isinstance(after, ast.Constant):
                found, expression = PLURAL.match(str(after.value)), ast.unparse(value.value)
                if found and found[1] not in NOT_PLURAL and COUNT.search(expression):
                    yield f"{expression} {found[1]}"


ALWAYS_MANY: Mapping[str, tuple[str, ...]] = {
    "access/denial.py": ("len(text) characters",),
    "access/event_text.py": (
        "count times",
        "event.files files",
    ),
    "cli/books/comparison.py": ("found.compared edges",),
    "cli/bundle.py": ("len(data) bytes",),
    "cli/fairness.py": ("len(symbols) numbers",),
    "cli/play.py": ("expected expectations",),
    "cli/simulate.py": ("given.spins spins",),
    "cli/tournament/playing.py": ("expected expectations",),
    "floor/cosigning.py": (
        "answer.size leaves",
        "standing.size leaves",
    ),
    "journal/checkpoint.py": ("head.size leaves",),
    "journal/policy.py": ("len(self.witnesses) cosignatures",),
    "journal/port.py": (
        "count records",
        "len(body) bytes",
    ),
    "journal/record.py": ("len(draft.body) bytes",),
    "journal/restore.py": ("head.size leaves",),
    "journal/sealed_list.py": ("len(body) bytes",),
    "journal/signer.py": ("size leaves",),
    "journal/verify.py": (
        "head.size leaves",
        "seen leaves",
    ),
    "journal/verify_journal.py": (
        "len(records) records",
        "max((each.size for each in self.seen)) leaves",
        "note.size leaves",
    ),
    "lab/counts.py": ("size compartments",),
    "lab/fairness/alternatives.py": ("len(names) places",),
    "lab/fairness/audit_text.py": (
        "audit.spins spins",
        "len(made) tests",
    ),
    "lab/fairness/battery.py": (
        "later.size pairs",
        "needed spins",
        "pairs pairs",
        "size groups",
        "total spins",
    ),
    "lab/fairness/spins.py": ("seen stops",),
    "lab/pace.py": ("sessions sessions",),
    "lab/powers.py": ("degree + 1 chances",),
    "lab/progression.py": ("states states",),
    "lab/sessions.py": (
        "MONEY_MAX // 2 times",
        "len(wins) amounts",
    ),
    "lab/simulate.py": (
        "rounds spins",
        "session.rounds spins",
    ),
    "records/bundle.py": ("head.size leaves",),
    "records/receipt.py": ("head.size leaves",),
    "records/seat_bundle.py": ("other.size leaves",),
    "rules/conflicts.py": (
        "_counted(shape.parts) straights",
        "len(standard.labels) compartments",
        "size numbers",
        "sum(choices.stops.values()) stops",
    ),
    "rules/explain.py": ("parts straights",),
    "rules/facts.py": ("len(words) characters",),
    "rules/house.py": (
        "len(text) characters",
        "len(written) tables",
    ),
    "rules/house_sheets.py": ("len(rule) characters",),
    "rules/vocabulary_reader.py": (
        "len(row) zeros",
        "len(words) labels",
        "sum(stops.values()) stops",
    ),
    "table/posted.py": ("shape.parts straights",),
    "terms/document.py": ("len(values) entries",),
    "terms/text.py": ("count times",),
    "tournament/printed.py": (
        "count or 'no' prizes",
        "len(setup.events) events",
    ),
    "tournament/setup_reader.py": (
        "len(sections) events",
        "len(text) characters",
    ),
    "web/serving.py": ("len(premises.places) tables",),
}
"""By file, the counts that are never one: limits and what is above them, sizes of sealed trees, wheels and books."""


def test_a_count_never_stands_before_a_fixed_plural() -> None:
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        if texts := tuple(sorted(set(uncounted(path.read_text("utf-8"))))):
            found[path.relative_to(SOURCE).as_posix()] = texts
    assert found == ALWAYS_MANY, "write it with counted(), or say why it is never one"


def test_a_fixed_plural_is_found() -> None:
    assert list(uncounted('f"{len(rows)} rounds settled"')) == ["len(rows) rounds"]
    assert list(uncounted("f\"{counted(len(rows), 'round')} settled\"")) == []


# A log line is a clause


LEVELS = {"debug", "info", "warning", "error", "exception"}


def log_lines(source: str) -> Iterator[str]:
    """The messages of a module's logger."""
    if "_log." not in source:
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and _is_logging(node.func):
            yield str(ast.literal_eval(node.args[0]))


def _is_logging(called: ast.expr) -> bool:
    return isinstance(called, ast.Attribute) and called.attr in LEVELS and ast.unparse(called.value) == "_log"


def test_log_lines_begin_in_lower_case_and_end_without_a_period() -> None:
    found = [line for path in SOURCE.rglob("*.py") for line in log_lines(path.read_text("utf-8"))]
    assert len(found) > 50
    assert [line for line in found if line[0].isupper() or line.endswith((".", "!"))] == []


def test_log_lines_have_no_count_before_a_fixed_plural() -> None:
    found = [line for path in SOURCE.rglob("*.py") for line in log_lines(path.read_text("utf-8"))]
    counts = [each[1] for line in found for each in re.finditer(rf"%d{PLURAL.pattern}", line)]
    assert [noun for noun in counts if noun not in NOT_PLURAL] == []


# Plain words


METAPHORS = re.compile(
    r"\bbrisk|\bgood-bye\b|\bfound no hearing\b|\bhands? (?:may be |is |are )?shaken\b|\bthe own\b|\bat at-"
    r"|\b(?:is|are|was|were) (?:not )?believed\b|\bit is looked\b|\bhave a turn\b|\bstands still\b"
    r"|\bfound out\b|\ball the same(?=[.,;:\"]|$)|\bunasked\b|\bnobody (?:hears|asks|asked|has heard)\b|\bof nobody\b"
    r"|\b[Ss]o many\b(?!.* that\b)|\b[Pp]asts\b|\bwhatever it takes\b|\bderives? from nothing\b|\btells? of\b"
    r"|\bfor ever\b|\bmust not notice\b|\bnews (?:are|were|follow|come)\b"
)
NOT_SCANNED = {"tests/test_messages.py"}


@pytest.mark.parametrize(
    "files",
    [
        "src/croupier/**/*.py",
        "src/croupier/web/static/**/*.js",
        "tools/**/*.py",
        "benchmarks/**/*.py",
        "tests/**/*.py",
        "src/croupier/rulebooks/**/*.tsv",
        "docs/**/*.md",
        "*.md",
    ],
)
def test_plumbing_is_described_in_plain_words(files: str) -> None:
    root = SOURCE.parent.parent
    paths = {path.relative_to(root).as_posix(): path for path in sorted(root.glob(files))}
    assert paths
    found = {
        f"{name}:{number}": line.strip()
        for name, path in paths.items()
        if name not in NOT_SCANNED
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if METAPHORS.search(line)
    }
    assert found == {}


# A problem is a clause and a sentence


def ends(node: ast.expr) -> tuple[str, str]:
    """The first and last character of a text, empty where a value stands there."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    first, last = parts[0], parts[-1]
    begins = str(first.value)[:1] if isinstance(first, ast.Constant) else ""
    return begins, str(last.value)[-1:] if isinstance(last, ast.Constant) else ""


def badly_punctuated(source: str) -> Iterator[str]:
    """Problems whose fault is not a clause in lower case without a period, or whose remedy is no sentence."""
    if not re.search(r"\bProblem\(|wrong\(", source):
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or len(node.args) < 3:
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name == "Problem" or (name in {"wrong", "_wrong"} and len(node.args) == 3):
            wrong, right = ends(node.args[1]), ends(node.args[2])
            if wrong[0].isupper() or wrong[1] in {".", ":", ";", "!"}:
                yield ast.unparse(node.args[1])
            if right[0].islower() or right[1] not in {"", "."}:
                yield ast.unparse(node.args[2])


def test_problems_are_punctuated() -> None:
    found: dict[str, list[str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        if texts := list(badly_punctuated(path.read_text("utf-8"))):
            found[path.relative_to(SOURCE).as_posix()] = texts
    assert found == {}


@pytest.mark.parametrize(
    "call",
    [
        'Problem("key", "it is wrong.", "Give another.")',
        'Problem("key", "It is wrong", "Give another.")',
        'Problem("key", "it is wrong", "Give another")',
        'section.wrong("key", f"{value} is wrong", "give another.")',
    ],
)
def test_bad_punctuation_is_found(call: str) -> None:
    assert len(list(badly_punctuated(call))) == 1


def test_a_problem_ends_once() -> None:
    """What another program says of its errors may bring a period."""
    problem = Problem("key", "it cannot be read: bad byte.", "Check it.", ClauseId("X 1"))
    assert str(problem) == "key: it cannot be read: bad byte (X 1). Check it."
    assert str(Problem("key", "it is missing", "Give it.")) == "key: it is missing. Give it."
