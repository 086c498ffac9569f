"""Money that one person cannot move alone: a fill by four people, a second person's consent, and the cashier's work."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import FreshTable, Visit
from tests.browser.console import DealerConsole, PitConsole
from tests.browser.hand import FLOAT, SUPERVISOR, Hand, Hands
from tests.browser.test_pages import check
from tests.browser.visitor import Visitor

LAST = re.compile("accepted")


def waiting(visitor: Visitor) -> Page:
    """The pit with its pending work."""
    page = visitor.open("/pit")
    page.locator('#rooms [data-room="waiting"]').click()
    expect(page.locator("#waiting")).to_be_visible()
    return page


def request(pit: PitConsole, way: str, **chips: str) -> None:
    pit.part("Table")
    form = pit.page.locator("#chosen form", has_text="Fill or credit")
    form.get_by_label("Kind").select_option(way)
    for denomination, count in chips.items():
        form.get_by_label(f"Chips of ${denomination.removeprefix('of_')}", exact=False).first.fill(count)
    form.get_by_role("button", name="Request").click()
    expect(pit.page.locator("#chosen > .reply")).to_have_text("Requested.")


def house_float(hand: Hand) -> int:
    return int(hand.view()["house"]["house_float"])


def test_a_fill_takes_four_people(visit: Visit, hands: Hands, fresh_table: FreshTable) -> None:
    hand = hands.at(fresh_table("american"))
    slip = f'[data-slip="{hand.table}/1"]'
    pit = PitConsole(visit("vera"))
    pit.choose(hand.table)
    request(pit, "fill", of_5="10", of_100="2")

    cage = visit("cass").open("/cage")
    card = cage.locator(slip)
    expect(card).to_contain_text("10 × $5")
    expect(card).to_contain_text("2 × $100")
    expect(card).to_contain_text("Requested by vera.")
    guard = waiting(visit("sam"))
    expect(guard.locator(slip)).to_contain_text("Cashier")
    expect(guard.locator(slip).get_by_role("button")).to_have_count(0)
    card.get_by_role("button", name="The chips are counted out").click()
    expect(cage.locator("#waiting .waiting-list > .reply")).to_have_text("Slip 1 is prepared.")
    expect(card.get_by_role("button", name="Accept")).to_have_count(0)

    guard.locator(slip).get_by_role("button", name="Chips and slip are on their way").click()
    expect(guard.locator(slip)).to_contain_text("prepared by cass, carried by sam")
    assert house_float(hand) == FLOAT

    dealer = DealerConsole(visit("dora"), hand.table)
    expect(dealer.page.locator("cr-next .aside .badge")).to_have_text("1")
    dealer.page.locator("cr-next .aside").get_by_role("button", name="Fill or credit").click()
    arrived = dealer.page.locator(f"#task {slip}")
    arrived.get_by_label("Counted of $5", exact=True).fill("10")
    arrived.get_by_label("Counted of $100").fill("1")
    arrived.get_by_role("button", name="Accept").click()
    expect(arrived.locator("form").first.locator(".reply")).to_contain_text("Refused")
    arrived.get_by_label("Counted of $100").fill("2")
    arrived.get_by_role("button", name="Accept").click()
    expect(arrived).to_have_count(0)
    expect(dealer.page.locator("#task")).to_contain_text(LAST)
    hand.wait(lambda: house_float(hand) == FLOAT + 25_000, SUPERVISOR)
    expect(card).to_have_count(0)


def test_a_credit_is_voided_with_a_reason_before_it_is_carried(
    visit: Visit, hands: Hands, fresh_table: FreshTable
) -> None:
    hand = hands.at(fresh_table("american"))
    pit = PitConsole(visit("vera"))
    pit.choose(hand.table)
    request(pit, "credit", of_500="4")
    visitor = visit("cass")
    cage = visitor.open("/cage")
    card = cage.locator(f'[data-slip="{hand.table}/1"]')
    expect(card).to_contain_text("Dealer")
    check(visitor)
    card.get_by_text(f"Void slip 1 of table {hand.table}").click()
    card.get_by_role("button", name="Void").click()
    expect(card.locator(".reply")).to_contain_text("Not sent")
    card.get_by_label("Why").fill("miscounted")
    card.get_by_role("button", name="Void").click()
    expect(cage.locator("#waiting .waiting-list > .reply")).to_have_text("Slip 1 is void.")
    expect(card).to_have_count(0)
    assert house_float(hand) == FLOAT


def asked_for(visit: Visit, hands: Hands, table: str) -> Hand:
    """A supervisor awards $20,000, which one person alone may not."""
    hand = hands.at(table)
    hand.does("take-seat", seat=1, player="ana")
    hand.does("set-chips", seat=1, color="pink", value=500)
    hand.sell(1, "100")
    hand.does("raise-dispute", round=1, what="The ball lay in 17.", seat=1)
    pit = PitConsole(visit("vera"))
    pit.choose(hand.table)
    form = pit.page.locator("#chosen form.dispute")
    form.get_by_label("Decision").fill("Paid.")
    form.get_by_label("Why").fill("The camera shows 17.")
    form.get_by_label("Seat 1").fill("20000")
    form.get_by_role("button", name="Decide the dispute").click()
    own = waiting(visit("vera")).locator(f'[data-request="{hand.table}/1"]')
    expect(own).to_contain_text("Another supervisor has to agree.")
    expect(own.get_by_role("button", name="Agree")).to_have_count(0)
    return hand


def stack(hand: Hand) -> int:
    (seat,) = (each for each in hand.view()["seats"] if each["seat"] == 1)
    return int(seat["stacks"].get("electronic", 0))


def test_a_second_supervisor_is_alerted_and_agrees(visit: Visit, hands: Hands, fresh_table: FreshTable) -> None:
    hand = asked_for(visit, hands, fresh_table("american"))
    assert stack(hand) == 10_000
    visitor = visit("wanda")
    page = waiting(visitor)
    alerted = f"vera asks for a second person: request 1 for $20,000.00 at table {hand.table}."
    expect(page.locator("#alerts")).to_contain_text(alerted)
    card = page.locator(f'[data-request="{hand.table}/1"]')
    for words in ("$20,000", "Decide dispute 1.", "Paid.", "seat 1 gets $20,000", "Why: The camera shows 17.", "vera"):
        expect(card).to_contain_text(words)
    check(visitor)
    card.get_by_role("button", name="Agree").click()
    reply = page.locator("#waiting .waiting-list > .reply")
    expect(reply).to_have_text("You agreed to request 1, and it was carried out.")
    expect(card).to_have_count(0)
    hand.wait(lambda: stack(hand) == 2_010_000, SUPERVISOR)


def test_what_a_second_supervisor_refuses_is_not_done(visit: Visit, hands: Hands, fresh_table: FreshTable) -> None:
    hand = asked_for(visit, hands, fresh_table("american"))
    page = waiting(visit("wanda"))
    card = page.locator(f'[data-request="{hand.table}/1"]')
    card.get_by_text("Refuse request 1").click()
    card.get_by_label("Why").fill("The camera shows 16.")
    card.get_by_role("button", name="Refuse", exact=True).click()
    expect(page.locator("#waiting .waiting-list > .reply")).to_have_text("Request 1 is refused; nothing was moved.")
    expect(card).to_have_count(0)
    assert stack(hand) == 10_000
    assert not hand.view()["disputes"][0]["decided"]


def test_the_cashier_takes_cash_issues_coupons_and_redeems_tickets(
    visit: Visit, hands: Hands, fresh_table: FreshTable
) -> None:
    hand = hands.at(fresh_table("american"))
    hand.does("take-seat", seat=1, player="ana")
    hand.does("set-chips", seat=1, color="pink", value=500)
    cage = visit("cass").open("/cage")
    cage.get_by_label("Table", exact=True).select_option(hand.table)
    cash = cage.locator("#forms form", has_text="Cash in at a seat")
    cash.get_by_label("Amount").fill("40")
    cash.get_by_role("button", name="Give credits").click()
    expect(cash.locator(".reply")).to_have_text("$40 added to seat 1.")
    hand.wait(lambda: stack(hand) == 4_000, SUPERVISOR)
    out = cage.locator("#forms form", has_text="Cash out at a seat")
    out.get_by_label("Amount").fill("41")
    out.get_by_role("button", name="Take credits").click()
    expect(out.locator(".reply")).to_contain_text("Refused")
    out.get_by_label("Amount").fill("15")
    out.get_by_role("button", name="Take credits").click()
    expect(out.locator(".reply")).to_have_text("Taken from seat 1. Pay $15.")
    coupons = cage.locator("#forms form", has_text="Issue coupons")
    coupons.get_by_label("First serial").fill("M-008")
    coupons.get_by_label("How many").fill("3")
    coupons.get_by_label("Face").fill("5")
    expect(coupons.locator(".preview")).to_have_text("M-008 to M-010")
    coupons.get_by_role("button", name="Issue").click()
    expect(coupons.locator(".reply")).to_have_text("3 coupons of $5 issued.")
    ticket = cage.locator("#forms form", has_text="Redeem a ticket")
    ticket.get_by_label("Number of the ticket").fill(f"{hand.table}-1-314159")
    ticket.get_by_role("button", name="Redeem").click()
    expect(ticket.locator(".reply")).to_contain_text("Refused")


def test_a_voucher_is_issued_printed_and_redeemed_once(visit: Visit) -> None:
    visitor = visit("cass")
    visitor.expect("409")
    cage = visitor.open("/cage")
    place = cage.locator("#vouchers")
    issue = place.locator("form", has_text="Issue a voucher")
    issue.get_by_label("Amount").fill("25")
    issue.get_by_role("button", name="Issue").click()
    number = place.locator(".voucher b").inner_text()
    with cage.expect_download() as paper:
        place.get_by_role("button", name="Print").click()
    assert paper.value.path().read_bytes().startswith(b"%PDF")
    expect(place.locator(".voucher")).to_contain_text("Printed.")
    redeem = place.locator("form", has_text="Redeem a voucher")
    for reply in ("Redeemed. Pay $25.", "was redeemed"):
        redeem.get_by_label("Number of the voucher").fill(number)
        redeem.get_by_role("button", name="Redeem").click()
        expect(redeem.locator(".reply")).to_contain_text(reply)


def test_an_accountant_counts_the_drop(visit: Visit, hands: Hands, fresh_table: FreshTable) -> None:
    hand = hands.at(fresh_table("american"))
    hand.does("take-seat", seat=1, player="ana")
    hand.does("set-chips", seat=1, color="pink", value=500)
    hand.sell(1, "100")
    page = visit("abe").open("/cage")
    page.get_by_label("Table", exact=True).select_option(hand.table)
    form = page.locator("#forms form")
    expect(form).to_have_count(1)
    form.get_by_label("Counted").fill("99")
    form.get_by_role("button", name="Record the count").click()
    expect(form.locator(".reply")).to_contain_text("Recorded")
    hand.wait(lambda: hand.view()["house"]["drop"] == 0, SUPERVISOR)


def test_the_header_links_to_the_users_account(visit: Visit, hands: Hands) -> None:
    hands.at("101")
    for name, path in (("vera", "/pit"), ("dora", "/dealer/101"), ("cass", "/cage")):
        page = visit(name).open(path)
        page.get_by_role("link", name="Your account").click()
        expect(page.get_by_role("heading", name="Your account")).to_be_visible()
