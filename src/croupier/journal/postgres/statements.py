"""The SQL statements of the PostgreSQL store.

The append is one statement: the update of the head is the check that keeps out other writers, and records are inserted
only if it matched its row.
"""

from __future__ import annotations

# Version, hash and epoch of the head are all checked. A second writer waits here for the first one's commit, sees the
# new head, and gets no row.
APPEND = """
WITH fence AS (
  UPDATE croupier.streams SET version = %(last)b, hash = %(hash)b
  WHERE name = %(stream)b AND version = %(expected)b AND hash = %(prev)b AND epoch = %(epoch)b
  RETURNING name
)
INSERT INTO croupier.batches (stream, version, times, actors, kinds, bodies, prev, hashes)
SELECT name, %(expected)b::bigint + 1, %(times)b::bigint[], %(actors)b::text[], %(kinds)b::text[],
  %(bodies)b::bytea[], %(prev)b::bytea, %(hashes)b::bytea[]
FROM fence
"""

# The same for several streams and several batches of each: all heads are locked, in the same order by everybody, before
# any of them changes. The records of all come in the same arrays, and each batch takes its part.
APPEND_MANY = """
WITH wanted AS (
  SELECT * FROM unnest(
    %(names)b::text[], %(olds)b::bigint[], %(befores)b::bytea[], %(epochs)b::bigint[], %(news)b::bigint[],
    %(afters)b::bytea[]
  ) AS wanted (name, old, before, epoch, new, after)
), held AS (
  SELECT streams.name FROM croupier.streams JOIN wanted USING (name)
  WHERE streams.version = wanted.old AND streams.hash = wanted.before AND streams.epoch = wanted.epoch
  ORDER BY streams.name COLLATE "C" FOR UPDATE OF streams
), fence AS (
  UPDATE croupier.streams SET version = wanted.new, hash = wanted.after FROM wanted
  WHERE streams.name = wanted.name AND streams.name IN (SELECT name FROM held)
    AND (SELECT count(*) FROM held) = (SELECT count(*) FROM wanted)
  RETURNING streams.name
)
INSERT INTO croupier.batches (stream, version, times, actors, kinds, bodies, prev, hashes)
SELECT stream, version, (%(times)b::bigint[])[start:stop], (%(actors)b::text[])[start:stop],
  (%(kinds)b::text[])[start:stop], (%(bodies)b::bytea[])[start:stop], prev, (%(hashes)b::bytea[])[start:stop]
FROM unnest(
  %(streams)b::text[], %(versions)b::bigint[], %(prevs)b::bytea[], %(starts)b::int[], %(stops)b::int[]
) AS parts (stream, version, prev, start, stop)
WHERE (SELECT count(*) FROM fence) = (SELECT count(*) FROM wanted)
"""

BEGIN_STREAM = """
INSERT INTO croupier.streams (name, version, hash) VALUES (%s, 0, %s) ON CONFLICT (name) DO NOTHING
"""
RAISE_EPOCH = """
INSERT INTO croupier.streams (name, version, hash, epoch) VALUES (%(stream)s, 0, %(genesis)s, 1)
ON CONFLICT (name) DO UPDATE SET epoch = streams.epoch + 1 RETURNING version, hash, epoch
"""
# The same for a node that runs the house under a lease; does nothing if the lease was lost.
RAISE_EPOCH_OF_HOUSE = """
WITH lease AS (SELECT FROM croupier.leases WHERE name = 'house' AND node = %(holder)s FOR SHARE)
INSERT INTO croupier.streams (name, version, hash, epoch) SELECT %(stream)s, 0, %(genesis)s, 1 FROM lease
ON CONFLICT (name) DO UPDATE SET epoch = streams.epoch + 1 RETURNING version, hash, epoch
"""
# The same for a process that has the lease of this stream.
RAISE_EPOCH_OF_TABLE = """
WITH lease AS (SELECT FROM croupier.leases WHERE name = %(stream)s AND node = %(holder)s FOR SHARE)
INSERT INTO croupier.streams (name, version, hash, epoch) SELECT %(stream)s, 0, %(genesis)s, 1 FROM lease
ON CONFLICT (name) DO UPDATE SET epoch = streams.epoch + 1 RETURNING version, hash, epoch
"""
STATE = "SELECT version, hash, epoch FROM croupier.streams WHERE name = %s"
STREAMS = "SELECT name, version, hash FROM croupier.streams WHERE version > 0 ORDER BY name"
COUNT = "SELECT coalesce(sum(version), 0)::bigint FROM croupier.streams"

BATCH_OF = "SELECT max(version) FROM croupier.batches WHERE stream = %s AND version <= %s"
NEXT_BATCH = "SELECT min(version) FROM croupier.batches WHERE stream = %s AND version >= %s"
READ = """
SELECT version, times, actors, kinds, bodies, prev, hashes FROM croupier.batches
WHERE stream = %s AND version >= %s AND version <= %s ORDER BY version
"""
AT = """
SELECT hashes[%(version)s - version + 1] FROM croupier.batches
WHERE stream = %(stream)s AND version <= %(version)s ORDER BY version DESC LIMIT 1
"""

RUNS = """
SELECT place, stream, version, count FROM croupier.runs
WHERE place >= coalesce((SELECT max(place) FROM croupier.runs WHERE place <= %s), 0) ORDER BY place LIMIT %s
"""
RUN_OF = """
SELECT place + %s - version FROM croupier.runs WHERE stream = %s AND version <= %s AND version + count > %s
ORDER BY version DESC LIMIT 1
"""

NOTES = """
SELECT number, statement, note || coalesce((
  SELECT string_agg(line, '' ORDER BY place) FROM croupier.cosignatures WHERE checkpoint = number
), '') FROM croupier.checkpoints
"""
"""Every checkpoint: its number, its statement, and its note with all signatures."""
ADD_CHECKPOINT = "INSERT INTO croupier.checkpoints VALUES (%s, %s, %s)"
ADD_RUNS = """
INSERT INTO croupier.runs SELECT * FROM unnest(%b::bigint[], %b::text[], %b::bigint[], %b::bigint[])
"""
ADD_COSIGNATURES = "INSERT INTO croupier.cosignatures SELECT %s, * FROM unnest(%s::integer[], %s::text[])"
SAVE_TILES = """
INSERT INTO croupier.tiles SELECT * FROM unnest(%b::integer[], %b::bigint[], %b::bytea[])
ON CONFLICT (level, number) DO UPDATE SET hashes = excluded.hashes
"""
TILE = "SELECT hashes FROM croupier.tiles WHERE level = %s AND number = %s"
SAVE_SNAPSHOT = """
INSERT INTO croupier.snapshots VALUES (%s, %s, %s, %b, %s)
ON CONFLICT (stream) DO UPDATE
SET version = excluded.version, hash = excluded.hash, body = excluded.body, digest = excluded.digest
"""
SNAPSHOT = "SELECT version, body, digest FROM croupier.snapshots WHERE stream = %s"
