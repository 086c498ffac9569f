"""Inspections through the socket: those who work on the equipment are told, players and onlookers are not."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec import json
from msgspec.structs import replace

from croupier.client import Client
from croupier.table.state import TableRules
from croupier.wire.frames import FrameError, read_frames
from tests.floor.tables import rules_of
from tests.web.socket.house import ADAPTERS, House, run

CHECKS = {"magnet": True, "level": True, "parts": True, "ball": True}
SIGNED = {"part": "turret", "what": "a new one", "name": "Mel Moss", "license": "M-12"}


def with_external_parts(rules: TableRules) -> TableRules:
    return replace(rules, setup=replace(rules.setup, external_parts=True))


OPENING = {"type": "open-table", "dealer": "ana", "supervisor": "vera", "float_count": 1_000_000}


def reached(client: Client, version: int) -> bool:
    return client.version >= version


@pytest.mark.clause("CO 47.1-2212(1)(a)", duty="checked")
@pytest.mark.clause("CO 47.1-2212(4)", duty="director")
@pytest.mark.parametrize("adapter", ADAPTERS)
@pytest.mark.parametrize("table", ["co-prison", "co-prison-terminals"])
def test_everybody_responsible_for_the_equipment_sees_what_prevents_the_opening(adapter: str, table: str) -> None:
    rules = rules_of(table)

    async def test() -> None:
        async with (
            House(adapter, replace(rules, setup=replace(rules.setup, external_parts=True))) as house,
            house.client("pit-supervisor:vera") as vera,
            house.client("security:gus") as gus,
            house.client("maintenance:mel") as mel,
            house.client("regulator:rae") as rae,
            house.client("dealer:ana") as ana,
            house.client("player:bo") as bo,
        ):
            crew = (vera, gus, mel, rae, ana)

            async def codes(version: int) -> set[tuple[str, ...]]:
                for each in crew:
                    await each.until(partial(reached, each, version))
                return {tuple(obstacle["code"] for obstacle in each.view["equipment"]["obstacles"]) for each in crew}

            assert await codes(0) == {("table-not-inspected",)}
            assert (await vera.ask(OPENING)).code == "table-not-inspected"
            for name, role, number in (("Mel Moss", "maintenance", "M-12"), ("gus", "security", "S-3")):
                licensed = {"type": "record-license", "name": name, "role": role, "license": number}
                assert (await vera.ask(licensed)).done
            replaced = await mel.ask({"type": "replace-part", **SIGNED})
            assert await codes(replaced.version) == {("table-not-inspected", "part-not-inspected")}
            inspected = await gus.ask({"type": "inspect-table", "checks": CHECKS})
            assert await codes(inspected.version) == {("part-not-inspected",)}
            fit = await rae.ask({"type": "inspect-replacement", "fit": True})
            assert await codes(fit.version) == {()}
            opened = await vera.ask(OPENING)
            assert opened.done
            await codes(opened.version)
            await bo.until(lambda: bo.view["phase"] == "betting")
            assert bo.view["equipment"] is None
            assert [each["kind"] for each in mel.view["equipment"]["log"]] == ["replacement", "inspection", "director"]

    run(test())


@pytest.mark.parametrize(
    "command",
    [
        {"type": "inspect-table", "checks": {"smell": True}},
        {"type": "inspect-table", "checks": {"level": "yes"}},
        {"type": "inspect-table", "checks": [["level", True]]},
        {"type": "inspect-table"},
        {"type": "adjust-wheel", "part": "turret"},
        {"type": "replace-part", **SIGNED, "signature": "x"},
        {"type": "inspect-replacement", "fit": 1},
    ],
)
def test_a_malformed_inspection_or_entry_is_not_read(command: dict[str, object]) -> None:
    with pytest.raises(FrameError) as refused:
        read_frames(json.encode({"type": "command", "id": "x", "command": command}))
    assert refused.value.code == "not-a-frame"
