"""What a connection may rely on, over each adapter: docs/protocol.md, line by line."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from croupier.client import Client, Ended
from croupier.table import command as c
from croupier.table.values import Direction
from croupier.web.socket.policy import SocketLimits
from tests.floor.tables import DEALER, rules_of
from tests.web.socket.house import ADAPTERS, HELLO, House, close_code, hear, hear_until, order, run, say, wager


def at_phase(client: Client, phase: str) -> bool:
    return bool(client.live_view["phase"] == phase)


pytestmark = pytest.mark.parametrize("adapter", ADAPTERS)


def test_hello_is_answered_with_welcome_and_snapshot(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            async with house.socket("player:bo") as socket:
                await say(socket, HELLO)
                welcome, snapshot = await hear(socket)
                assert welcome["type"] == "welcome"
                assert welcome["you"] == {"name": "bo", "role": "player", "seat": None}
                assert (welcome["protocol"], welcome["table"]) == (1, "7")
                assert welcome["digest"] == house.rules.digest
                assert welcome["heartbeat_ms"] == 15_000
                assert snapshot["type"] == "snapshot"
                assert snapshot["version"] == 1
                assert snapshot["view"]["phase"] == "betting"
                assert snapshot["view"]["house"] is None

    run(test())


def test_a_wager_is_answered_and_published_in_one_message(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            async with house.client("player:bo") as bo:
                await house.sit(bo, 1, "bo")
                before = bo.version
                answer = await bo.ask(wager(1))
                assert answer.done
                assert answer.version == before + 1
                await bo.until(lambda: bo.version == answer.version)
                (seen,) = bo.view["wagers"]
                assert (seen["seat"], seen["spot"], seen["amount"]) == (1, "17", 500)
                assert bo.view["seats"][0]["stacks"] == {"electronic": 99_500}

    run(test())


def test_a_message_may_be_one_object(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house, house.socket("player:bo") as socket:
            await socket.send('{"type": "hello", "protocol": 1}')
            assert (await hear(socket))[0]["type"] == "welcome"
            await socket.send('{"type": "ping", "n": 5}')
            assert (await hear_until(socket, "pong"))["n"] == 5

    run(test())


def test_a_refusal_says_code_clause_message_and_facts(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            async with house.client("player:bo") as bo:
                await house.sit(bo, 1, "bo")
                answer = await bo.ask(wager(2))
                assert (answer.outcome, answer.code) == ("refused", "seat-empty")
                assert answer.refusal is not None
                assert set(answer.refusal) == {"code", "clause", "message", "facts", "basis"}

    run(test())


def test_an_id_is_answered_again_as_the_first_time(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            async with house.client("player:bo") as bo:
                await house.sit(bo, 1, "bo")
                first = await bo.ask(wager(1), id="c-1")
                again = await bo.ask(wager(1), id="c-1")
                assert first == again
                await bo.until(lambda: bo.version == first.version)
                assert [each["amount"] for each in bo.view["wagers"]] == [500]

    run(test())


def test_who_and_when_are_not_the_clients_to_say(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            async with house.socket("player:bo") as socket:
                await say(socket, HELLO)
                await hear(socket)
                for more in ({"by": ["ana", "dealer"]}, {"at": 5}):
                    await say(socket, order("c-1", "lift-crown", **more))
                    assert (await hear_until(socket, "error"))["code"] == "not-a-frame"
                assert ("frame-malformed", "bo") in house.breaches

    run(test())


@pytest.mark.parametrize(
    ("who", "table", "code"),
    [("", "7", 4401), ("nobody:x", "7", 4401), ("player:bo", "8", 4404), ("player:bo:8:1", "7", 4403)],
)
def test_a_refused_socket_gets_the_reason(adapter: str, who: str, table: str, code: int) -> None:
    async def test() -> None:
        async with House(adapter) as house, house.socket(who, table=table) as socket:
            assert await close_code(socket) == code

    run(test())


@pytest.mark.parametrize("origin", ["http://elsewhere", None])
def test_a_page_of_another_origin_is_turned_away_with_one_alarm(adapter: str, origin: str | None) -> None:
    """Before the upgrade by the gate of the pages' port, right after it by the porter; it is sent nothing."""

    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            if adapter != "direct":
                with pytest.raises(InvalidStatus) as refused:
                    async with house.socket("player:bo", origin=origin):
                        pass
                assert refused.value.response.status_code == 403
            else:
                async with house.socket("player:bo", origin=origin) as socket:
                    with pytest.raises(ConnectionClosed) as closed:
                        await socket.recv()
                    assert closed.value.rcvd is not None
                    assert closed.value.rcvd.code == 4403
            while not house.breaches:  # a porter tells the floor once a second
                await asyncio.sleep(0.01)
            assert not len(house.gateway)
            async with house.welcomed("player:bo"):
                assert len(house.gateway) == 1
            assert house.breaches == [("origin-refused" if adapter == "direct" else "wrong-origin", None)]

    run(test())


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([{"type": "ping"}], "hello-first"),
        ([{"type": "hello", "protocol": 2}], "protocol-unknown"),
        ([{"type": "hello", "protocol": 1, "more": 1}], "not-a-frame"),
    ],
)
def test_a_connection_that_begins_wrongly_is_closed(adapter: str, frames: list[dict[str, object]], code: str) -> None:
    async def test() -> None:
        async with House(adapter) as house, house.socket("player:bo") as socket:
            await say(socket, *frames)
            assert (await hear(socket))[0]["code"] == code
            assert await close_code(socket) == 4400

    run(test())


