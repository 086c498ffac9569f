"""The PostgreSQL schema as numbered, forward-only migrations. See ADR 75.

A released step never changes. Each step names the oldest schema whose program still works with it, so that nodes can
be replaced one by one: the new program migrates, and the old ones continue until they are replaced.
"""

from __future__ import annotations

from msgspec import Struct

from croupier.journal.postgres.connection import Connection, PostgresAddress, committing, faults
from croupier.terms.fault import Fault

_EDITED = "a journal is never edited: write a correction"
_KEPT = ("batches", "runs", "checkpoints", "cosignatures")
_LOCK = int.from_bytes(b"CRPR")
"""The advisory lock for migrations, held until the end of the transaction."""


class Migration(Struct, frozen=True):
    """One step."""

    name: str
    statements: tuple[str, ...]
    oldest: int
    """The smallest schema number whose program still works when this step is done."""


JOURNAL = Migration(
    "journal",
    (
        # Room on the page keeps the update of a head out of the index.
        """CREATE TABLE croupier.streams (
  name text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL,
  hash bytea NOT NULL,
  epoch bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50)""",
        # Records of a stream that were committed together: the first one's version, and an array for each part of them.
        # Each one's hash is the next one's `prev`, so only the first `prev` is written down.
        """CREATE TABLE croupier.batches (
  stream text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  times bigint[] NOT NULL,
  actors text[] NOT NULL,
  kinds text[] NOT NULL,
  bodies bytea[] NOT NULL,
  prev bytea NOT NULL,
  hashes bytea[] NOT NULL,
  PRIMARY KEY (stream, version),
  CHECK (cardinality(times) BETWEEN 1 AND 1000 AND cardinality(actors) = cardinality(times)
    AND cardinality(kinds) = cardinality(times) AND cardinality(bodies) = cardinality(times)
    AND cardinality(hashes) = cardinality(times))
)""",
        "ALTER TABLE croupier.batches ALTER hashes SET STORAGE EXTERNAL",  # hashes cannot be compressed
        # For people who look with SQL.
        """CREATE VIEW croupier.records AS
SELECT stream, version + place - 1 AS version, time_ms, actor, kind, body,
  CASE WHEN place = 1 THEN prev ELSE hashes[place - 1] END AS prev, hash
FROM croupier.batches, unnest(times, actors, kinds, bodies, hashes)
  WITH ORDINALITY AS parts (time_ms, actor, kind, body, hash, place)""",
        # The order in which checkpoints seal: a run of records of a stream, from a version on, at a place.
        """CREATE TABLE croupier.runs (
  place bigint PRIMARY KEY,
  stream text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  count bigint NOT NULL CHECK (count > 0),
  UNIQUE (stream, version)
)""",
        """CREATE TABLE croupier.checkpoints (
  number bigint PRIMARY KEY,
  statement text NOT NULL,
  note text NOT NULL
)""",
        """CREATE TABLE croupier.cosignatures (
  checkpoint bigint NOT NULL,
  place integer NOT NULL,
  line text NOT NULL,
  PRIMARY KEY (checkpoint, place)
)""",
        """CREATE TABLE croupier.tiles (
  level integer NOT NULL,
  number bigint NOT NULL,
  hashes bytea NOT NULL,
  PRIMARY KEY (level, number)
)""",
        """CREATE TABLE croupier.snapshots (
  stream text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL,
  hash bytea NOT NULL,
  body bytea NOT NULL,
  digest bytea NOT NULL
)""",
        # What a barrier writes: once it is acknowledged, so is everything that was committed before it.
        """CREATE TABLE croupier.barrier (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  passed bigint NOT NULL
) WITH (fillfactor = 50)""",
        "INSERT INTO croupier.barrier (passed) VALUES (0)",
        f"""CREATE FUNCTION croupier.never_edited() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN RAISE EXCEPTION '{_EDITED}'; END$$""",
        *(
            f"CREATE TRIGGER {table}_{action} BEFORE {action.upper()} ON croupier.{table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION croupier.never_edited()"
            for table in _KEPT
            for action in ("update", "delete", "truncate")
        ),
    ),
    oldest=1,
)

