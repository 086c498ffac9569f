"""Pending work at all tables, as each role sees it; and vouchers at the cage."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.access.accounts import NewAccount
from croupier.access.control import AccessControl
from croupier.floor.clock import HouseClock
from croupier.journal.memory import MemoryJournal
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table import money_command as m
from croupier.table.money_command import SlipKind
from croupier.table.values import Funds
from croupier.terms.people import Actor, Role
from croupier.web.socket.service import Sockets
from tests.floor.tables import rules_of
from tests.press.structure import check_structure
from tests.web.api.world import ANN, BOSS, DEALER, NAMES, PASSWORD, World, opening

CASHIER, GUARD = Actor(NAMES[Role.CASHIER], Role.CASHIER), Actor(NAMES[Role.SECURITY], Role.SECURITY)
OTHER = Actor("wanda", Role.SUPERVISOR)
HANDS = {Role.DEALER, Role.CASHIER, Role.SECURITY}
HOUSE = {Role.SUPERVISOR, Role.KEY_MANAGER, Role.ACCOUNTANT, Role.SURVEILLANCE, Role.REGULATOR}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    made = World(tmp_path_factory.mktemp("waiting") / "data")
    made.do("1", *opening(ANN))
    made.do("1", m.RequestSlip(by=BOSS, at=0, kind=SlipKind.FILL, chips={500: 10, 10_000: 2}))
    made.do("1", m.RequestSlip(by=BOSS, at=0, kind=SlipKind.CREDIT, chips={500: 1}))
    made.do("1", c.RaiseDispute(by=ANN, at=0, round=1, what="mine", seat=1))
    award = {"dispute": 1, "decision": "paid", "why": "camera", "awards": {1: 2_000_000}}
    made.do("1", c.DecideDispute(by=BOSS, at=0, **award))  # type: ignore[arg-type]
    yield made
    made.close()


def waiting(world: World, role: Role) -> dict[str, Any]:
    answer = world.signed_in(role).get("/api/v1/waiting")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("role", sorted(HOUSE | HANDS))
def test_slips_are_for_the_hands_and_requests_for_the_house(world: World, role: Role) -> None:
    found = waiting(world, role)
    fill, credit = found["slips"]
    assert (fill["slip"], fill["kind"], fill["amount"], fill["step"], fill["role"]) == (
        1, "fill", 25_000, "prepare", "cashier",
    )  # fmt: skip
    assert fill["chips"] == {"500": 10, "10000": 2}
    assert fill["people"] == ["sue"]
    assert (credit["role"], credit["voidable"]) == ("dealer", role in {Role.SUPERVISOR, Role.CASHIER})
    assert (fill["yours"], credit["yours"]) == (role is Role.CASHIER, role is Role.DEALER)
    assert [each["request"] for each in found["requests"]] == ([1] if role in HOUSE else [])


def test_a_request_may_be_withdrawn_but_not_approved_by_its_author(world: World) -> None:
    (request,) = waiting(world, Role.SUPERVISOR)["requests"]
    told = {"table": "1", "kind": "decide-dispute", "by": "sue", "amount": 2_000_000, "why": "camera", "dispute": 1}
    assert request.items() >= (told | {"decision": "paid", "yours": False, "refusable": True}).items()
    assert request["awards"] == {"1": 2_000_000}


def test_each_step_passes_on_to_the_next_hand(world: World) -> None:
    world.do("1", m.RequestSlip(by=BOSS, at=0, kind=SlipKind.FILL, chips={100: 1}))
    seen = []
    for by, step in ((CASHIER, m.PrepareSlip), (GUARD, m.CarrySlip), (DEALER, m.AcceptSlip)):
        (slip,) = (each for each in waiting(world, by.role)["slips"] if each["slip"] == 3)
        seen.append((slip["step"], slip["role"], slip["yours"], slip["people"]))
        world.do("1", step(by=by, at=0, slip=3))
    assert seen == [
        ("prepare", "cashier", True, ["sue"]),
        ("carry", "security", True, ["sue", CASHIER.name]),
        ("accept", "dealer", True, ["sue", CASHIER.name, GUARD.name]),
    ]
    assert [each["slip"] for each in waiting(world, Role.DEALER)["slips"]] == [1, 2]


def test_waiting_work_of_one_table(world: World) -> None:
    dealer = world.signed_in(Role.DEALER)
    assert dealer.get("/api/v1/waiting?table=B-2").json()["slips"] == []
    assert len(dealer.get("/api/v1/waiting?table=1").json()["slips"]) == 2


def test_the_house_is_alerted_of_what_one_person_may_not_do(tmp_path: Path) -> None:
    """The control: a small fill raises no alert."""
    access = AccessControl.open(tmp_path, MemoryJournal(), HouseClock())
    hub = Sockets(access, HouseClock()).feed_of("7", rules_of("nj"))
    tell = hub.on_large_sum
    assert tell is not None
    told = []
    for event in (
        e.SlipRequested(1, SlipKind.FILL, ((500, 10),), "sue"),
        e.SlipRequested(2, SlipKind.CREDIT, ((100_000, 11),), "sue"),
        e.SecondAsked(1, "{}", 2_000_000),
        e.SecondDenied(1, "no", "wanda"),
        e.SecondGiven(2, "wanda"),
        e.ChipsBought(3, 1_000_001, Funds.CASH, Chips.ELECTRONIC),
        e.CashedOut(3, 1_000_001, Chips.ELECTRONIC),
        e.ChipsBought(3, 1_000_000, Funds.CASH, Chips.ELECTRONIC),
    ):
        tell(OTHER, event)
        access.tick()
        told.append([(alert.kind, alert.subject, alert.words) for alert in access.alerts.waiting()])
        for alert in access.alerts.waiting():
            access.alerts.acknowledge(alert.id, OTHER)
    assert [each[0][1:] if each else () for each in told] == [
        (),
        ("table 7, slip 2", "wanda asks for a credit of $11,000.00 at table 7, slip 2."),
        ("table 7, request 1", "wanda asks for a second person: request 1 for $20,000.00 at table 7."),
        ("table 7, request 1", "wanda refused request 1 at table 7: no"),
        ("table 7, request 2", "wanda approved request 2 at table 7, and it was carried out."),
        ("table 7, seat 3", "wanda sold chips for $10,000.01 to seat 3 of table 7."),
        ("table 7, seat 3", "wanda paid $10,000.01 to seat 3 of table 7."),
        (),
    ]
    assert {each[0][0] for each in told if each} == {"second-person"}
    for event in (e.SecondAsked(3, "{}", 2_000_000), e.SlipRequested(3, SlipKind.FILL, ((100_000, 11),), "sue")):
        tell(OTHER, event)
    access.tick()
    assert len(access.alerts.waiting()) == 2, "one does not hide the other"
    access.close()


def test_a_voucher_is_good_once_and_every_paper_counts(world: World) -> None:
    cage = world.signed_in(Role.CASHIER)
    made = cage.post("/api/v1/vouchers", json={"amount": 2_500, "owner": "Ann Lee"})
    assert made.status_code == 201
    number = made.json()["number"]
    copies = [cage.post(f"/api/v1/vouchers/{number}/paper").json()["copy"] for _ in range(2)]
    assert copies == [1, 2]
    german = cage.post(f"/api/v1/vouchers/{number}/paper?language=de").json()
    page = check_structure(b64decode(german["pdf"])).text
    for words in ("KOPIE 3", "25,00 $", "fünfundzwanzig und 00/100 Dollar", "Nur für"):
        assert words in page.replace("\xa0", " "), words
    wrong = number[:-1] + str((int(number[-1]) + 1) % 10)
    for body in ({"number": number}, {"number": wrong, "holder": "Ann Lee"}, {"number": number, "holder": "bob"}):
        refused = cage.post("/api/v1/vouchers/redeem", json=body)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "voucher-not-good")
    spaced = " ".join(number[at : at + 3] for at in range(0, 18, 3))
    paid = cage.post("/api/v1/vouchers/redeem", json={"number": spaced, "holder": "ann lee"})
    assert (paid.status_code, paid.json()["amount"]) == (200, 2_500)
    assert cage.post("/api/v1/vouchers/redeem", json={"number": number, "holder": "ann lee"}).status_code == 409


@pytest.mark.parametrize(("amount", "waits"), [(1_000_000, False), (1_000_001, True)])
def test_a_voucher_above_what_the_house_posts_needs_a_second_cashier(world: World, amount: int, waits: bool) -> None:
    cage, access = world.signed_in(Role.CASHIER), world.service.access
    access.accounts.create(NewAccount("cy", Role.CASHIER, PASSWORD, own=True), by="command-line:tests")
    codes = []
    for name, password in (("", ""), (CASHIER.name, PASSWORD), ("sue", PASSWORD), ("cy", "wrong"), ("cy", PASSWORD)):
        second = {"second": {"name": name, "password": password}} if name else {}
        answer = cage.post("/api/v1/vouchers", json={"amount": amount, **second})
        codes.append(answer.json()["error"]["code"] if answer.status_code >= 400 else answer.status_code)
    needed = "second-person-needed"
    assert codes == ([needed, needed, needed, "wrong-name-or-password", 201] if waits else [201] * 5)
    access.tick()
    alerts = [alert.words for alert in access.alerts.waiting() if alert.subject.startswith("voucher")]
    assert len(alerts) == waits
    issued = re.compile(rf"{CASHIER.name} and cy issued voucher \S+ for \$10,000\.01\.")
    assert all(issued.fullmatch(words) for words in alerts)


@pytest.mark.parametrize("amount", [0, -1, 10**12 + 1])
def test_a_voucher_over_nothing_or_the_moon_is_not_issued(world: World, amount: int) -> None:
    assert world.signed_in(Role.CASHIER).post("/api/v1/vouchers", json={"amount": amount}).status_code == 400