def test_a_message_past_its_bound_is_refused_and_the_connection_closed(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house, house.socket("player:bo") as socket:
            await say(socket, HELLO)
            welcome = (await hear(socket))[0]
            await socket.send(" " * welcome["frame_max"])
            assert (await hear_until(socket, "error"))["code"] == "not-json"
            await socket.send(" " * (welcome["frame_max"] + 1))
            assert (await hear_until(socket, "error"))["code"] == "too-large"
            assert await close_code(socket) == 4400

    run(test())


def test_a_message_in_parts_is_one_message(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house, house.socket("player:bo") as socket:
            await socket.send(['{"type": "hel', 'lo", "protocol"', ": 1}"])
            assert (await hear(socket))[0]["type"] == "welcome"

    run(test())


def test_a_command_that_cannot_be_read_is_answered_and_so_are_those_beside_it(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            async with house.client("player:bo") as bo:
                await house.sit(bo, 1, "bo")
                unread = await bo.ask({"type": "fly"})
                assert (unread.outcome, unread.reason, unread.again) == ("unanswered", "malformed", False)
                assert "fly" in str(unread.detail)
            async with house.socket("player:bo") as socket:
                await say(socket, HELLO)
                await hear(socket)
                nonsense = {"type": "command", "id": "b", "command": {**wager(1), "stake": "5"}}
                nameless = {"type": "command", "command": wager(1)}
                honest = {"type": "command", "id": "a", "command": wager(1)}
                await say(socket, honest, nonsense, nameless, {"type": "ping"})
                frames = await hear(socket)
                while sum(frame["type"] == "answer" for frame in frames) < 2:
                    frames += await hear(socket)
                assert [frame["type"] for frame in frames].count("error") == 1
                answers = {frame["id"]: (frame["reason"], frame["again"]) for frame in frames if "id" in frame}
                assert answers == {"a": ("malformed", True), "b": ("malformed", False)}
                await say(socket, honest)  # by itself it is heard, under the same id
                done = await hear_until(socket, "answer")
                assert (done["id"], done["outcome"]) == ("a", "done")

    run(test())


def test_one_bad_command_after_a_reconnect_loses_no_others(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            async with house.client("player:bo") as bo:
                await house.sit(bo, 1, "bo")
                await bo.drop()
                asked = [bo.ask(wager(1)), bo.ask({"type": "fly"}), bo.ask(wager(1))]
                first, bad, last = await asyncio.gather(*asked)
                assert (first.done, bad.reason, last.done) == (True, "malformed", True)

    run(test())


def test_a_second_connection_takes_the_seat_over(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            async with house.client("player:bo") as first:
                await house.sit(first, 1, "bo")
                async with house.client("player:bo") as second:
                    with pytest.raises(Ended) as ended:
                        await first.until(lambda: False)
                    assert ended.value.code == 4409
                    assert second.welcome["you"]["seat"] == 1
                    assert (await second.ask(wager(1))).done

    run(test())


def test_watching_takes_no_seat_over_sees_what_all_see_and_does_nothing(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter, rules_of("co-prison")) as house:
            await house.open_table()
            async with house.client("player:bo") as bo:
                await bo.ask({"type": "take-seat", "seat": 1, "player": "bo"})
                async with (
                    house.client("player:bo", watch=True) as felt,
                    house.client("dealer:ana", watch=True) as wall,
                ):
                    assert felt.view == wall.view
                    assert [seat["player"] for seat in felt.view["seats"]] == [None]
                    answer = await felt.ask({"type": "leave-seat", "seat": 1})
                    assert (answer.outcome, answer.reason) == ("unanswered", "watching")
                assert (await bo.ask({"type": "leave-seat", "seat": 1})).done

    run(test())


def test_spectators_may_watch_a_central_screen_and_nothing_else(adapter: str) -> None:
    async def test() -> None:
        bounds = SocketLimits(spectators_max=1)
        async with House(adapter, rules_of("co-prison"), bounds=bounds) as house:
            await house.open_table()
            async with house.socket("") as socket:
                await say(socket, HELLO)
                assert await close_code(socket) == 4401
            async with house.client("", watch=True) as felt:
                assert felt.welcome["you"] == {"name": "", "role": "", "seat": None}
                assert felt.view["you"] is None
                assert (await felt.ask({"type": "take-seat", "seat": 1, "player": ""})).reason == "watching"
                async with house.socket("") as second:
                    assert await close_code(second) == 4401

    run(test())


def test_players_without_a_central_screen_see_only_their_own_wagers(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            async with (
                house.client("player:bo") as bo,
                house.client("player:cy") as cy,
                house.client("dealer:ana") as ana,
            ):
                await house.sit(bo, 1, "bo")
                await house.sit(cy, 2, "cy")
                version = cy.version
                answer = await bo.ask(wager(1))
                await ana.until(lambda: ana.version == answer.version)
                assert [each["seat"] for each in ana.view["wagers"]] == [1]
                assert (await cy.ask(wager(2, "20"))).done
                await cy.until(lambda: cy.version > version)
                assert [each["spot"] for each in cy.view["wagers"]] == ["20"]
                assert [seat["seat"] for seat in cy.view["seats"]] == [2]
                await house.deal("20")
                await cy.until(lambda: cy.live_view["round"] == 2)
                last = cy.view["you"]["last_round"]
                assert (last["number"], last["staked"], last["kept"]) == ("20", 500, 18_000)
                assert cy.view["wagers"] == []

    run(test())


@pytest.mark.clause("NJ 19:47-5.1(a)", duty="verbal")
def test_a_spoken_wager_waits_across_connections_until_the_call(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter, rules_of("nj")) as house:
            await house.open_table()
            async with house.client("player:bo") as bo:
                assert (await bo.ask({"type": "take-seat", "seat": 1, "player": "bo"})).done
                for spot, cash in (("red", 2_000), ("17", 500)):
                    offer = {"type": "offer-verbal-wager", "seat": 1, "spot": spot, "cash": cash}
                    assert (await bo.ask(offer)).done
                await bo.until(lambda: len(bo.view["you"]["spoken"]) == 2)
            async with house.client("player:bo") as bo, house.client("dealer:ana") as ana:
                assert bo.view["you"]["spoken"] == [{"spot": "red", "cash": 2_000}, {"spot": "17", "cash": 500}]
                confirm = {"type": "confirm-verbal-wager", "seat": 1, "spot": "17", "cash": 500}
                assert (await ana.ask(confirm)).done
                await bo.until(lambda: bo.view["you"]["spoken"] == [{"spot": "red", "cash": 2_000}])
                cw, ccw = Direction.CLOCKWISE, Direction.COUNTERCLOCKWISE
                await house.do(DEALER, c.SpinBall, wheel=cw, ball=ccw)
                await house.do(DEALER, c.CallNoMoreBets)
                await bo.until(lambda: bo.view["you"]["spoken"] == [])

    run(test())


def test_two_missed_heartbeats_close_the_connection(adapter: str) -> None:
    async def test() -> None:
        now = [100.0]
        async with House(adapter, time=lambda: now[0]) as house, house.socket("player:bo") as socket:
            await say(socket, HELLO)
            await hear(socket)
            now[0] += 29.9
            house.gateway.tick()
            await say(socket, {"type": "ping", "n": 1})
            await hear_until(socket, "pong")
            now[0] += 30.1
            house.gateway.tick()
            assert await close_code(socket) == 4408

    run(test())


def test_a_burst_beyond_twice_the_rate_is_answered_busy_and_then_closed(adapter: str) -> None:
    async def test() -> None:
        now = [100.0]
        bounds = SocketLimits(commands_per_second=5)
        async with House(adapter, bounds=bounds, time=lambda: now[0]) as house:
            await house.open_table()
            async with house.socket("player:bo") as socket:
                await say(socket, HELLO)
                await hear(socket)
                await say(socket, *(order(f"c-{n}", "rebet", seat=1) for n in range(20)))
                answers: dict[str, dict[str, object]] = {}
                while len(answers) < 20:
                    answers |= {each["id"]: each for each in await hear(socket) if each["type"] == "answer"}
                outcomes = [answers[f"c-{n}"]["outcome"] for n in range(20)]
                assert outcomes == ["refused"] * 10 + ["unanswered"] * 10
                assert all(answers[f"c-{n}"]["again"] for n in range(10, 20))
                now[0] += 2.2
                await say(socket, order("c-20", "rebet", seat=1))
                assert (await hear_until(socket, "answer"))["outcome"] == "refused"
                await say(socket, *(order(f"d-{n}", "rebet", seat=1) for n in range(22)))
                assert await close_code(socket) == 4429
                assert ("commands-too-often", "bo") in house.breaches

    run(test())


def test_commands_of_a_locked_console_are_refused(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            async with house.client("dealer:ana") as ana:
                house.locked.add("ana")
                house.gateway.lock("s-ana")
                await ana.until(lambda: ana.locked)
                version = house.writer.version
                answer = await ana.ask({"type": "call-no-more-bets"})
                assert (answer.outcome, answer.reason, answer.again) == ("unanswered", "locked", True)
                assert house.writer.version == version
                assert ("command-while-locked", "ana") in house.breaches
                house.locked.clear()
                assert (await ana.ask({"type": "take-seat", "seat": 1, "player": "bo"})).done

    run(test())


def test_a_locked_console_that_connects_is_shown_its_table_and_works_once_unlocked(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            house.locked.add("ana")
            async with house.client("dealer:ana") as ana:
                await ana.until(lambda: ana.locked and bool(ana.view))
                assert ana.version == house.writer.version
                house.locked.clear()
                assert (await ana.ask({"type": "take-seat", "seat": 1, "player": "bo"})).done

    run(test(), 20)


def test_an_ended_session_is_closed_at_its_next_command_or_at_once(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            for at_once in (False, True):
                async with house.client("dealer:ana") as ana:
                    if at_once:
                        house.gateway.end("s-ana")
                    else:
                        house.over.add("ana")
                    with pytest.raises(Ended) as ended:
                        await ana.ask({"type": "call-no-more-bets"})
                    assert ended.value.code == 4401

    run(test())


def test_staff_see_who_is_there(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            async with house.client("dealer:ana") as ana:
                async with house.client("player:bo") as bo:
                    await house.sit(bo, 1, "bo")
                    await ana.until(lambda: ana.presence.get(1, {}).get("connected", False))
                    assert ana.presence[1] == {"seat": 1, "connected": True, "audio": False, "announced": False}
                    await bo.tell({"type": "audio", "ready": True})
                    await ana.until(lambda: ana.presence[1]["audio"])
                    async with house.client("pit-supervisor:vera") as vera:
                        await vera.until(lambda: vera.presence.get(1, {}).get("audio", False))
                    assert bo.presence == {}
                await ana.until(lambda: not ana.presence[1]["connected"])

    run(test())


def test_the_pace_is_published_to_all_and_to_later_connections(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house, house.client("player:bo") as bo:
            house.hub.set_pace(1_700_000_000_000)
            await bo.until(lambda: bo.closes_at == 1_700_000_000_000)
            async with house.client("dealer:ana") as ana:
                await ana.until(lambda: ana.closes_at == 1_700_000_000_000)
            house.hub.set_pace(None)
            await bo.until(lambda: bo.closes_at is None)

    run(test())


def test_a_service_that_stops_announces_it(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house, house.client("player:bo", reconnect=False) as bo:
            await house.gateway.stop()
            with pytest.raises(Ended) as ended:
                await bo.until(lambda: False)
            assert ended.value.code == 1012

    run(test())


def test_resync_brings_a_snapshot(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house, house.socket("player:bo") as socket:
            await say(socket, HELLO)
            await hear_until(socket, "snapshot")
            await say(socket, {"type": "resync"})
            assert (await hear_until(socket, "snapshot"))["version"] == 0

    run(test())


@pytest.mark.clause("CO 47.1-2201(7)")
def test_each_call_is_reported_with_the_terminals_that_announced_it(adapter: str) -> None:
    """Terminals announce No More Bets in sound and picture; the house knows which did, and which did not."""

    async def test() -> None:
        async with House(adapter, rules_of("co-prison-terminals")) as house:
            await house.open_table()
            names = ("bo", "cy", "di", "ed")
            clients = [house.client(f"player:{name}") for name in names]
            async with (
                clients[0] as bo,
                clients[1] as cy,
                clients[2] as di,
                clients[3] as ed,
                house.client("dealer:ana") as ana,
            ):
                for seat, (client, name) in enumerate(zip((bo, cy, di, ed), names, strict=True), start=1):
                    await house.sit(client, seat, name)
                await house.do(DEALER, c.SpinBall, wheel=Direction.CLOCKWISE, ball=Direction.COUNTERCLOCKWISE)
                await house.do(DEALER, c.CallNoMoreBets)
                said = {"type": "announced", "call": "no-more-bets", "round": 1}
                for client, audible, visual in ((bo, True, True), (cy, False, True), (di, True, False)):
                    await client.until(partial(at_phase, client, "no-more-bets"))
                    await client.tell({**said, "audible": audible, "visual": visual})
                await ed.tell({**said, "round": 9, "audible": True, "visual": True})
                await ana.until(lambda: all(ana.presence.get(seat, {}).get("announced") for seat in (1, 2, 3)))
                assert not ana.presence[4]["announced"]
                await house.do(DEALER, c.AnnounceNumber, number="17", revolutions=6)
                await ana.until(lambda: ana.live_view["phase"] == "at-rest")
                (report,) = house.announcements
                assert (report.table, report.round) == ("7", 1)
                assert report.call == "no-more-bets"
                assert report.audible == (1, 3)
                assert report.visual == (1, 2)
                assert report.silent == (4,)
                await house.do(DEALER, c.PlaceCrown)
                await ana.until(lambda: ana.live_view["phase"] == "crowned")
                assert len(house.announcements) == 1

    run(test())
