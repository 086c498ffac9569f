"""A table is replayed, disputed and closed under its recorded rules, whatever has become of the packs."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import json
from msgspec.structs import replace

from croupier import Problems
from croupier.cli.play import committing_writer
from croupier.floor.order import Order
from croupier.floor.recovery import rules_in_force
from croupier.floor.writer import Writer
from croupier.journal.chain import BrokenChain
from croupier.journal.key import create_key
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Journal
from croupier.journal.record import Draft
from croupier.journal.seal import seal
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_file, verify_journal
from croupier.records.bundle import make_bundle, round_in, verify_bundle
from croupier.records.playback import Played, play, replay
from croupier.records.roundfile import differences, round_text
from croupier.records.rounds import find_round
from croupier.records.script import read_script
from croupier.rules.folder import digest_of, file_digest
from croupier.rules.library import Library
from croupier.rules.round import read_round
from croupier.table.state import Setup
from croupier.terms.money import DOLLAR
from croupier.terms.refusal import Refusal
from croupier.wire.inspection import rules_inspections
from croupier.wire.rulebooks import STREAM, RecordedRulebooks, WrongRules
from croupier.wire.rules import read_document, table_rules
from tests.forging import edit
from tests.records.changing import CHANGES, FIRST_DAY, HEAD, REST, Change, change, copied, first_four_7, played_on


def paid(journal: Journal) -> int:
    """What 0-1-2-3 won in round 1."""
    round = find_round(journal.read("table/7"), 1)
    return next(wager.winnings for wager in round.wagers.values())


def answers(lines: list[Played]) -> list[str]:
    return [line.answer.code if isinstance(line.answer, Refusal) else "" for line in lines]


@pytest.mark.parametrize("changed", CHANGES)
def test_an_open_table_is_played_to_its_end_under_the_recorded_rules(books: Path, changed: Change) -> None:
    journal = MemoryJournal()
    played_on(journal, FIRST_DAY, Library([books]))
    new = changed(books)
    assert answers(played_on(journal, REST, new)) == ["revolutions-too-few", *[""] * 8]
    assert paid(journal) == 8_000
    recorded = RecordedRulebooks.of(journal)
    assert differences(find_round(journal.read("table/7"), 1), recorded) == ()
    assert verify_journal(journal, inspections=rules_inspections()).ok


def test_the_next_opening_is_under_the_new_rules(books: Path) -> None:
    journal = MemoryJournal()
    old = Library([books])
    played_on(journal, FIRST_DAY + REST.replace(HEAD, ""), old)
    assert paid(journal) == 8_000
    next_day = (FIRST_DAY + REST.replace(HEAD, "")).replace("2026-11-15", "2026-11-16")
    new = change(books, "customary/book.toml", "pays = 8", "pays = 7")
    new = change(books, "nj/procedure.toml", "revolutions = { least = 4,", "revolutions = { least = 2,")
    lines = played_on(journal, next_day.replace("$180", "$170").replace("$820", "$830"), new)
    assert answers(lines)[7:9] == ["", "step-out-of-order"]  # three revolutions are enough now
    round = find_round(journal.read("table/7"), 3)
    assert next(wager.winnings for wager in round.wagers.values()) == 7_000
    recorded = RecordedRulebooks.of(journal)
    for number in (1, 3):  # each under its own
        assert differences(find_round(journal.read("table/7"), number), recorded) == ()
    assert old.chain("nj").digest in recorded
    assert new.chain("nj").digest in recorded
    wrong = RecordedRulebooks.of_files("nj", new.chain("nj").files)
    with pytest.raises(Problems, match="are not recorded"):
        differences(find_round(journal.read("table/7"), 1), wrong)


def test_a_table_kept_under_old_rules_is_not_opened_under_them_again(books: Path) -> None:
    journal = MemoryJournal()
    played_on(journal, FIRST_DAY, Library([books]))
    again = REST + "09:30 sue opens, dealer ana, float $1,000\n"
    assert answers(played_on(journal, again, first_four_7(books)))[-1] == "rules-changed"


def test_a_script_with_other_choices_does_not_continue_with_an_open_table(books: Path) -> None:
    journal = MemoryJournal()
    played_on(journal, FIRST_DAY, Library([books]))
    with pytest.raises(Problems, match="is open in the journal under rules that differ"):
        played_on(journal, REST.replace(", offers first-four", ""), Library([books]))


def test_files_are_recorded_once_whatever_opens_under_them(books: Path) -> None:
    """Two tables, two days and three books: shared files are recorded once."""
    journal, library = MemoryJournal(), Library([books])
    day = "date 2014-07-{day}\n09:00 supervisor sue inspects the table, magnet level parts ball in order\n"
    day += "09:00 sue opens, dealer ana, float $1,000\n09:01 sue closes, float $1,000\n"
    for table, book, on in ((1, "co-2013", 10), (1, "co-2013", 11), (2, "co-2013", 11), (1, "co-2014", 16)):
        lines = played_on(journal, f"table {table} under {book}\n" + day.format(day=on), library)
        assert answers(lines) == ["", "", ""]
    records = list(journal.read(STREAM))
    assert [record.kind for record in records].count("rulebook-recorded/1") == 2
    contents = {data for book in ("co-2013", "co-2014") for data in library.chain(book).files.values()}
    assert len(records) == 2 + len(contents)
    everything = list(journal.read_all())
    openings = [rank for rank, record in enumerate(everything) if record.kind == "table-opened/1"]
    manifests = [rank for rank, record in enumerate(everything) if record.kind == "rulebook-recorded/1"]
    assert manifests[0] < openings[0] < manifests[1] < openings[-1]


# A bundle


@pytest.mark.parametrize("changed", CHANGES)
def test_a_bundle_carries_the_rules_it_is_settled_under(tmp_path: Path, books: Path, changed: Change) -> None:
    """The package pays 8; the house's own text paid 9, and only the bundle has it."""
    changed(books)
    nine = change(books, "customary/book.toml", "pays = 7" if changed is first_four_7 else "pays = 8", "pays = 9")
    journal = MemoryJournal()
    day = (FIRST_DAY + REST.replace(HEAD, "")).replace("$180", "$190").replace("$820", "$810")
    played_on(journal, day, nine)
    assert paid(journal) == 9_000
    seal(journal, create_key(tmp_path / "key"), 1)
    bundle = make_bundle(journal, "table/7", 1)
    report = verify_bundle(bundle)
    assert (report.ok, report.note) == (True, "Settled again, every wager gets what it got at the table.")
    assert [wager.winnings for wager in round_in(bundle).settle().wagers] == [9_000]


