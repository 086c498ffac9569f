"""The sealer signs nothing that it did not check."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.access.accounts import NewAccount
from croupier.access.denial import Denied
from croupier.cli.people.entry import open_access
from croupier.floor.order import Order, Unanswered
from croupier.floor.premises import KEY_FILE, LAST_FILE, Premises
from croupier.journal.chain import BrokenChain
from croupier.journal.key import create_key
from croupier.journal.sqlite import SqliteJournal
from croupier.terms.people import Role
from tests.attacks import tampering
from tests.loops import asked, looked, running
from tests.web.api.test_premises import do, opened
from tests.web.api.world import ANN, PASSWORD, World, bet, opening, spin

STREAM = "table/1"


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A directory whose service has sealed its journal and stopped."""
    with running(opened(tmp_path)) as premises:
        do(premises, "1", [*opening(ANN), bet(ANN, 1, "17", 500), *spin("17")])
    return tmp_path


def last_number(directory: Path) -> int:
    with SqliteJournal(directory / "journal.sqlite", read_only=True) as journal:
        last = journal.last_checkpoint()
        return last.number if last else 0


def more(_version: int, kind: str, body: bytes) -> bytes:
    return body.replace(b'"amount":100000', b'"amount":900000') if kind == "chips-bought/1" else body


def forge_all(path: Path) -> None:
    tampering.rehash(path, STREAM, more)
    tampering.drop_checkpoints(path)


ATTACKS: dict[str, Callable[[Path], None]] = {
    "an altered sealed body": lambda path: tampering.change_body(path, STREAM, 1, "sue", "eve"),
    "a history made anew": lambda path: tampering.rehash(path, STREAM, more),
    "a tail cut off": lambda path: tampering.cut_tail(path, STREAM, 2),
    "checkpoints deleted": tampering.drop_checkpoints,
    "history made anew without checkpoints": forge_all,
}


def test_an_untouched_journal_can_be_sealed_again(played: Path) -> None:
    before = last_number(played)
    with running(opened(played)) as premises:
        do(premises, "1", [bet(ANN, 1, "17", 500)], "on")
        assert premises.sealer is not None
        assert premises.sealer.seal()
    assert last_number(played) > before


@pytest.mark.parametrize("name", ATTACKS)
def test_a_changed_journal_is_not_signed(played: Path, name: str) -> None:
    before = last_number(played)
    ATTACKS[name](played / "journal.sqlite")
    deleted = last_number(played) == 0
    told: list[str] = []
    with pytest.raises(BrokenChain), running(opened(played)) as premises:  # noqa: PT012 (closing it raises)
        premises.untrusted.report_to(lambda stream, _words: told.append(stream))
        sealer = premises.sealer
        assert sealer is not None
        with pytest.raises(BrokenChain):
            sealer.seal()
        assert premises.health.look(), "the service is not ready"
    assert told
    assert last_number(played) == (0 if deleted else before)


def test_without_the_copy_outside_nothing_is_signed(played: Path) -> None:
    (played / LAST_FILE).unlink()
    before = last_number(played)
    with pytest.raises(BrokenChain, match="does not exist"), running(opened(played)) as premises:
        do(premises, "1", [bet(ANN, 1, "17", 500)], "on")
    assert last_number(played) == before


def test_a_house_whose_key_and_people_were_made_first_is_sealed(tmp_path: Path) -> None:
    """The control: nothing was lost, the service has only not run yet."""
    create_key(tmp_path / KEY_FILE)
    with open_access(str(tmp_path), make=True) as people:
        made = people.accounts.create(NewAccount("kim", Role.KEY_MANAGER, PASSWORD), by="command-line:tests")
        assert not isinstance(made, Denied), made
    with running(opened(tmp_path)) as premises:
        do(premises, "1", opening(ANN))
    assert last_number(tmp_path) > 0


def test_a_broken_chain_found_while_running_stops_its_table(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.do("1", *opening(ANN))
    premises: Premises = world.service.premises
    assert premises.sealer is not None
    premises.sealer.seal()
    browser = world.signed_in(Role.SURVEILLANCE)
    assert browser.get("/readyz").status_code == 200
    last = looked(world.table("1").desk, lambda version, _table: version)
    with SqliteJournal(premises.journal_path, read_only=True) as journal:
        (record,) = journal.read(STREAM, last, 1)
    tampering.change_body(premises.journal_path, STREAM, last, '"seat":', '"seat": ')
    with pytest.raises(BrokenChain, match="which checkpoint"):
        premises.sealer.seal()
    answer = asked(world.table("1").desk, Order("late", bet(ANN, 1, "17", 500)))
    assert isinstance(answer.outcome, Unanswered)
    assert browser.get("/readyz").status_code == 503
    world.service.access.tick()
    waiting = browser.get("/api/v1/alerts").json()["alerts"]
    assert [(each["kind"], each["subject"]) for each in waiting] == [("journal-damaged", STREAM)]
    assert record.hash
    with pytest.raises(BrokenChain):
        world.close()
