"""The bundle of one seat proves that seat's part of a round, and shows nobody else's wagers."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import msgspec
import pytest

from croupier import Problems
from croupier.floor.receipts import record_slips
from croupier.journal import verify_journal as standalone
from croupier.journal.key import SigningKey, create_key
from croupier.journal.policy import Demands
from croupier.journal.port import Journal
from croupier.journal.seal import seal
from croupier.records.bundle import NotProvedYet, make_bundle, read_bundle
from croupier.records.receipt import STREAM, slip_draft, slips_of
from croupier.records.rounds import find_round
from croupier.records.script import read_script
from croupier.records.seat_bundle import (
    SeatBundle,
    is_seat_bundle,
    read_seat_bundle,
    seats_in,
    verify_seat_bundle,
)
from croupier.records.seat_bundle_maker import has_slips, make_seat_bundle
from croupier.wire.events import canonical
from tests.records.days import golden, played

DAY = """
table 7 under nj
date 2026-11-15
09:00 supervisor sue opens, dealer ana, float $10,000
09:01 pat takes seat 1
09:01 pat sets chips blue worth $1
09:01 lee takes seat 2
09:01 lee sets chips pink worth $1
09:02 ana sells seat 1 $100 for cash
09:02 ana sells seat 2 $100 for cash
09:03 pat bets $5 on red
09:03 lee bets $7 on 17
09:03 pat bets $2 on 1
09:03 lee bets $3 on red
09:03 pat bets $200 on 2
  ! refused stack-too-small
09:03 pat takes down $1 from 1
09:04 ana spins, wheel clockwise, ball counterclockwise
09:04 ana calls no more bets
09:04 ana announces 1 after 4 revolutions
09:04 ana crowns
09:04 ana collects
09:04 ana pays
09:04 ana lifts
09:05 pat disputes round 1 "the 1 paid too little"
09:05 lee disputes round 1 "I had 18"
09:06 sue decides dispute 1 "paid as posted" because "seen on camera"
"""
ALONE = "Settled again, every wager gets what it got at the table."
GOLDEN_DAYS = ("nj", "co-2014", "sd", "co-2014-terminals", "nj-big-six-previous", "nj-single")


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> SigningKey:
    return create_key(tmp_path_factory.mktemp("keys") / "key")


@pytest.fixture(scope="module")
def journal(key: SigningKey) -> Journal:
    journal, _ = played(read_script(DAY))
    round = find_round(journal.read("table/7"), 1)
    for seat in (1, 2):
        record_slips(journal, round, seat, 2)
    seal(journal, key, 3)
    return journal


@pytest.fixture(scope="module")
def bundle(journal: Journal) -> bytes:
    return make_seat_bundle(journal, "table/7", 1, 1)


def strange(data: bytes, keys: tuple[bytes, ...] = ()) -> str:
    """The standalone verifier's finding; empty when it finds the bundle right."""
    try:
        standalone.verify_bundle(data, standalone.Expected(list(keys), None, []))
    except standalone.VerificationFailed as finding:
        return str(finding)
    return ""


def found(data: bytes) -> bool:
    try:
        return not verify_seat_bundle(data).ok
    except Problems:
        return True


def rewritten(bundle: bytes, **fields: object) -> tuple[str, str]:
    """The findings of both verifiers for a bundle with replaced fields, encoded as croupier writes them."""
    data = canonical(msgspec.structs.replace(read_seat_bundle(bundle), **fields))
    return verify_seat_bundle(data).finding, strange(data)


def test_one_seat_is_proved_alone_by_both_verifiers(bundle: bytes, key: SigningKey) -> None:
    report = verify_seat_bundle(bundle, Demands((key.public,)))
    assert (report.finding, report.table, report.round, report.seat, report.trusted) == ("", "7", 1, 1, True)
    assert report.note == ALONE
    assert strange(bundle, (key.public,)) == ""
    assert is_seat_bundle(bundle[:64])
    wagers = read_seat_bundle(bundle).round["wagers"]
    assert isinstance(wagers, list)
    told = {each["spot"]: (each["stake"], each["winnings"], each["returned"]) for each in wagers}
    assert told == {"red": (500, 500, 500), "1": (100, 3_500, 100)}, "1 to 1 and 35 to 1"


