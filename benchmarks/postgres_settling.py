"""Settles one round of 100,000 bets: with the table's own writer, and in PostgreSQL in three ways."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import asyncpg
from msgspec import Struct

from benchmarks import durability
from benchmarks.postgres_store import BALANCE, prepare, rest
from croupier.journal.sqlite import SqliteJournal
from croupier.rules.table import Rules

RESULT = "17"
"""The result that `durability.Table.spin` announces."""

SETTLE_BET = "UPDATE bets SET credit = $3 WHERE seat = $1 AND command = $2"
PAY_SEAT = "UPDATE seats SET balance = balance + $2 WHERE seat = $1"
SETTLE_ALL = """
UPDATE bets SET credit = stake * times
FROM unnest($1::smallint[], $2::bigint[]) AS outcome (spot, times)
WHERE round = 1 AND bets.spot = outcome.spot
"""
PAY_ALL = """
UPDATE seats SET balance = balance + won
FROM (SELECT seat, sum(credit) AS won FROM bets WHERE round = 1 AND credit > 0 GROUP BY seat) AS paid
WHERE seats.seat = paid.seat
"""
PAY_WINNERS = """
WITH won AS (
    INSERT INTO payments (seat, command, credit)
    SELECT seat, command, stake * times FROM bets
    JOIN unnest($1::smallint[], $2::bigint[]) AS outcome (spot, times) USING (spot)
    WHERE round = 1 AND times > 0
    RETURNING seat, credit
)
UPDATE seats SET balance = balance + paid.credit
FROM (SELECT seat, sum(credit) AS credit FROM won GROUP BY seat) AS paid
WHERE seats.seat = paid.seat
"""
CLOSE = "UPDATE rounds SET phase = 'settled', number = $1 WHERE round = 1"


class Round(Struct, frozen=True):
    """The bets of a round, and what each seat got back."""

    bets: list[tuple[int, str, int]]
    """Seat, spot, stake."""
    credits: dict[int, int]


Settle = Callable[[asyncpg.Connection, list[int]], Awaitable[None]]


def settle_ours(directory: Path) -> tuple[float, Round]:
    """Seconds of our own settlement, in one commit, and the round for the others."""
    path = directory / "round.db"
    path.unlink(missing_ok=True)
    with closing(SqliteJournal(path)) as journal:
        table = durability.Table(journal)
        table.place(table.wagers(durability.ROUND, spots=durability.ROUND // durability.PLAYERS), 1000)
        table.spin()
        state = table.writer.table
        bets = [(each.stake.seat, each.stake.spot, each.stake.amount) for each in state.standing()]
        before = {number: seat.total for number, seat in state.seats.items()}
        seconds = durability._seconds(table.settle)
        credits = {number: seat.total - before[number] for number, seat in table.writer.table.seats.items()}
    return seconds, Round(bets, {seat: credit for seat, credit in credits.items() if credit})


async def settle_there(where: str, round: Round, settle: Settle) -> float:
    """Seconds of a settlement in PostgreSQL, which must pay every seat the same as ours."""
    connection = await asyncpg.connect(where)
    try:
        rules = durability.rules().betting
        codes = await prepare(connection, durability.PLAYERS, rules)
        rows = [(seat, f"{place:036}", 1, codes[spot], stake) for place, (seat, spot, stake) in enumerate(round.bets)]
        columns = ("seat", "command", "round", "spot", "stake")
        await connection.copy_records_to_table("bets", records=rows, columns=columns)
        await rest(connection)
        outcomes = multiples(rules)
        began = time.perf_counter()
        async with connection.transaction():
            await settle(connection, outcomes)
            await connection.execute(CLOSE, RESULT)
        seconds = time.perf_counter() - began
        paid = await connection.fetch("SELECT seat, balance - $1 AS won FROM seats WHERE balance <> $1", BALANCE)
        if {row["seat"]: row["won"] for row in paid} != round.credits:
            raise AssertionError("PostgreSQL paid different amounts")
        return seconds
    finally:
        await connection.close()


def multiples(rules: Rules) -> list[int]:
    """What a bet gets back as a multiple of its stake, which is included, by the number of its spot."""
    return [int(rules.pays(spot.wager)) + 1 if RESULT in spot.numbers else 0 for spot in rules.layout.spots]


async def by_bet(connection: asyncpg.Connection, outcomes: list[int]) -> None:
    """As most services do it: reads and settles the bets in the service, and writes each back with a statement."""
    rows = await connection.fetch("SELECT seat, command, spot, stake FROM bets WHERE round = 1")
    credits: dict[int, int] = {}
    settled = []
    for seat, command, spot, stake in rows:
        credit = stake * outcomes[spot]
        settled.append((seat, command, credit))
        if credit:
            credits[seat] = credits.get(seat, 0) + credit
    await connection.executemany(SETTLE_BET, settled)
    await connection.executemany(PAY_SEAT, list(credits.items()))


async def by_set(connection: asyncpg.Connection, outcomes: list[int]) -> None:
    """With two statements for all bets and all seats."""
    await connection.execute(SETTLE_ALL, list(range(len(outcomes))), outcomes)
    await connection.execute(PAY_ALL)


async def by_winner(connection: asyncpg.Connection, outcomes: list[int]) -> None:
    """With the least work: inserts and pays the winners, and records nothing of losers."""
    await connection.execute(PAY_WINNERS, list(range(len(outcomes))), outcomes)
