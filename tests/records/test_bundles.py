"""A dispute bundle proves its round by itself, and every altered byte is detected; `make test` alters every third."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import Problems
from croupier.journal.key import SigningKey, create_key
from croupier.journal.memory import MemoryJournal
from croupier.journal.policy import Demands
from croupier.journal.proof import parse_proof
from croupier.journal.seal import seal
from croupier.records.bundle import Bundle, is_bundle, make_bundle, read_bundle, verify_bundle
from croupier.records.script import read_script
from croupier.wire.events import canonical
from tests.nightly import extent
from tests.records.days import GOLDEN, golden, played

pytestmark = pytest.mark.slow

DAY = """
table 7 under nj
date 2026-11-15
09:00 supervisor sue opens, dealer ana, float $1,000
09:01 pat takes seat 1
09:01 pat sets chips blue worth $1
09:02 ana sells seat 1 $100 for cash
09:03 pat bets $5 on red
09:04 ana spins, wheel clockwise, ball counterclockwise
09:04 ana calls no more bets
09:04 ana announces 1 after 4 revolutions
09:04 ana crowns
09:04 ana collects
09:04 ana pays
09:04 ana lifts
"""


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> SigningKey:
    return create_key(tmp_path_factory.mktemp("keys") / "key")


@pytest.fixture(scope="module")
def bundle(key: SigningKey) -> bytes:
    script = read_script(DAY)
    journal, _ = played(script)
    seal(journal, key, 1)
    return make_bundle(journal, script.stream, 1)


def found(data: bytes) -> bool:
    """Whether anything is found wrong."""
    try:
        return not verify_bundle(data).ok
    except Problems:
        return True


def test_a_bundle_is_proved_without_the_journal(bundle: bytes, key: SigningKey) -> None:
    report = verify_bundle(bundle, Demands((key.public,)))
    assert (report.ok, report.trusted, report.table, report.round) == (True, True, "7", 1)
    assert report.note == "Settled again, every wager gets what it got at the table."
    assert is_bundle(bundle[:32])
    assert not verify_bundle(bundle).trusted


def test_every_altered_byte_is_found(bundle: bytes) -> None:
    """Every third one, and at night each."""
    assert not found(bundle)
    for at in range(0, len(bundle), extent(7, 1)):
        case = (0x20,) if chr(bundle[at]).isalpha() else ()
        for change in (1 + at % 7, *case):  # another letter, and the same letter in the other case
            altered = bytearray(bundle)
            altered[at] ^= change
            assert found(bytes(altered)), f"byte {at}"


def test_every_missing_or_added_byte_is_found(bundle: bytes) -> None:
    for at in range(0, len(bundle), extent(11, 1)):
        assert found(bundle[:at] + bundle[at + 1 :]), f"without byte {at}"
        assert found(bundle[:at] + b" " + bundle[at:]), f"a space before byte {at}"
    assert found(bundle + b"\n")


def test_another_key_is_found(bundle: bytes, tmp_path: Path) -> None:
    other = create_key(tmp_path / "other")
    report = verify_bundle(bundle, Demands((other.public,)))
    assert report.finding == "The checkpoint is signed with a key other than the one given."


def rewritten(bundle: bytes, **fields: object) -> str:
    """The finding for a bundle with replaced fields, encoded the way croupier writes bundles."""
    return verify_bundle(canonical(msgspec.structs.replace(read_bundle(bundle), **fields))).finding


def test_a_swapped_part_of_a_bundle_is_named(bundle: bytes) -> None:
    read = read_bundle(bundle)
    assert rewritten(bundle, records=()) == "It holds no records."
    assert "not the head" in rewritten(bundle, records=read.records[:-1])
    assert "not what was sealed" in rewritten(bundle, records=(read.records[1], read.records[0], *read.records[2:]))
    assert "the opening" in rewritten(bundle, **_without_opening(read))
    assert "rules" in rewritten(bundle, rules=msgspec.structs.replace(read.rules, document="{}"))
    assert "round" in rewritten(bundle, round={**read.round, "result": "2"})
    assert "round 2 is not" in rewritten(bundle, round={**read.round, "number": 2})
    assert "link" in rewritten(bundle, link=msgspec.structs.replace(read.link, version=-1))
    assert "hash" in rewritten(bundle, link=msgspec.structs.replace(read.link, hash="zz"))
    assert "checkpoint" in rewritten(bundle, heads="croupier-heads/1\n")
    assert "proves nothing" in rewritten(bundle, heads=read.heads.replace("time 1\n", "time 2\n"))
    assert "not a proof" in rewritten(bundle, proof=read.proof[1:])
    assert "extra data" in rewritten(bundle, proof=read.proof.replace("index", "extra AAAA\nindex"))
    assert "trusted keys has signed" in rewritten(bundle, key="00" * 32)
    assert "key" in rewritten(bundle, key="AB" * 32)


def _without_opening(read: Bundle) -> dict[str, object]:
    second = read.records[1]
    return {"records": read.records[1:], "link": msgspec.structs.replace(read.link, version=1, hash=second.prev)}


def test_a_forger_who_signs_again_is_found_by_the_key_and_by_the_record(bundle: bytes, tmp_path: Path) -> None:
    """A whole new history under another key is consistent: only the house's own key reveals it."""
    forger = create_key(tmp_path / "forger")
    script = read_script(DAY.replace("announces 1 ", "announces 2 "))
    journal, _ = played(script)
    seal(journal, forger, 1)
    forged = make_bundle(journal, script.stream, 1)
    assert verify_bundle(forged).ok
    key = bytes.fromhex(verify_bundle(bundle).key)
    assert not verify_bundle(forged, Demands((key,))).ok