def test_it_shows_nothing_of_the_others(bundle: bytes, journal: Journal) -> None:
    """The control: the whole bundle of the round shows them."""
    whole = make_bundle(journal, "table/7", 1)
    shown = [each.body for each in read_bundle(whole).records]
    assert any("lee" in body for body in shown)
    assert any('"17"' in body for body in shown)
    read = read_seat_bundle(bundle)
    for each in (*read.records, *read.slips):
        assert "lee" not in each.body + each.actor
        assert '"17"' not in each.body
    kinds = [each.kind.partition("/")[0] for each in read.records]
    assert kinds == [
        "table-opened",
        "seat-taken",
        "chips-set",
        "chips-bought",
        "wager-placed",
        "wager-placed",
        "command-refused",
        "wager-taken-down",
        "ball-spun",
        "no-more-bets-called",
        "number-announced",
        "crown-placed",
        "crown-lifted",
        "dispute-raised",
        "dispute-decided",
    ]
    assert "I had 18" not in bundle.decode()


def test_the_other_seat_has_a_bundle_of_its_own(journal: Journal) -> None:
    data = make_seat_bundle(journal, "table/7", 1, 2)
    assert verify_seat_bundle(data).ok
    assert strange(data) == ""
    assert "pat" not in "".join(each.body for each in read_seat_bundle(data).records)


@pytest.mark.slow
def test_altered_bytes_are_found_by_both(bundle: bytes) -> None:
    assert not found(bundle)
    for at in range(0, len(bundle), 41):
        altered = bytearray(bundle)
        altered[at] ^= 1 + at % 7
        assert found(bytes(altered)), f"byte {at}"
    for at in range(0, len(bundle), 997):
        altered = bytearray(bundle)
        altered[at] ^= 1 + at % 7
        assert strange(bytes(altered)), f"byte {at}"
        assert found(bundle[:at] + bundle[at + 1 :])
        assert strange(bundle[:at] + bundle[at + 1 :])


@pytest.mark.slow
def test_every_byte_of_the_records_is_covered(bundle: bytes) -> None:
    start, end = bundle.index(b'"records":'), bundle.index(b'"round":')
    for at in range(start, end, 7):
        altered = bytearray(bundle)
        altered[at] ^= 1 + at % 7
        assert found(bytes(altered)), f"byte {at}"


def test_a_swapped_part_of_a_bundle_is_named(bundle: bytes, journal: Journal) -> None:
    read = read_seat_bundle(bundle)
    other = read_seat_bundle(make_seat_bundle(journal, "table/7", 1, 2))
    theirs = next(each for each in other.records if each.kind == "wager-placed/1")
    records = read.records
    assert all(rewritten(bundle, records=tuple(sorted((*records, theirs), key=lambda each: each.version))))
    ours, _ = rewritten(bundle, records=tuple(sorted((*records, theirs), key=lambda each: each.version)))
    assert ours == f"Record {theirs.version} shows another seat."
    placed = next(each for each in records if each.kind == "wager-placed/1")
    without = tuple(each for each in records if each is not placed)
    assert rewritten(bundle, records=without)[0] == "The slips do not name the wagers that the records leave standing."
    assert "begin with the opening" in rewritten(bundle, records=records[1:])[0]
    assert "out of order" in rewritten(bundle, records=(records[0], records[2], records[1], *records[3:]))[0]
    assert all(rewritten(bundle, slips=other.slips))
    assert all(rewritten(bundle, slips=()))
    assert all(rewritten(bundle, seat=2))
    assert all(rewritten(bundle, key="00" * 32))
    assert all(rewritten(bundle, round={**read.round, "result": "2"}))
    assert all(rewritten(bundle, round={**read.round, "wagers": []}))
    assert all(rewritten(bundle, rules=msgspec.structs.replace(read.rules, document="{}")))
    moved = msgspec.structs.replace(records[1], index=records[1].index + 1)
    assert rewritten(bundle, records=(records[0], moved, *records[2:]))[0].endswith("is not what was sealed.")


