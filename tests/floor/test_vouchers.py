"""The records let a voucher be redeemed once: numbers, check digits, owners, days, copies, simultaneous attempts."""

from __future__ import annotations

import datetime
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.floor.voucher_office import VoucherOffice
from croupier.journal.memory import MemoryJournal
from croupier.journal.sqlite import SqliteJournal
from croupier.press import pdf
from croupier.press.voucher import spaced, voucher_document
from croupier.records.voucher import DIGITS, check_digit, is_number, number_from
from croupier.terms.people import Actor, Role
from croupier.terms.problem import Problems
from tests.press.structure import check_structure

CAGE = Actor("cas", Role.ACCOUNTANT)
NOON = 1_800_000_000_000


class SetClock:
    ms = NOON

    def now(self) -> int:
        return self.ms


def office() -> tuple[VoucherOffice, SetClock]:
    clock = SetClock()
    return VoucherOffice(MemoryJournal(), clock), clock


@given(st.integers(0, 10 ** (DIGITS - 1) - 1), st.integers(0, DIGITS - 1), st.integers(1, 9))
def test_any_one_wrong_digit_is_noticed(chance: int, place: int, shift: int) -> None:
    number = number_from(chance)
    assert len(number) == DIGITS
    assert is_number(number)
    wrong = number[:place] + str((int(number[place]) + shift) % 10) + number[place + 1 :]
    assert not is_number(wrong)


def test_the_check_digit_is_luhns() -> None:
    """The usual example of the method: the check digit of 7992739871 is 3."""
    assert check_digit("7992739871") == "3"


def test_a_voucher_is_redeemed_once() -> None:
    kept, _ = office()
    voucher = kept.issue(CAGE, "Voucher", 12_345)
    assert kept.redeem(CAGE, voucher.number, "cage").redeemed_by == "accountant:cas"
    with pytest.raises(Problems, match="was redeemed on"):
        kept.redeem(CAGE, voucher.number, "cage")


def test_what_is_not_redeemed_and_why() -> None:
    kept, clock = office()
    until = datetime.datetime.fromtimestamp(NOON // 1000, datetime.UTC).date()
    bound = kept.issue(CAGE, "Ticket", 100, "Ann Ace", until)
    with pytest.raises(Problems, match="a digit is wrong or missing"):
        kept.redeem(CAGE, "123", "cage")
    with pytest.raises(Problems, match="was issued here"):
        kept.redeem(CAGE, number_from(1), "cage")
    with pytest.raises(Problems, match="is bound to Ann Ace"):
        kept.redeem(CAGE, bound.number, "cage", "Bob")
    clock.ms = NOON + 86_400_000
    with pytest.raises(Problems, match=f"was valid until {until}"):
        kept.redeem(CAGE, bound.number, "cage", "Ann Ace")
    clock.ms = NOON  # the last day still counts
    assert kept.redeem(CAGE, bound.number, "cage", "ann ace").redeemed_at == NOON


@pytest.mark.parametrize(("what", "amount", "owner"), [("", 1, ""), ("V", 0, ""), ("V", -1, ""), ("V", 1, "a\u202eb")])
def test_what_cannot_be_issued(what: str, amount: int, owner: str) -> None:
    kept, _ = office()
    with pytest.raises(Problems):
        kept.issue(CAGE, what, amount, owner)
    assert kept.all() == {}


def test_numbers_do_not_count_up() -> None:
    kept, _ = office()
    numbers = [int(kept.issue(CAGE, "V", 100).number) for _ in range(20)]
    assert len(set(numbers)) == 20
    assert numbers != sorted(numbers)


def test_of_simultaneous_redemptions_one_succeeds(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with SqliteJournal(path) as journal:
        number = VoucherOffice(journal, SetClock()).issue(CAGE, "V", 100).number
    together, told = threading.Barrier(4), []

    def redeem() -> None:
        with SqliteJournal(path) as own:
            together.wait()
            try:
                VoucherOffice(own, SetClock()).redeem(CAGE, number, "cage")
            except Problems:
                told.append(False)
            else:
                told.append(True)

    counters = [threading.Thread(target=redeem) for _ in range(4)]
    for each in counters:
        each.start()
    for each in counters:
        each.join()
    assert sorted(told) == [False, False, False, True]


def test_the_paper_says_everything_and_a_further_one_is_a_copy() -> None:
    kept, _ = office()
    issued = kept.issue(CAGE, "Tournament ticket", 123_456, "Ann Ace", datetime.date(2027, 12, 31))
    first = check_structure(pdf.render(voucher_document(kept.print(CAGE, issued.number), "H"))).text
    for words in ("$1,234.56", "56/100 dollars", spaced(issued.number), "2027-12-31", "Ann Ace", "Tournament ticket"):
        assert words in " ".join(first.split())
    assert "COPY" not in first
    second = check_structure(pdf.render(voucher_document(kept.print(CAGE, issued.number), "H"))).text
    assert "COPY 2" in second