def test_a_note_of_the_same_size_that_was_seen_elsewhere_must_agree(bundle: bytes, key: SigningKey) -> None:
    own = parse_proof(read_bundle(bundle).proof).note
    assert verify_bundle(bundle, Demands(seen=(own,))).ok
    script = read_script(DAY)
    journal, _ = played(script)
    other = seal(journal, key, 2)
    assert "is of another tree" in verify_bundle(bundle, Demands(seen=(other.note,))).finding


def test_a_round_that_no_checkpoint_sealed_has_no_bundle() -> None:
    script = golden("nj")
    journal, _ = played(script)
    with pytest.raises(Problems, match="no checkpoint seals"):
        make_bundle(journal, script.stream, 1)


def test_the_first_checkpoint_that_covers_a_round_and_its_corrections_is_taken(key: SigningKey) -> None:
    text = (GOLDEN / "nj.play").read_text("utf-8")
    head, _, rest = text.partition("# Round 5")
    journal = MemoryJournal()
    script = read_script(head)
    played(script, journal)
    seal(journal, key, 1)
    played(read_script(text.partition("08:59")[0] + "people dealer ana\npeople player pat\n" + _lines(rest)), journal)
    seal(journal, key, 2)
    bundle = make_bundle(journal, script.stream, 4)
    assert "number 1\n" in read_bundle(bundle).heads
    report = verify_bundle(bundle)
    assert report.ok, report.finding
    later = make_bundle(journal, script.stream, 5)
    assert "number 2\n" in read_bundle(later).heads
    assert verify_bundle(later).ok


def _lines(rest: str) -> str:
    """Round 5 without the parts that need the seats of earlier lines."""
    return "\n".join(
        line.replace("pat bets", "ana bets").strip() + " for seat 1" if " pat bets" in line else line
        for line in rest.splitlines()[1:]
        if "lee" not in line
        and "moves" not in line
        and "takes down" not in line
        and "changes" not in line
        and line[:3] == "09:"
    )


def test_rounds_of_a_second_day_are_proved_from_their_own_opening(key: SigningKey) -> None:
    first, second = read_script(DAY), read_script(DAY.replace("11-15", "11-16"))
    journal, _ = played(first)
    close = "date 2026-11-15\npeople supervisor sue\npeople dealer ana\n"
    closing = (
        "10:00 ana colors up $105 for seat 1\n10:00 ana cashes out $105 for seat 1\n10:01 sue closes, float $895\n"
    )
    played(read_script("table 7 under nj\n" + close + closing), journal)
    played(second, journal)
    seal(journal, key, 1)
    bundle = make_bundle(journal, first.stream, 3)
    read = read_bundle(bundle)
    assert read.link.version == read.records[0].version - 1 > 0
    assert verify_bundle(bundle).ok


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_reported(data: bytes) -> None:
    assert found(data)


@given(
    st.dictionaries(
        st.sampled_from(["bundle", "heads", "key", "link", "proof", "records", "round", "rules", "stream"]), st.text()
    )
)
def test_any_fields_are_read_or_reported(fields: dict[str, str]) -> None:
    assert found(canonical(fields))


@given(
    version=st.integers(-(2**70), 2**70),
    time_ms=st.integers(-(2**70), 2**70),
    words=st.text(max_size=4),
    round=st.dictionaries(st.sampled_from(["number", "result"]), st.one_of(st.integers(), st.text(max_size=3))),
)
def test_records_of_any_shape_are_reported(version: int, time_ms: int, words: str, round: dict[str, object]) -> None:
    record = {"version": version, "time_ms": time_ms, "actor": words, "kind": words, "body": words}
    data = {
        "bundle": "croupier-bundle/1",
        "heads": words,
        "key": words,
        "proof": words,
        "link": {"version": version, "hash": "00"},
        "records": [record | {"prev": "00", "hash": "00"}],
        "round": round,
        "rules": {"document": words, "hash": words},
        "stream": words,
    }
    assert found(msgspec.json.encode(data, order="sorted"))
