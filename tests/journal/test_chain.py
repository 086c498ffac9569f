"""The bytes that are hashed are frozen: these vectors were computed once and never change."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.journal.chain import (
    BadPreimage,
    BrokenChain,
    advance_all,
    advance_page,
    genesis,
    is_intact,
    link,
    origin,
    parse_record,
    record_hash,
    record_preimage,
    snapshot_hash,
)
from croupier.journal.columns import by_page
from croupier.journal.record import Draft, Head, Record

DRAFT = Draft("wager-placed/1", "terminal:12", 1_731_672_000_000, b'{"seat":3,"spot":"17-20","stake":500}')


def advance_by_page(head: Head, records: Iterable[Record]) -> Head:
    for page in by_page(records, 1_000):
        head = advance_page(head, page)
    return head


def test_genesis_vector() -> None:
    right = "60f9552f774ec97614c41b820320de43b85dbfd6a107379824546db70233f08b"
    assert genesis("table/7").hex() == right
    preimage = b"croupier/genesis/1\0" + bytes([0, 0, 0, 0, 0, 0, 0, 7]) + b"table/7"
    assert hashlib.sha256(preimage).hexdigest() == right


def test_record_vector() -> None:
    right = "37d04b803340b16d4d5b2330764830bf19414ef76f23ddebc6786763f67aff1e"
    (record,) = link("table/7", 0, genesis("table/7"), [DRAFT])
    assert record.hash.hex() == right
    preimage = (
        b"croupier/record/1\0"
        + genesis("table/7")
        + (1).to_bytes(8)
        + (1_731_672_000_000).to_bytes(8)
        + (7).to_bytes(2)
        + (11).to_bytes(2)
        + (14).to_bytes(2)
        + (37).to_bytes(4)
        + b"table/7"
        + b"terminal:12"
        + b"wager-placed/1"
        + DRAFT.body
    )
    assert hashlib.sha256(preimage).hexdigest() == right


def test_second_record_vector() -> None:
    _, record = link("table/7", 0, genesis("table/7"), [DRAFT, DRAFT])
    assert record.hash.hex() == "7f39069c41d59f012e25df13ae250fc3304ef835d0ba3c895424c933796b954f"


def test_a_record_can_be_read_from_the_bytes_of_its_hash() -> None:
    for record in link("table/7", 0, genesis("table/7"), [DRAFT, DRAFT]):
        preimage = record_preimage(record)
        assert hashlib.sha256(preimage).digest() == record.hash
        assert parse_record(preimage) == record
        for wrong in (preimage[:-1], preimage + b"\0", preimage[1:], b"", preimage[:70], b"x" + preimage[1:]):
            with pytest.raises(BadPreimage):
                parse_record(wrong)


def test_other_vectors() -> None:
    assert (
        snapshot_hash("table/7", 2, bytes(32), b"state").hex()
        == "fbec6068ac8bf7024bccda97163a3ee37dc03c56bde35af640380fa300584646"
    )


@pytest.mark.parametrize("stream", ["table/8", "table/77", "table"])
def test_every_stream_has_a_genesis_of_its_own(stream: str) -> None:
    assert genesis(stream) != genesis("table/7")


texts = st.text("ab", max_size=3)
fields = st.tuples(texts, st.integers(1, 3), st.integers(0, 3), texts, texts, st.binary(max_size=3))


@given(one=fields, other=fields)
def test_different_records_have_different_hashes(
    one: tuple[str, int, int, str, str, bytes], other: tuple[str, int, int, str, str, bytes]
) -> None:
    assert (record_hash(*one, prev=bytes(32)) == record_hash(*other, prev=bytes(32))) == (one == other)


@pytest.mark.parametrize("at", [0, 1, 2])
@pytest.mark.parametrize(
    "changed",
    [
        {"stream": "table/8"},
        {"version": 9},
        {"version": -1},
        {"time_ms": 5},
        {"time_ms": -1},
        {"actor": "terminal:13"},
        {"actor": "\ud800"},
        {"kind": "wager-moved/1"},
        {"body": b"{}"},
        {"prev": bytes(32)},
        {"hash": bytes(32)},
    ],
    ids=str,
)
def test_a_run_of_records_is_followed_up_to_its_head_and_no_field_of_any_may_change(
    at: int, changed: dict[str, object]
) -> None:
    records = list(link("table/7", 0, genesis("table/7"), [DRAFT, DRAFT, DRAFT]))
    assert advance_all(origin("table/7"), records) == Head("table/7", 3, records[-1].hash)
    assert advance_all(origin("table/7"), ()) == origin("table/7")
    assert advance_by_page(origin("table/7"), records) == Head("table/7", 3, records[-1].hash)
    assert advance_by_page(origin("table/7"), ()) == origin("table/7")
    records[at] = replace(records[at], **changed)
    with pytest.raises(BrokenChain, match="does not follow") as one_by_one:
        advance_all(origin("table/7"), records)
    with pytest.raises(BrokenChain, match="does not follow") as by_pages:
        advance_by_page(origin("table/7"), records)
    assert str(by_pages.value) == str(one_by_one.value)


@given(st.integers(0, 7), st.sampled_from(["prev", "hash", "body"]), st.binary(max_size=40))
def test_no_bytes_of_a_page_may_be_exchanged(at: int, field: str, other: bytes) -> None:
    """Hashes of any length, in any place: a page is followed only if each of its records is."""
    records = list(link("table/7", 0, genesis("table/7"), [DRAFT] * 8))
    same = getattr(records[at], field) == other
    records[at] = replace(records[at], **{field: other})
    if same:
        assert advance_by_page(origin("table/7"), records).version == 8
    else:
        with pytest.raises(BrokenChain, match="does not follow"):
            advance_by_page(origin("table/7"), records)


def test_a_page_out_of_order_is_not_followed() -> None:
    first, second, third = link("table/7", 0, genesis("table/7"), [DRAFT] * 3)
    for records in ([first, third, second], [second, third], [first, first], [first, third]):
        with pytest.raises(BrokenChain, match="does not follow"):
            advance_by_page(origin("table/7"), records)


def test_a_record_is_of_the_calendar_however_well_it_is_linked() -> None:
    last = [DRAFT, replace(DRAFT, time_ms=253_402_300_799_999)]
    good = link("table/7", 0, genesis("table/7"), last)
    assert all(map(is_intact, good))
    assert advance_all(origin("table/7"), good).version == 2
    _, bad = link("table/7", 0, genesis("table/7"), [DRAFT, replace(DRAFT, time_ms=253_402_300_800_000)])
    assert not is_intact(bad)
    for follow in (advance_all, advance_by_page):
        with pytest.raises(BrokenChain, match="Record 2 of stream table/7 does not follow"):
            follow(origin("table/7"), [good[0], bad])