# Altered records.


@pytest.fixture
def books(tmp_path: Path) -> Path:
    return copied(tmp_path)


@pytest.fixture
def journal() -> MemoryJournal:
    store = MemoryJournal()
    played_on(store, FIRST_DAY, Library())
    return store


def rewritten(journal: Journal, rules: Callable[[list[Draft]], list[Draft]]) -> MemoryJournal:
    """A history rewritten from the first record on: its chain is consistent."""
    other = MemoryJournal()

    def drafts(stream: str) -> list[Draft]:
        return [Draft(each.kind, each.actor, each.time_ms, each.body) for each in journal.read(stream)]

    if changed := rules(drafts(STREAM)):
        other.append(STREAM, 0, changed)
    other.append("table/7", 0, drafts("table/7"))
    assert verify_journal(other).ok
    return other


def paying_7(drafts: list[Draft]) -> list[Draft]:
    return [replace(each, body=each.body.replace(b"pays = 8", b"pays = 7")) for each in drafts]


def paying_7_with_digests(drafts: list[Draft]) -> list[Draft]:
    """The forger also corrects the digests, as far as the stream of rules goes."""
    found = [json.decode(each.body) for each in paying_7(drafts)]
    new = {body["digest"]: file_digest(body["text"].encode()) for body in found if "text" in body}
    for body in found:
        if "files" in body:
            body["files"] = {path: new[digest] for path, digest in body["files"].items()}
            body["digest"] = digest_of(body["files"])
        else:
            body["digest"] = new[body["digest"]]
    return [replace(each, body=json.encode(body, order="sorted")) for each, body in zip(drafts, found, strict=True)]


def renamed(drafts: list[Draft]) -> list[Draft]:
    return [replace(each, body=each.body.replace(b'"id":"nj"', b'"id":"sd"')) for each in drafts]


@pytest.mark.parametrize(
    ("forged", "found"),
    [
        (paying_7, "does not match its digest"),
        (paying_7_with_digests, "whose files are not recorded"),
        (lambda drafts: drafts[1:], "is not recorded"),
        (lambda drafts: drafts[:-1], "whose files are not recorded"),
        (lambda _drafts: [], "whose files are not recorded"),
        (lambda drafts: [drafts[-1], *drafts[:-1]], "is not recorded"),
    ],
)
def test_a_history_with_other_rules_is_found(
    journal: MemoryJournal, forged: Callable[[list[Draft]], list[Draft]], found: str
) -> None:
    """Rewritten with a consistent chain: verification and recovery both detect it."""
    assert verify_journal(journal, inspections=rules_inspections()).ok
    other = rewritten(journal, forged)
    report = verify_journal(other, inspections=rules_inspections())
    assert report.finding is not None
    assert report.finding.wrong == "unfounded"
    assert found in report.finding.detail
    with pytest.raises((Problems, WrongRules)):
        rules_in_force(other, "table/7")


