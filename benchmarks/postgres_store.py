"""The tables of the PostgreSQL baselines, and their books."""

from __future__ import annotations

import asyncpg

from croupier.rules.table import Rules

POOL = 16
BALANCE = 10**8
BEFORE = 20
"""Number of bets of each seat in earlier rounds."""
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
"""Free space on the pages keeps updates of balances and settled bets out of the indexes. The primary key is the only
index of the bets."""


async def prepare(connection: asyncpg.Connection, seats: int, rules: Rules) -> dict[str, int]:
    """Creates the tables, an open round and funded seats; returns the number of each spot."""
    await connection.execute(TABLES)
    await connection.execute(f"INSERT INTO seats SELECT seat, {BALANCE} FROM generate_series(1, {seats}) AS seat")
    codes: dict[str, int] = {spot.id: code for code, spot in enumerate(rules.layout.spots)}
    await connection.executemany("INSERT INTO spots VALUES ($1, $2)", [(code, name) for name, code in codes.items()])
    return codes


async def remember(connection: asyncpg.Connection) -> None:
    """Adds earlier bets of every seat: a query plan for an empty table would scan all of it for each bet."""
    await connection.execute(
        "INSERT INTO bets (seat, command, round, spot, stake, credit) "
        f"SELECT seat, 'before-' || lap, 0, lap, 500, 0 FROM seats, generate_series(1, {BEFORE}) AS lap"
    )
    await rest(connection)


async def rest(connection: asyncpg.Connection) -> None:
    """Vacuums and checkpoints, so that earlier writes do not affect the measurement."""
    await connection.execute("VACUUM ANALYZE")
    await connection.execute("CHECKPOINT")


async def audit(connection: asyncpg.Connection) -> dict[str, int]:
    """Number of bets, total staked, and total left in all seats."""
    row = await connection.fetchrow(
        "SELECT count(*) AS bets, coalesce(sum(stake), 0)::bigint AS staked, "
        "(SELECT sum(balance)::bigint FROM seats) AS left FROM bets WHERE round = 1"
    )
    return dict(row)
