"""A device is authenticated by its own key and counter: forged, changed or repeated messages move no money."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.access.accounts import NewAccount, UserAccount, device_key
from croupier.access.control import AccessControl
from croupier.access.denial import Denial, Denied
from croupier.access.person import Person
from croupier.floor.clock import HouseClock
from croupier.floor.device_message import is_signed, message_bytes
from croupier.floor.simulated_device import SimulatedDevices
from croupier.journal.memory import MemoryJournal
from croupier.records.command_from_events import commands_of
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.state import Setup
from croupier.terms.people import Actor, Role
from croupier.web.socket.policy import Breach, BreachReport
from croupier.web.socket.service import Sockets
from tests.floor.tables import rules_of
from tests.table.playing import ANN, DEALER, Play
from tests.web.socket.house import ADAPTERS, House, run

ROOT = Path(__file__).resolve().parents[2]
DEVICE = Actor("device-7-1", Role.DEVICE)
E = Chips.ELECTRONIC
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = KEY.public_key().public_bytes_raw()
TABLE_7 = Setup("7", electronic=True, terminals_approved="the board, 2014")
PASSWORD = "a long password of a device"


def example() -> Any:
    spec = importlib.util.spec_from_file_location("bill_validator", ROOT / "examples" / "bill_validator.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.BillValidator


def seated() -> Play:
    play = Play("nj", setup=TABLE_7)
    play.does(DEALER, c.TakeSeat, seat=1, player=ANN.name)
    play.does(ANN, c.SetChips, seat=1, color="blue", value=100)
    return play


def test_a_counter_is_accepted_once_and_only_upward() -> None:
    play = seated()
    fields = {"seat": 1, "amount": 500, "chips": E}
    assert play.code(DEVICE, c.BuyChips, **fields) == "message-repeated", "no counter at all"
    play.does(DEVICE, c.BuyChips, **fields, counter=5)
    for counter in (5, 4, 0):
        refusal = play.refused(DEVICE, c.BuyChips, **fields, counter=counter)
        assert refusal.code == "message-repeated"
        assert "Continue counting from there." in refusal.message
    paid = {"seat": 1, "amount": 500, "chips": E, "validation": "314159"}
    assert play.code(DEVICE, c.CashOut, **paid, counter=5) == "message-repeated", "one count for both commands"
    play.does(DEVICE, c.CashOut, **paid, counter=9)
    assert play.table.devices == {"device-7-1": 9}
    assert play.code(DEVICE, c.BuyChips, **fields, counter=2**53 + 1) == "message-repeated"
    assert play.table.seats[1].total == 0


def test_what_a_device_said_is_on_record_and_decided_again() -> None:
    play = seated()
    events = play.does(DEVICE, c.BuyChips, seat=1, amount=500, chips=E, counter=5, signature="ab")
    assert events[-1] == e.DeviceHeard("device-7-1", 5, "ab")
    (again,) = commands_of(events, play.table, DEVICE, play.at)
    assert again == c.BuyChips(seat=1, amount=500, chips=E, counter=5, signature="ab", by=DEVICE, at=play.at)


def test_people_need_no_counter() -> None:
    play = seated()
    assert len(play.does(DEALER, c.BuyChips, seat=1, amount=500, chips=E)) == 1


def test_the_bytes_that_are_signed() -> None:
    """A fixed vector, as docs/devices.md shows it."""
    command = c.BuyChips(seat=3, amount=2_000, chips=E, counter=42, by=Actor("device-7-3", Role.DEVICE), at=9)
    assert message_bytes("7", "device-7-3", command) == (
        b"croupier-device/1\n"
        b'{"command":{"amount":2000,"chips":"electronic","counter":42,"funds":"cash","player":"","seat":3,'
        b'"ticket":"","type":"buy-chips"},"device":"device-7-3","table":"7"}'
    )
    assert message_bytes("7", "device-7-3", command).decode() in (ROOT / "docs" / "devices.md").read_text("utf-8")


@pytest.mark.parametrize(
    "changed",
    [{"amount": 2_001}, {"seat": 2}, {"counter": 43}, {"player": "bob"}, {"ticket": "7-1-1"}, {"signature": "00" * 64}],
)
def test_every_change_of_a_message_is_detected(changed: dict[str, Any]) -> None:
    fields: dict[str, Any] = {"seat": 1, "amount": 2_000, "chips": E, "counter": 42, "by": DEVICE, "at": 0}
    said = c.BuyChips(**fields)
    fields["signature"] = KEY.sign(message_bytes("7", "device-7-1", said)).hex()
    assert is_signed("7", "device-7-1", c.BuyChips(**fields), PUBLIC)
    assert not is_signed("7", "device-7-1", c.BuyChips(**(fields | changed)), PUBLIC)
    assert not is_signed("8", "device-7-1", c.BuyChips(**fields), PUBLIC), "at another table"
    assert not is_signed("7", "device-7-2", c.BuyChips(**fields), PUBLIC), "in another's name"
    other = Ed25519PrivateKey.generate().public_key().public_bytes_raw()
    assert not is_signed("7", "device-7-1", c.BuyChips(**fields), other)
    assert not is_signed("7", "device-7-1", c.BuyChips(**fields), b"short")
    upper = fields | {"signature": fields["signature"].upper()}
    assert not is_signed("7", "device-7-1", c.BuyChips(**upper), PUBLIC) or upper["signature"].isdigit()


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_the_worked_example_buys_and_pays_and_no_one_else_does(adapter: str) -> None:
    """docs/devices.md: a note, a ticket out, the ticket in; then the attacks, each with an alert."""

    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            validator = example()("7", 1, KEY)
            house.device_keys[validator.name] = bytes.fromhex(validator.public)
            async with house.client("player:bo") as bo, house.client(f"device:{validator.name}") as device:
                assert (await bo.ask({"type": "take-seat", "seat": 1, "player": "bo"})).done
                assert (await bo.ask({"type": "set-chips", "seat": 1, "color": "sky", "value": 100})).done
                note = validator.stacked(2_000)
                assert (await device.ask(note)).done
                assert (await device.ask(validator.pay(500))).done
                (ticket,) = house.writer.table.tickets
                assert (await device.ask(validator.read(ticket, 500))).done
                stack = house.writer.table.seats[1].total
                assert stack == 2_000
                assert not house.breaches
                assert not house.repeated
                # replayed
                answer = await device.ask(note)
                assert (answer.outcome, answer.code) == ("refused", "message-repeated")
                assert house.repeated == [validator.name]
                # forged, unsigned, changed on the way
                forger = example()("7", 1, Ed25519PrivateKey.generate(), counter=100)
                more = {**validator.stacked(2_000), "amount": 200_000}
                bare = {name: value for name, value in validator.stacked(2_000).items() if name != "signature"}
                for false in (forger.stacked(2_000), more, bare):
                    answer = await device.ask(false)
                    assert (answer.outcome, answer.reason, answer.again) == ("unanswered", "not-signed", False)
                assert house.breaches == [("device-forged", validator.name)] * 3
                # a device that was not enrolled
                house.device_keys.clear()
                assert (await device.ask(validator.stacked(2_000))).reason == "not-signed"
                assert house.writer.table.seats[1].total == stack

    run(test())


def test_a_demonstration_signs_too() -> None:
    rules = rules_of("nj-terminals")
    rules = type(rules)(rules.betting, Setup("7", electronic=True, demonstration=True), rules.document, rules.digest)
    devices = SimulatedDevices()
    buy = c.BuyChips(seat=1, amount=500, chips=E, by=ANN, at=0)
    first, second = devices.says(rules, buy), devices.says(rules, buy)
    assert isinstance(first, c.BuyChips)
    assert isinstance(second, c.BuyChips)
    assert second.counter > first.counter
    key = devices.public_key("device-7-1")
    assert key is not None
    assert is_signed("7", "device-7-1", first, key)
    assert devices.public_key("device-7-2") is None
    assert devices.says(rules_of("nj-terminals"), buy) is buy, "nowhere else is a player's word a device's"


@pytest.fixture
def access(tmp_path: Path) -> AccessControl:
    return AccessControl.open(tmp_path, MemoryJournal(), HouseClock())


@pytest.mark.slow
@pytest.mark.parametrize("license", ["", "D-17", "zz" * 32, "AB" * 32, "ab" * 31])
def test_a_device_is_enrolled_with_a_key(access: AccessControl, license: str) -> None:
    new = NewAccount("device-7-1", Role.DEVICE, PASSWORD, license=license)
    made = access.accounts.create(new, by="machine:tests")
    assert isinstance(made, Denied)
    assert made.code is Denial.BAD_TEXT
    right = NewAccount("device-7-1", Role.DEVICE, PASSWORD, license=PUBLIC.hex())
    account = access.accounts.create(right, by="machine:tests")
    assert isinstance(account, UserAccount)
    assert device_key(account) == PUBLIC
    changed = access.accounts.change("device-7-1", "machine:tests", "typo", license=license)
    assert isinstance(changed, Denied)
    dora = access.accounts.create(NewAccount("dora", Role.DEALER, PASSWORD, license=PUBLIC.hex()), by="machine:tests")
    assert isinstance(dora, UserAccount)
    assert device_key(dora) is None, "a person has no device's key"
    access.close()


def test_the_house_is_alerted(access: AccessControl) -> None:
    sockets = Sockets(access, HouseClock())
    access.accounts.create(NewAccount("device-7-1", Role.DEVICE, PASSWORD, license=PUBLIC.hex()), by="machine:tests")
    policy = sockets.gateway.policy
    assert policy.device_key("device-7-1") == PUBLIC
    assert policy.device_key("device-7-2") is None
    hub = sockets.feed_of("7", rules_of("nj-terminals"))
    hub.on_repeated(DEVICE)  # type: ignore[misc]
    policy.alarm(BreachReport(Breach.FORGED, Person("device-7-2", Role.DEVICE, ""), "7", "message of device-7-2"))
    access.tick()
    alerts = {alert.subject: alert for alert in access.alerts.waiting()}
    assert {alert.kind for alert in alerts.values()} == {"device-distrusted"}
    assert "repeated message from a device, at table 7" in alerts["device-7-1"].words
    assert "not signed with the device's key, at table 7" in alerts["device-7-2"].words
    access.accounts.change("device-7-1", "machine:tests", "stolen", enabled=False)
    assert policy.device_key("device-7-1") is None
    access.close()


def test_the_example_makes_canonical_json() -> None:
    said = example()("7", 1, KEY).stacked(100)
    assert set(said) == {"type", "seat", "amount", "funds", "chips", "ticket", "player", "counter", "signature"}
    assert json.loads(json.dumps(said)) == said
