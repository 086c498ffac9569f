"""The tables that the baselines in PostgreSQL share, and their books."""

from __future__ import annotations

import asyncpg

from croupier.rules.table import Rules

POOL = 16
BALANCE = 10**8
BEFORE = 20
"""Bets of each seat in earlier rounds."""
STAKE_MIN, STAKE_MAX = 100, 10**9
"""The posted limits, which a service keeps in memory."""

TABLES = """
DROP TABLE IF EXISTS bets, payments, seats, rounds, spots;
CREATE TABLE seats (seat integer PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0)) WITH (fillfactor = 50);
CREATE TABLE rounds (round integer PRIMARY KEY, phase text NOT NULL, number text);
CREATE TABLE spots (spot smallint PRIMARY KEY, name text NOT NULL);
CREATE TABLE bets (
    seat integer NOT NULL,
    command text NOT NULL,
    round integer NOT NULL,
    spot smallint NOT NULL,
    stake bigint NOT NULL,
    credit bigint,
    placed timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (seat, command)
) WITH (fillfactor = 45);
CREATE TABLE payments (seat integer, command text, credit bigint NOT NULL, PRIMARY KEY (seat, command));
INSERT INTO rounds VALUES (1, 'betting', NULL);
"""
"""Room on the page keeps the updates of a balance and of a settled bet out of the indexes, and the order's id under its
seat is the only index that a bet has to enter."""


async def prepare(connection: asyncpg.Connection, seats: int, rules: Rules) -> dict[str, int]:
    """Empty tables, an open round and so many seats with money; gives each spot its number."""
    await connection.execute(TABLES)
    await connection.execute(f"INSERT INTO seats SELECT seat, {BALANCE} FROM generate_series(1, {seats}) AS seat")
    codes: dict[str, int] = {spot.id: code for code, spot in enumerate(rules.layout.spots)}
    await connection.executemany("INSERT INTO spots VALUES ($1, $2)", [(code, name) for name, code in codes.items()])
    return codes


async def remember(connection: asyncpg.Connection) -> None:
    """Every seat has bet before: a plan made for an empty table would read all of it for each bet that follows."""
    await connection.execute(
        "INSERT INTO bets (seat, command, round, spot, stake, credit) "
        f"SELECT seat, 'before-' || lap, 0, lap, 500, 0 FROM seats, generate_series(1, {BEFORE}) AS lap"
    )
    await rest(connection)


async def rest(connection: asyncpg.Connection) -> None:
    """What was written until now is no business of those who are measured."""
    await connection.execute("VACUUM ANALYZE")
    await connection.execute("CHECKPOINT")


async def audit(connection: asyncpg.Connection) -> dict[str, int]:
    """How many bets stand, what was staked, and what is left in all seats."""
    row = await connection.fetchrow(
        "SELECT count(*) AS bets, coalesce(sum(stake), 0)::bigint AS staked, "
        "(SELECT sum(balance)::bigint FROM seats) AS left FROM bets WHERE round = 1"
    )
    return dict(row)