PEOPLE = Migration(
    "people",
    (
        """CREATE TABLE croupier.accounts (
  name text COLLATE "C" PRIMARY KEY,
  display text NOT NULL,
  role text NOT NULL,
  license text NOT NULL,
  password text NOT NULL,
  enabled integer NOT NULL,
  created bigint NOT NULL,
  changed bigint NOT NULL
)""",
        """CREATE TABLE croupier.strikes (
  name text COLLATE "C" PRIMARY KEY,
  failures integer NOT NULL,
  last bigint NOT NULL,
  until bigint NOT NULL
)""",
        """CREATE TABLE croupier.sessions (
  id text COLLATE "C" PRIMARY KEY,
  token bytea NOT NULL UNIQUE,
  name text NOT NULL,
  role text NOT NULL,
  created bigint NOT NULL,
  active bigint NOT NULL,
  locked integer NOT NULL,
  address text NOT NULL,
  terminal text NOT NULL
)""",
        """CREATE TABLE croupier.codes (
  code bytea PRIMARY KEY,
  venue text NOT NULL,
  seat integer NOT NULL,
  until bigint NOT NULL,
  made_by text NOT NULL
)""",
        """CREATE TABLE croupier.terminals (
  id text COLLATE "C" PRIMARY KEY,
  key bytea NOT NULL UNIQUE,
  venue text NOT NULL,
  seat integer NOT NULL,
  enrolled bigint NOT NULL,
  UNIQUE (venue, seat)
)""",
        """CREATE TABLE croupier.alerts (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  subject text NOT NULL,
  words text NOT NULL,
  clause text NOT NULL,
  raised bigint NOT NULL,
  last bigint NOT NULL,
  count bigint NOT NULL,
  by text NOT NULL,
  acknowledged bigint NOT NULL
)""",
        """CREATE TABLE croupier.favorites (
  player text NOT NULL,
  wheel text NOT NULL,
  layouts text NOT NULL,
  PRIMARY KEY (player, wheel)
)""",
        "CREATE UNIQUE INDEX open_alerts ON croupier.alerts (kind, subject) WHERE acknowledged = 0",
        # Valid once, for half a minute: after a failover it is requested again.
        """CREATE UNLOGGED TABLE croupier.tickets (
  ticket bytea PRIMARY KEY,
  session text NOT NULL,
  until bigint NOT NULL
)""",
        # Every change of people increments it: nodes that see another number read again.
        """CREATE TABLE croupier.people_edition (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  number bigint NOT NULL
) WITH (fillfactor = 50)""",
        "INSERT INTO croupier.people_edition (number) VALUES (0)",
        # The house file with its hash, the rulebooks of the house's own, the policy, the public keys.
        """CREATE TABLE croupier.kept_files (
  name text COLLATE "C" PRIMARY KEY,
  body bytea NOT NULL
)""",
    ),
    oldest=1,
)

LEASES = Migration(
    "leases",
    (
        """CREATE TABLE croupier.leases (
  name text COLLATE "C" PRIMARY KEY,
  node text NOT NULL,
  url text NOT NULL,
  until timestamptz NOT NULL
) WITH (fillfactor = 50)""",
    ),
    oldest=1,
)

KNOWN = Migration(
    "known addresses",
    (
        """CREATE TABLE croupier.known (
  name text COLLATE "C" NOT NULL,
  address text COLLATE "C" NOT NULL,
  last bigint NOT NULL,
  PRIMARY KEY (name, address)
)""",
    ),
    oldest=1,
)

SECOND_FACTOR = Migration(
    "second factor",
    (
        'CREATE TABLE croupier.given_passwords (name text COLLATE "C" PRIMARY KEY)',
        """CREATE TABLE croupier.security_keys (
  id text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  label text NOT NULL,
  credential bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text NOT NULL,
  added bigint NOT NULL,
  used bigint NOT NULL,
  blocked bigint NOT NULL
)""",
        """CREATE TABLE croupier.recovery_codes (
  name text COLLATE "C" NOT NULL,
  code bytea NOT NULL,
  PRIMARY KEY (name, code)
)""",
        # Valid once, for two minutes: after a failover it is requested again.
        """CREATE UNLOGGED TABLE croupier.key_challenges (
  ticket bytea PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  purpose text NOT NULL,
  session text NOT NULL,
  challenge bytea NOT NULL,
  until bigint NOT NULL
)""",
    ),
    oldest=1,
)

