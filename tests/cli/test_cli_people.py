"""`croupier people`: accounts at the machine itself, passwords never in an argument."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from croupier.access.event import STREAM, SecondFactorReset, from_record
from croupier.cli import main
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_file
from croupier.terms.people import Role
from tests.access.house import house
from tests.access.test_second_factor import with_key
from tests.passwords import QUICK

PASSWORD = "correct horse battery"


def run(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    *argv: str,
    stdin: str = "",
) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
    code = main(["people", *argv])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def data(tmp_path: Path) -> str:
    return str(tmp_path / "data")


def add(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: str, name: str, role: str
) -> tuple[int, str, str]:
    key = ("--license", "ab" * 32) if role == Role.DEVICE else ()
    argv = ("add", name, "--role", role, *key, "--data", data, "--password-stdin", "--json")
    return run(capsys, monkeypatch, *argv, stdin=f"{PASSWORD}\n")


@pytest.mark.slow
def test_an_account_is_added_changed_disabled_enabled_and_reset(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: str
) -> None:
    for name, role in (("kim", "key-manager"), ("ana", "dealer")):
        code, out, err = add(capsys, monkeypatch, data, name, role)
        assert (code, err) == (0, "")
        told = json.loads(out)["account"]
        assert (told["name"], told["role"], told["enabled"]) == (name, role, True)
    assert run(capsys, monkeypatch, "role", "ana", "pit-supervisor", "--why", "promoted", "--data", data)[0] == 0
    assert run(capsys, monkeypatch, "disable", "ana", "--why", "left", "--data", data)[0] == 0
    assert run(capsys, monkeypatch, "enable", "ana", "--why", "came back", "--data", data)[0] == 0
    argv = ("reset", "ana", "--why", "forgot", "--data", data, "--password-stdin")
    code, out, err = run(capsys, monkeypatch, *argv, stdin="another good one\r\n")
    assert (code, out, err) == (0, "ana has a new password.\n", "")
    code, out, err = run(capsys, monkeypatch, "list", "--data", data, "--json")
    accounts = json.loads(out)["accounts"]
    assert [(each["name"], each["role"], each["enabled"]) for each in accounts] == [
        ("ana", "pit-supervisor", True),
        ("kim", "key-manager", True),
    ]
    code, out, err = run(capsys, monkeypatch, "list", "--data", data)
    assert "pit-supervisor" in out
    path = Path(data) / "journal.sqlite"
    with SqliteJournal(path, read_only=True) as journal:
        records = list(journal.read(STREAM))
    assert [record.kind for record in records] == [
        "account-created/1",
        "account-created/1",
        "account-changed/1",
        "account-changed/1",
        "account-changed/1",
        "password-changed/1",
    ]
    assert all(record.actor.startswith("command-line:") for record in records)
    assert all(from_record(record) for record in records)
    assert verify_file(path).ok
    assert main(["report", str(path)]) == 0
    capsys.readouterr()
    for file in Path(data).iterdir():
        assert PASSWORD.encode() not in file.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("role", list(Role))
def test_every_role_can_be_given(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: str, role: Role
) -> None:
    monkeypatch.setattr("croupier.access.control.Passwords", lambda: QUICK)
    argv = ("add", "new", "--role", role.value, "--data", data, "--password-stdin")
    key = ("--license", "5a" * 32) if role is Role.DEVICE else ()  # a device is enrolled with its public key
    assert run(capsys, monkeypatch, *argv, *key, stdin=f"{PASSWORD}\n")[0] == 0


def test_a_device_without_its_key_is_not_enrolled(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: str
) -> None:
    argv = ("add", "device-7-1", "--role", Role.DEVICE.value, "--data", data, "--password-stdin")
    code, _, err = run(capsys, monkeypatch, *argv, stdin=f"{PASSWORD}\n")
    assert (code, "Ed25519 public key" in err) == (2, True)


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("list",), "has no accounts"),
        (("add", "ana", "--role", "deler"), "Did you mean dealer?"),
        (("add", "Ana Lee", "--role", "dealer", "--password-stdin"), "lowercase"),
        (("add", "ana", "--role", "dealer"), "--password-stdin"),
        (("add", "ana", "--role", "dealer", "--password", "secret"), "--password"),
        (("role", "ana", "dealer"), "--why"),
        (("disable", "ana", "--why", "left"), "has no accounts"),
    ],
)
def test_errors_are_reported(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    data: str,
    argv: tuple[str, ...],
    words: str,
) -> None:
    code, out, err = run(capsys, monkeypatch, *argv, "--data", data, stdin=PASSWORD)
    assert (code, out) == (2, "")
    assert words in err


def test_a_short_password_makes_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: str
) -> None:
    argv = ("add", "ana", "--role", "dealer", "--data", data, "--password-stdin")
    code, _, err = run(capsys, monkeypatch, *argv, stdin="seven77\n")
    assert code == 2
    assert "at least 8 characters" in err
    assert run(capsys, monkeypatch, "list", "--data", data, "--json")[1] == '{"accounts": []}\n'


def test_an_account_that_is_not_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: str
) -> None:
    add(capsys, monkeypatch, data, "kim", "key-manager")
    code, _, err = run(capsys, monkeypatch, "role", "ana", "dealer", "--why", "x", "--data", data)
    assert code == 2
    assert "There is no account ana" in err


def test_the_password_is_asked_for_twice(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: str
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    typed = iter([PASSWORD, "another one entirely", PASSWORD, PASSWORD])
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(typed))
    monkeypatch.setattr("sys.stdin", Terminal())
    argv = ["people", "add", "ana", "--role", "dealer", "--data", data]
    assert main(argv) == 2
    assert "not the same" in capsys.readouterr().err
    assert main(argv) == 0


@pytest.mark.slow
def test_tables_and_people_share_a_journal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: str, tmp_path: Path
) -> None:
    """Records of people before, between and after a table's records do not disturb its readers."""
    add(capsys, monkeypatch, data, "kim", "key-manager")
    path, key = str(Path(data) / "journal.sqlite"), str(tmp_path / "key")
    day = str(Path(__file__).parent.parent / "golden" / "nj.play")
    assert main(["play", day, "--journal", path, "--key", key]) == 0
    add(capsys, monkeypatch, data, "ana", "dealer")
    bundle = str(tmp_path / "round.bundle")
    capsys.readouterr()
    assert main(["report", path, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert {row["table"] for row in rows} == {"7"}
    assert main(["round", path, "--check"]) == 0
    assert main(["bundle", path, "--round", "1", "--out", bundle, "--key", key]) == 0
    assert main(["verify", bundle]) == 0
    capsys.readouterr()
    assert main(["verify", path, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], told["streams"]) == (True, 3)  # table, people, rules


def test_a_house_that_is_locked_out_gets_in_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The last key manager lost the key: at the machine it is removed, with a reason and on record."""
    with house(tmp_path) as home:
        with_key(home)
    data = str(tmp_path)
    code, out, _ = run(capsys, monkeypatch, "list", "--data", data, "--json")
    (told,) = json.loads(out)["accounts"]
    assert (told["keys"], told["given"]) == (1, False)
    argv = ("reset-factor", "kim", "--data", data)
    code, out, err = run(capsys, monkeypatch, *argv, "--why", "lost all of it")
    assert (code, out, err) == (0, "kim no longer has a security key.\n", "")
    code, _, err = run(capsys, monkeypatch, *argv, "--why", "again")
    assert (code, "has no security key" in err) == (2, True)
    code, _, err = run(capsys, monkeypatch, "reset-factor", "nobody", "--data", data, "--why", "x")
    assert (code, "no account nobody" in err) == (2, True)
    with house(tmp_path) as home:
        (reset,) = [event for event in home.events() if isinstance(event, SecondFactorReset)]
        assert (reset.name, reset.why, reset.keys, reset.second) == ("kim", "lost all of it", 1, "")
        home.sign_in("kim")
