"""A receipt proves one seat's wagers of a round without the journal, and shows nobody else's."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from croupier.game.settlement import Verdict
from croupier.journal.cosignature import cosign
from croupier.journal.inclusion import prove_record
from croupier.journal.note import sign_note
from croupier.journal.policy import Demands, WitnessPolicy, parse_policy
from croupier.journal.port import Journal
from croupier.journal.proof import LogProof, parse_proof
from croupier.journal.seal import seal
from croupier.records.receipt import (
    BODY_MAX,
    RECEIPT_MAX,
    STREAM,
    SlipWager,
    amounts,
    make_receipt,
    read_slip,
    slip_draft,
    slips_of,
    verify_receipt,
    wrong_receipts,
)
from croupier.records.rounds import find_round
from croupier.records.script import read_script
from croupier.wire.events import UnreadableRecord
from tests.journal.examples import KEY, NOON, OTHER_KEY, drafts
from tests.journal.witnesses import NAMES, policy_text
from tests.records.days import played

ORIGIN = "house.example/premises"
DAY = """
table 7 under nj
date 2026-11-15
09:00 supervisor sue opens, dealer ana, float $1,000
09:01 pat takes seat 1
09:01 pat sets chips blue worth $1
09:01 lee takes seat 2
09:01 lee sets chips yellow worth $1
09:02 ana sells seat 1 $100 for cash
09:02 ana sells seat 2 $100 for cash
09:03 pat bets $5 on red
09:03 pat bets $2 on 17
09:03 lee bets $7 on black
09:04 ana spins, wheel clockwise, ball counterclockwise
09:04 ana calls no more bets
09:04 ana announces 1 after 4 revolutions
09:04 ana crowns
09:04 ana collects
09:04 ana pays
09:04 ana lifts
"""


def nonces() -> Iterator[str]:
    return (f"nonce{number:011}" for number in itertools.count(1))


def cosigned(journal: Journal) -> WitnessPolicy:
    """Seals the journal, and has both witnesses cosign."""
    checkpoint = seal(journal, KEY, NOON, log=ORIGIN if journal.last_checkpoint() is None else "")
    lines = [cosign(checkpoint.note.text, name, key, 1_731_672_060) for name, key in NAMES.items()]
    journal.save_cosignatures(checkpoint.number, lines)
    return parse_policy(policy_text(origin=ORIGIN))


def cosigned_day() -> tuple[Journal, WitnessPolicy]:
    """A day of one round with the slips of two seats, sealed and cosigned."""
    script = read_script(DAY)
    journal, _ = played(script)
    round = find_round(journal.read(script.stream), 1)
    slips = [slip for seat in (1, 2) for slip in slips_of(round, seat, nonces())]
    journal.append(STREAM, 0, [slip_draft(slip, NOON) for slip in slips])
    return journal, cosigned(journal)


@pytest.fixture(scope="module")
def day() -> tuple[Journal, WitnessPolicy]:
    return cosigned_day()


def receipt(day: tuple[Journal, WitnessPolicy], version: int = 1) -> str:
    journal, policy = day
    return str(make_receipt(journal, version, policy))


def test_a_receipt_says_what_the_player_staked_and_got(day: tuple[Journal, WitnessPolicy]) -> None:
    report = verify_receipt(receipt(day), Demands(policy=day[1]))
    assert report.ok, report.finding
    assert (report.origin, report.cosigned, report.cosigned_s) == (ORIGIN, 2, 1_731_672_060)
    slip = report.slip
    assert slip is not None
    assert (slip.table, slip.round, slip.seat, slip.number, slip.part, slip.parts) == ("7", 1, 1, "1", 1, 1)
    assert slip.wagers == (
        SlipWager("red", 500, Verdict.WIN, 500, 500),
        SlipWager("17", 200, Verdict.LOSE, 0, 0),
    )
    assert amounts(slip) == (700, 1_000)


def test_nobody_elses_wagers_and_no_name_stand_in_it(day: tuple[Journal, WitnessPolicy]) -> None:
    proof = parse_proof(receipt(day))
    assert proof.extra is not None
    for hidden in (b"black", b"pat", b"lee", b"ana", b"sue", b"700"):
        assert hidden not in proof.extra
    second = parse_proof(receipt(day, 2)).extra
    assert second is not None
    assert b"black" in second
    assert b"red" not in second


@pytest.mark.slow
def test_every_changed_byte_of_a_receipt_is_found(day: tuple[Journal, WitnessPolicy]) -> None:
    data = receipt(day).encode()
    demands = Demands(policy=day[1])
    for at in range(len(data)):
        for mask in (0x01, 0x02, 0x10, 0x20):
            changed = data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :]
            try:
                text = changed.decode()
            except UnicodeDecodeError:
                continue
            assert not verify_receipt(text, demands).ok, (at, mask)
        assert not verify_receipt((data[:at] + data[at + 1 :]).decode(errors="replace"), demands).ok


def test_a_receipt_is_accepted_by_the_quorum_or_a_key_and_by_nothing_less(day: tuple[Journal, WitnessPolicy]) -> None:
    text = receipt(day)
    assert verify_receipt(text, Demands((KEY.public,))).ok
    assert not verify_receipt(text, Demands((OTHER_KEY.public,))).ok
    assert "give a policy" in verify_receipt(text, Demands()).finding
    proof = parse_proof(text)
    fewer = type(proof.note)(proof.note.text, proof.note.signatures[:2])
    alone = LogProof(proof.index, proof.hashes, fewer, proof.extra)
    assert "not a quorum" in verify_receipt(str(alone), Demands(policy=day[1])).finding
    other = sign_note(str(replace(proof.head, root=bytes(32))), ORIGIN, KEY)
    assert "another tree" in verify_receipt(text, Demands((KEY.public,), seen=(other,))).finding


def test_a_proof_of_another_record_is_no_receipt(day: tuple[Journal, WitnessPolicy]) -> None:
    proof = prove_record(day[0], "table/7", 3, day[1])
    assert "is not a receipt" in verify_receipt(str(proof), Demands(policy=day[1])).finding


def test_a_note_carries_no_more_cosignatures_than_the_quorum_needs(day: tuple[Journal, WitnessPolicy]) -> None:
    journal, policy = day
    one = parse_policy(policy.text.replace("group both all", "group one any").replace("quorum both", "quorum one"))
    assert len(make_receipt(journal, 1, one).note.signatures) == 2
    assert len(make_receipt(journal, 1, policy).note.signatures) == 3
    none = parse_policy(f"{policy.text.splitlines()[0]}\nquorum none")
    assert len(make_receipt(journal, 1, none).note.signatures) == 1


@pytest.mark.parametrize("count", [1, 5, 6, 30])
def test_many_wagers_make_several_receipts_each_within_two_kilobytes(count: int) -> None:
    """In a tree of 2^24 leaves, with the quorum's two cosignatures: 24 hashes, the longest names of spots."""
    script = read_script(DAY)
    journal, _ = played(script)
    round = find_round(journal.read(script.stream), 1)
    wager = round.wagers[1, "red"]
    spots = [f"{n}-{n + 1}-{n + 2}-{n + 3}-{n + 4}-{n + 5}" for n in range(11, 11 + count)]
    stakes = {spot: replace(wager.stake, spot=spot, amount=99_999_99) for spot in spots}
    round.wagers = {
        (1, spot): replace(wager, stake=stake, winnings=10**8, returned=10**8) for spot, stake in stakes.items()
    }
    round.number = 99_999_999
    slips = slips_of(round, 1, nonces())
    assert [each.wager for slip in slips for each in slip.wagers] == spots
    assert [(slip.part, slip.parts) for slip in slips] == [(at, len(slips)) for at in range(1, len(slips) + 1)]
    journal.append(STREAM, 0, [slip_draft(slip, NOON) for slip in slips])
    policy = cosigned(journal)
    for version, slip in enumerate(slips, start=1):
        made = make_receipt(journal, version, policy)
        assert made.extra is not None
        assert len(slip_draft(slip, NOON).body) <= BODY_MAX
        longest = LogProof((1 << 24) - 1, (bytes(32),) * 24, made.note, made.extra)
        assert len(str(longest).encode()) <= RECEIPT_MAX


