"""A process that appends and says what is durable, until it is killed: ``python -m tests.journal.writer FILE SEED``."""

from __future__ import annotations

import sys
from random import Random

from croupier.journal.sqlite import SqliteJournal
from tests.journal.examples import drafts


def main(path: str, seed: int) -> None:
    random = Random(seed)
    journal = SqliteJournal(path)
    heads = {head.stream: head.version for head in journal.streams()}
    while True:
        names = random.sample(["table/7", "table/9", "pit/1"], random.randint(1, 3))
        batches = [(name, heads.get(name, 0), drafts(random.choice([1, 10, 200]))) for name in names]
        for record in journal.append_many(batches):
            heads[record.stream] = record.version
        print(" ".join(f"{name}={heads[name]}" for name in names), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
