"""What a role may not do is refused by the service, whatever a page shows."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from msgspec.structs import fields

from croupier.equipment.command import Check
from croupier.game.zero import Choice
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.money_command import SlipKind
from croupier.table.preconditions import ROLES
from croupier.table.values import Action, BallFate, Direction, Funds, NoSpinReason
from croupier.terms.people import Role
from croupier.web.socket.policy import SocketLimits
from tests.web.socket.house import ADAPTERS, House, close_code, run, say

EXAMPLES: dict[Any, Any] = {
    int: 1,
    str: "x",
    bool: False,
    Chips: "value",
    Direction: "clockwise",
    Funds: "cash",
    NoSpinReason: "foreign-object",
    BallFate: "removed",
    Action: "go-on",
    Role: "security",
    SlipKind: "fill",
    tuple[str, ...]: ["x"],
    Choice: "half",
    dict[int, int]: {},
    tuple[c.WagerChange, ...]: [{"spot": "17", "amount": 1}],
    dict[Check, bool]: {"level": True},
}

UNHURRIED = SocketLimits(commands_per_second=1_000)
"""A limit high enough to try every command."""


def example(kind: type[c.Command]) -> dict[str, Any]:
    given = {each.name: EXAMPLES[each.type] for each in fields(kind) if each.name not in ("by", "at")}
    return {"type": str(kind.__struct_config__.tag), **given}


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_every_command_of_another_role_is_refused(adapter: str) -> None:
    """One table for all roles: a refusal leaves it as it was."""

    async def test() -> None:
        async with House(adapter, bounds=UNHURRIED) as house:
            await house.open_table()
            phase = house.writer.table.phase
            for role in Role:
                async with house.client(f"{role}:zoe-{role}") as zoe:
                    for kind in get_args(c.AnyCommand):
                        if role in ROLES[kind]:
                            continue
                        answer = await zoe.ask(example(kind))
                        assert (answer.outcome, answer.code) == ("refused", "role-not-allowed"), (role, kind)
                assert house.writer.table.phase is phase, role
                assert not house.writer.table.seats, role

    run(test())


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_a_player_acts_only_for_their_own_seat(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter, bounds=UNHURRIED) as house:
            await house.open_table()
            async with house.client("player:bo") as bo, house.client("player:cy") as cy:
                assert (await bo.ask({"type": "take-seat", "seat": 1, "player": "bo"})).done
                for kind in get_args(c.AnyCommand):
                    if Role.PLAYER in ROLES[kind] and kind is not c.TakeSeat:
                        answer = await cy.ask({**example(kind), "seat": 1})
                        assert answer.code == "seat-not-yours", kind
                answer = await cy.ask({"type": "take-seat", "seat": 2, "player": "bo"})
                assert answer.code == "seat-not-yours"

    run(test())


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_a_terminal_of_a_seat_speaks_for_no_other_seat(adapter: str) -> None:
    """It is refused before it reaches the table, and reported."""

    async def test() -> None:
        async with House(adapter, bounds=UNHURRIED) as house:
            await house.open_table()
            version = house.writer.version
            async with house.client("player:bo:7:3") as bo:
                assert bo.welcome["you"]["seat"] == 3
                for kind in get_args(c.AnyCommand):
                    if "seat" in {each.name for each in fields(kind)}:
                        answer = await bo.ask({**example(kind), "seat": 4})
                        assert (answer.outcome, answer.reason, answer.again) == ("unanswered", "seat-not-yours", False)
                assert house.writer.version == version
                assert ("terminal-elsewhere", "bo") in house.breaches
                assert (await bo.ask({"type": "take-seat", "seat": 3, "player": "bo"})).done
            async with house.socket("player:bo:7:3") as socket:
                await say(socket, {"type": "hello", "protocol": 1, "seat": 4})
                assert await close_code(socket) == 4403

    run(test())


@pytest.mark.parametrize("adapter", ADAPTERS)
@pytest.mark.parametrize(("color", "shown"), [("sky", True), (" Sky ", True), ("<script>", False), ("white", False)])
def test_a_color_that_no_terminal_can_show_is_not_taken(adapter: str, color: str, shown: bool) -> None:
    """Chips of two players that look the same could not be distinguished."""

    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            house.hub.colors = ("sky", "coral")
            async with house.client("player:bo") as bo:
                assert (await bo.ask({"type": "take-seat", "seat": 1, "player": "bo"})).done
                answer = await bo.ask({"type": "set-chips", "seat": 1, "color": color, "value": 100})
                assert answer.done is shown
                assert shown or answer.reason == "color-unknown"

    run(test())


@pytest.mark.parametrize("adapter", ADAPTERS)
@pytest.mark.parametrize("kind", ["change-shift", "relieve-staff"])
def test_only_accounts_are_named_for_a_table(adapter: str, kind: str) -> None:
    """The control: with the account the command is accepted. Roles that may not name people learn nothing."""

    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            house.accounts = {("vera", Role.SUPERVISOR), ("ana", Role.DEALER), ("zoe", Role.PLAYER)}
            counted = {"float_count": 10_000_000} if kind == "change-shift" else {}
            order = {"type": kind, **counted, "supervisor": "vera"}
            version = house.writer.version
            async with house.client("pit-supervisor:vera") as vera, house.client("player:zoe") as zoe:
                for name in ("dan", "zoe", "vera", "Ana", ""):
                    answer = await vera.ask({**order, "dealer": name})
                    assert (answer.outcome, answer.reason, answer.again) == ("unanswered", "no-such-account", False)
                    assert f"No enabled dealer account is named {name or 'nothing'}." in (answer.detail or "")
                answer = await vera.ask({**order, "dealer": "ana", "supervisor": "ana"})
                assert "No enabled pit-supervisor account is named ana." in (answer.detail or "")
                assert house.writer.version == version, "nothing was recorded"
                assert (await zoe.ask({**order, "dealer": "dan"})).code == "role-not-allowed"
                house.accounts.add(("dan", Role.DEALER))
                assert (await vera.ask({**order, "dealer": "dan"})).done
            assert house.writer.table.dealer == "dan"

    run(test())