def test_slips_are_held_against_the_records(day: tuple[Journal, WitnessPolicy]) -> None:
    journal, _ = day
    assert list(wrong_receipts(journal)) == []
    script = read_script(DAY)
    forged, _ = played(script)
    (slip,) = slips_of(find_round(forged.read(script.stream), 1), 1, nonces())
    wrong = [
        replace(slip, number="2"),
        replace(slip, wagers=slip.wagers[:1]),
        replace(slip, round=9),
        replace(slip, table="8"),
        slip,
    ]
    forged.append(STREAM, 0, [slip_draft(each, NOON) for each in wrong])
    forged.append(STREAM, 5, drafts(1))
    told = list(wrong_receipts(forged))
    assert len(told) == 5
    assert sum("is not what table 7 recorded of round 1" in each for each in told) == 2
    assert any("receipts 6 is not a receipt" in each for each in told)


def test_a_slip_has_one_spelling(day: tuple[Journal, WitnessPolicy]) -> None:
    record = next(day[0].read(STREAM))
    assert read_slip(record).seat == 1
    for body in (record.body.replace(b",", b", ", 1), record.body + b" ", b"[]", b"{}", record.body[:-1] + b",1]"):
        with pytest.raises(UnreadableRecord):
            read_slip(replace(record, body=body))
    with pytest.raises(UnreadableRecord):
        read_slip(replace(record, kind="receipt/2"))