LANGUAGES = Migration(
    "languages",
    (
        "CREATE TABLE croupier.alert_facts (id bigint PRIMARY KEY, facts text NOT NULL)",
        'CREATE TABLE croupier.languages (name text COLLATE "C" PRIMARY KEY, language text NOT NULL)',
    ),
    oldest=1,
)

WORKERS = Migration(
    "workers",
    (
        """CREATE TABLE croupier.workers (
  place text COLLATE "C" PRIMARY KEY,
  process text NOT NULL,
  node text NOT NULL,
  address text NOT NULL,
  certificate bytea NOT NULL,
  house text NOT NULL,
  until timestamptz NOT NULL
) WITH (fillfactor = 50)""",
    ),
    oldest=1,
)

MIGRATIONS: tuple[Migration, ...] = (JOURNAL, PEOPLE, LEASES, KNOWN, SECOND_FACTOR, LANGUAGES, WORKERS)


def schema_number(address: PostgresAddress, connection: Connection) -> tuple[int, int]:
    """The schema's number, and the oldest number whose program works with it; zeros if there is no schema."""
    with faults(address):
        row = connection.execute("SELECT to_regclass('croupier.migrations') IS NOT NULL").fetchone()
        if not row or not row[0]:
            return 0, 0
        found = connection.execute(
            "SELECT number, oldest FROM croupier.migrations ORDER BY number DESC LIMIT 1"
        ).fetchone()
    return (found[0], found[1]) if found else (0, 0)


def check_schema(
    address: PostgresAddress, connection: Connection, migrations: tuple[Migration, ...] = MIGRATIONS
) -> None:
    """Raises a fault if this program cannot work with the schema."""
    number, oldest = schema_number(address, connection)
    if number == 0:
        raise Fault(f"{address} holds no journal of croupier.")
    if number < len(migrations):
        raise Fault(
            f"{address} has schema {number}, and this croupier works with {len(migrations)}. "
            "Start croupier serve of this version on it first, which migrates it."
        )
    if oldest > len(migrations):
        raise Fault(
            f"{address} has schema {number}, and this croupier works with {len(migrations)}. Use a newer croupier."
        )


def migrate(
    address: PostgresAddress, connection: Connection, migrations: tuple[Migration, ...] = MIGRATIONS
) -> tuple[str, ...]:
    """Migrates the schema at least to that of this program; returns the names of the applied steps.

    Each step is atomic. Of two nodes that start at once, the second waits and finds everything done.
    """
    taken: list[str] = []
    number, _ = schema_number(address, connection)
    while number < len(migrations):
        step = migrations[number]
        with faults(address), connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            connection.execute("SET LOCAL client_min_messages = error")  # silences the notices of IF NOT EXISTS
            connection.execute("CREATE SCHEMA IF NOT EXISTS croupier")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS croupier.migrations "
                "(number integer PRIMARY KEY, name text NOT NULL, oldest integer NOT NULL, "
                "applied timestamptz NOT NULL DEFAULT now())"
            )
            found = connection.execute("SELECT coalesce(max(number), 0) FROM croupier.migrations").fetchone()
            if found is not None and found[0] == number:
                for statement in step.statements:
                    connection.execute(statement)
                connection.execute(
                    "INSERT INTO croupier.migrations (number, name, oldest) VALUES (%s, %s, %s)",
                    (number + 1, step.name, step.oldest),
                )
                taken.append(step.name)
        number, _ = schema_number(address, connection)
    check_schema(address, connection, migrations)
    return tuple(taken)


def pass_barrier(address: PostgresAddress, connection: Connection) -> None:
    """Makes sure that everything this connection could have read is durable.

    A restarted primary shows commits that no standby has yet. Standbys receive commits in order, so an acknowledged
    write of our own proves all commits before it.
    """
    with committing(address, connection):
        connection.execute("UPDATE croupier.barrier SET passed = passed + 1")