def test_another_key_is_found(bundle: bytes, tmp_path: Path) -> None:
    other = create_key(tmp_path / "other").public
    assert "a key other than the one given" in verify_seat_bundle(bundle, Demands((other,))).finding
    assert "a key other than the one given" in strange(bundle, (other,))


def test_a_slip_that_pays_wrongly_is_found(key: SigningKey) -> None:
    """The house records a slip with less than was due: settled again, it differs. The journal's audit finds it too."""
    journal, _ = played(read_script(DAY))
    round = find_round(journal.read("table/7"), 1)
    (slip,) = slips_of(round, 1, iter(["n" * 16]))
    less = msgspec.structs.replace(slip.wagers[0], winnings=slip.wagers[0].winnings - 100)
    false = msgspec.structs.replace(slip, wagers=(less, *slip.wagers[1:]))
    journal.append(STREAM, 0, [slip_draft(false, 2)])
    seal(journal, key, 3)
    with pytest.raises(Problems, match="The round is not what the records say"):
        make_seat_bundle(journal, "table/7", 1, 1)


def test_what_cannot_be_proved_alone_is_refused_with_what_to_do(key: SigningKey) -> None:
    journal, _ = played(read_script(DAY))
    round = find_round(journal.read("table/7"), 1)
    assert not has_slips(journal, round, 1)
    with pytest.raises(NotProvedYet, match="no slip says what seat 1 got in round 1"):
        make_seat_bundle(journal, "table/7", 1, 1)
    with pytest.raises(Problems, match="nobody sat at seat 3 in round 1"):
        make_seat_bundle(journal, "table/7", 1, 3)
    record_slips(journal, round, 1, 2)
    assert has_slips(journal, round, 1)
    with pytest.raises(NotProvedYet, match="not proved yet"):
        make_seat_bundle(journal, "table/7", 1, 1)
    seal(journal, key, 3)
    assert verify_seat_bundle(make_seat_bundle(journal, "table/7", 1, 1)).ok


@pytest.mark.slow
@pytest.mark.parametrize("day", GOLDEN_DAYS)
def test_every_seat_of_every_round_of_a_golden_day(day: str, key: SigningKey) -> None:
    """Each has its bundle, with the wagers of the whole bundle, unless wagers were returned or stayed in prison."""
    script = golden(day)
    journal, _ = played(script)
    cases: list[tuple[int, int]] = []
    for number in count(1):
        try:
            round = find_round(journal.read(script.stream), number)
        except Problems:
            break
        seats = sorted({wager.stake.seat for wager in round.wagers.values()})
        cases += [(number, seat) for seat in seats]
        for seat in seats:
            record_slips(journal, round, seat, 2)
    seal(journal, key, 3)
    made = 0
    for number, seat in cases:
        try:
            data = make_seat_bundle(journal, script.stream, number, seat)
        except Problems as problems:
            assert "without --seat" in str(problems)  # noqa: PT017
            continue
        made += 1
        assert strange(data) == ""
        read = read_seat_bundle(data)
        whole = read_bundle(make_bundle(journal, script.stream, number)).round["wagers"]
        assert isinstance(whole, list)
        told = read.round["wagers"]
        assert isinstance(told, list)
        assert sorted(map(str, told)) == sorted(str(each) for each in whole if each["seat"] == seat)
    assert made >= len(cases) * 3 // 4, f"{made} of {len(cases)}"


def test_seats_are_found_wherever_an_event_has_them(journal: Journal) -> None:
    from croupier.wire.events import from_record

    events = [from_record(record).event for record in journal.read("table/7")]
    by_kind = {type(event).__name__: seats_in(event) for event in events}
    assert by_kind["WinnersPaid"] == {1, 2}
    assert by_kind["WagerPlaced"] == {2}, "the last one is of seat 2"
    assert by_kind["NumberAnnounced"] == set()


def test_the_type_has_nothing_that_a_verifier_does_not_read() -> None:
    assert SeatBundle.__struct_fields__ == (
        *("bundle", "key", "note", "records", "round", "rules", "seat", "slips", "stream"),
    )