def test_rules_recorded_under_another_name_are_not_taken(journal: MemoryJournal) -> None:
    with pytest.raises(Problems, match="are not recorded"):
        rules_in_force(rewritten(journal, renamed), "table/7")


def test_every_altered_recording_is_found_by_verification_and_by_recovery(tmp_path: Path) -> None:
    for rank in range(1, 4):
        path = tmp_path / f"{rank}.journal"
        with SqliteJournal(path) as store:
            played_on(store, FIRST_DAY, Library())
            version = store.head(STREAM).version * rank // 3
        sql = (
            "UPDATE records SET body = CAST(CAST(body AS TEXT) || ' ' AS BLOB) WHERE version = {version} AND stream = "
        )
        edit(path, sql.format(version=version) + "(SELECT stream FROM records WHERE kind = 'rulebook-recorded/1')")
        report = verify_file(path, inspections=rules_inspections())
        assert report.finding is not None
        assert (report.finding.wrong, report.finding.stream, report.finding.version) == ("altered", STREAM, version)
        with SqliteJournal(path) as store, pytest.raises(BrokenChain):
            rules_in_force(store, "table/7")


def test_a_round_of_a_past_day_is_settled_again_on_that_day() -> None:
    """A house that plays 2014 in 2026: its round files and checks use the text of 2014."""
    day = FIRST_DAY + REST.replace(HEAD, "")
    day = day.replace("nj, wheel european, offers first-four", "co-2013, wheel american").replace("0-1-2-3", "red")
    day = day.replace("09:00 ", "08:00 sue inspects the table, magnet level parts ball in order\n09:00 ", 1)
    script = read_script(day.replace("08:00 sue", "08:00 supervisor sue"), lambda name, _day: Library().book(name))
    document = read_document(script.rules.document)
    setup = replace(document.setup, plays_day=datetime.date(2014, 7, 14))
    script = replace(script, rules=table_rules(document.book, document.table, setup))
    journal = MemoryJournal()
    list(play(script, committing_writer(journal, script.stream, script.rules), replay(journal, script.stream)))
    round = find_round(journal.read(script.stream), 1)
    assert "on = 2014-07-14" in round_text(round, DOLLAR)
    assert differences(round, RecordedRulebooks.of(journal)) == ()
    assert read_round(round_text(round, DOLLAR)).rules.book.id == "co-2013"


def test_a_rulebook_is_recorded_with_the_opening_or_not_at_all(books: Path) -> None:
    """One commit: if the opening is not durable, neither is the rulebook."""

    class Failing(MemoryJournal):
        failing = True

        def append_many(self, batches):  # type: ignore[no-untyped-def]
            if self.failing:
                raise OSError("the disk is gone")
            return super().append_many(batches)

    journal = Failing()
    script = read_script(FIRST_DAY, Library([books]).find)
    writer = Writer(journal, script.stream, script.rules)
    opening = Order("one", script.lines[0].command)
    assert not writer.commit([opening])[0].events
    assert journal.streams() == ()
    journal.failing = False
    assert writer.commit([opening])[0].events
    assert [head.stream for head in journal.streams()] == [STREAM, "table/7"]


def test_tables_with_the_same_choices_share_their_rules() -> None:
    """Other choices and another text have rules of their own."""
    first, second = (table_rules("nj", {"wheel": "american", "zero": "half"}, Setup(number)) for number in "12")
    assert first.betting is second.betting
    assert first.digest != second.digest
    others = [
        table_rules("nj", {"wheel": "american", "zero": "lose-all"}, Setup("3")),
        table_rules("nj", {"wheel": "american", "zero": "half", "limits": {"minimum": 500}}, Setup("4")),
        table_rules("house", {"wheel": "american", "zero": "lose-all"}, Setup("5")),
    ]
    assert len({id(each.betting) for each in (first, *others)}) == 4
    assert [each.betting.game.zero.name for each in (first, *others)] == ["half", "lose-all", "half", "lose-all"]
    assert [each.betting.book.id for each in others] == ["nj", "nj", "house"]
