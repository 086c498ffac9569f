"""The log of a table's equipment over HTTP, and what of it a tile says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.equipment.command import AdjustWheel, RecordLicense
from croupier.table.view import CREW, HOUSE
from croupier.terms.people import Actor, Role
from tests.inspection import inspection
from tests.rules.house_files import DOUBLE_AS_SINGLE
from tests.web.api.world import BOSS, World

FITTER = Actor("fay", Role.MAINTENANCE)


@pytest.fixture(scope="module")
def colorado(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A table of Colorado that has not been inspected."""
    directory: Path = tmp_path_factory.mktemp("colorado")
    world = World(directory, "[access]\nsecond_factor = []\n" + DOUBLE_AS_SINGLE)
    yield world
    world.close()


def number_of(world: World) -> str:
    return next(iter(world.service.premises.tables))


@pytest.mark.clause("CO 47.1-2212(5)", duty="log")
def test_the_log_is_whole_and_the_tile_says_what_is_missing(colorado: World) -> None:
    number = number_of(colorado)
    rules = colorado.table(number).rules

    def tile(role: Role | None) -> dict[str, object]:
        asks = colorado.nobody if role is None else colorado.signed_in(role)
        found: dict[str, object] = asks.get("/api/v1/tables").json()["tables"][0]
        return found

    missing = tile(Role.SECURITY)["obstacles"]
    assert missing == tile(Role.SUPERVISOR)["obstacles"]
    assert [each["clause"] for each in missing] == ["CO 47.1-2212(1)(a)"]  # type: ignore[attr-defined]
    assert tile(None)["obstacles"] is tile(Role.PLAYER)["obstacles"] is None
    for name, role, license in (("Fay Fitter", Role.MAINTENANCE, "M-7"), ("Sam Safe", Role.SECURITY, "S-9")):
        colorado.do(number, RecordLicense(by=BOSS, at=0, name=name, role=role, license=license))
    adjusted = AdjustWheel(
        by=FITTER, at=0, part="leveling screw", what="turned by a quarter", name="Fay Fitter", license="M-7",
        witness="Sam Safe", witness_license="S-9",
    )  # fmt: skip
    on_record = [
        RecordLicense(by=BOSS, at=0, name="Fay Fitter", role=Role.MAINTENANCE, license="M-7"),
        RecordLicense(by=BOSS, at=0, name="Sam Safe", role=Role.SECURITY, license="S-9"),
    ]
    colorado.do(number, *on_record, adjusted, *inspection(rules, BOSS))
    assert tile(Role.SECURITY)["obstacles"] == []
    for role in sorted(HOUSE | CREW):
        told = colorado.signed_in(role).get(f"/api/v1/tables/{number}/log").json()
        assert (told["clause"], told["earlier"]) == ("CO 47.1-2212(5)", 0)
        work, looked = told["log"]
        assert (work["kind"], work["name"], work["license"]) == ("adjustment", "Fay Fitter", "M-7")
        assert work["signed"] == "maintenance:fay"  # the account in whose session it was signed
        assert work["at"] > 0
        assert (looked["kind"], looked["name"], looked["passed"]) == ("inspection", "sue", True)
    last = colorado.signed_in(Role.REGULATOR).get(f"/api/v1/tables/{number}/log?last=1").json()
    assert (last["earlier"], [each["kind"] for each in last["log"]]) == (1, ["inspection"])
    assert colorado.signed_in(Role.PLAYER).get(f"/api/v1/tables/{number}/log").status_code == 403
