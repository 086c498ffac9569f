"""Proof outside the house: the cost of sealing, alone and during full play, and the size of a receipt.

``python -m benchmarks.proof`` prints the rows. During play, windows with and without a seal alternate, so that other
load affects both.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from benchmarks.floor import Floor, Window, served_floor, wager_window
from benchmarks.report import Row, show
from croupier.game.settlement import Verdict
from croupier.journal import verify_journal as standalone
from croupier.journal.chain import advance_all, origin
from croupier.journal.cosignature import cosign
from croupier.journal.key import SigningKey
from croupier.journal.note import COSIGNATURE, ED25519, VerifierKey
from croupier.journal.policy import Demands, WitnessPolicy, parse_policy
from croupier.journal.proof import LogProof
from croupier.journal.record import Draft, Record
from croupier.journal.seal import seal
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.tree import Frontier
from croupier.records.receipt import RECEIPT_MAX, STREAM, Slip, SlipWager, make_receipt, slip_draft, verify_receipt

RECORDS = 100_000
TABLES = 6
RUNS = 3
TURNS = 5
TERMINALS, PER_SECOND = 10_000, 6_700
LEAVES = 1 << 24
"""Tree size for the receipt: a year of a busy house."""
NOW = 1_731_672_000_000
ORIGIN = "house.example/premises"
BODY = (
    b'{"command":"c-12345","event":{"coupon":0,"instructed":false,'
    b'"stake":[3,"17-20","electronic","sky",false,500],"type":"wager-placed/1"}}'
)
KEY, ONE, TWO = (SigningKey(Ed25519PrivateKey.from_private_bytes(bytes([each]) * 32)) for each in (1, 2, 3))


def rows(turns: int = TURNS) -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="croupier-bench-", dir=Path.cwd()) as name:
        directory = Path(name)
        yield from _sealing(directory / "seal.db")
        yield from _receipts(directory / "receipts.db")
        if turns:
            yield from _beside_play(directory, turns)


def _sealing(path: Path) -> Iterator[Row]:
    drafts = [Draft("wager-placed/1", "player:ann", NOW, BODY)] * 1_000
    took, wall = [], []
    versions = dict.fromkeys(range(TABLES), 0)
    with SqliteJournal(path) as journal:
        for _ in range(RUNS):
            for at in range(RECORDS // 1_000):
                table = at % TABLES
                journal.append(f"table/{table}", versions[table], drafts)
                versions[table] += 1_000
            began, clock = time.process_time(), time.perf_counter()
            seal(journal, KEY, NOW, log=ORIGIN if journal.last_checkpoint() is None else "")
            took.append(time.process_time() - began)
            wall.append(time.perf_counter() - clock)
        records = list(journal.read("table/0", limit=50_000))
    yield Row(f"seal {RECORDS:,} records", min(wall), None, "s", f"best of {RUNS}", 0.5, lower_is_better=True)
    yield Row(f"seal {RECORDS:,} records, CPU time", min(took), None, "s", f"best of {RUNS}")
    tree = min(_seconds(partial(_tree, records)) for _ in range(RUNS)) / len(records) * 1e6
    chain = min(_seconds(lambda: advance_all(origin("table/0"), records)) for _ in range(RUNS)) / len(records) * 1e6
    yield Row("tree, per record", tree, chain, "µs", "the check of its chain, which sealing did before")


def _tree(records: list[Record]) -> bytes:
    tree = Frontier()
    tree.add(record.hash for record in records)
    return tree.root()


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _receipts(path: Path) -> Iterator[Row]:
    """A receipt with as many wagers as fit, with two cosignatures, in a tree of 2^24 leaves."""
    wagers = [SlipWager(f"{n}-{n + 1}-{n + 3}-{n + 4}", 12_345, Verdict.WIN, 98_765, 12_345) for n in range(10, 14)]
    slip = Slip("7", 1_234_567, 123, "17", 9_876_543, 1, 2, "n" * 16, tuple(wagers))
    with SqliteJournal(path) as journal:
        journal.append(STREAM, 0, [slip_draft(slip, NOW)])
        checkpoint = seal(journal, KEY, NOW, log=ORIGIN)
        lines = [cosign(checkpoint.note.text, name, key, 1) for name, key in (("w1.example", ONE), ("w2.example", TWO))]
        journal.save_cosignatures(1, lines)
        policy = _policy()
        receipt = make_receipt(journal, 1, policy)
    text = str(receipt)
    longest = LogProof(LEAVES - 1, (bytes(32),) * 24, receipt.note, receipt.extra)
    size = len(str(longest).encode())
    yield Row("receipt of four wagers, 2^24 leaves", size, None, "bytes", "", RECEIPT_MAX, lower_is_better=True)
    ours = min(_seconds(partial(verify_receipt, text, Demands(policy=policy))) for _ in range(20)) * 1e3
    demands = standalone.Expected([], standalone.PolicyFile(policy.text), [])

    def theirs() -> None:
        standalone.is_signed.cache_clear()
        standalone.verify_proof(text, demands)

    second = min(_seconds(theirs) for _ in range(5)) * 1e3
    yield Row("receipt verified", ours, second, "ms", "the standalone verifier, in plain Python", 1, True)


def _policy() -> WitnessPolicy:
    log = VerifierKey(ORIGIN, ED25519, KEY.public)
    one, two = (VerifierKey(f"w{at}.example", COSIGNATURE, key.public) for at, key in zip(count(1), (ONE, TWO)))
    return parse_policy(f"log {log}\nwitness w1 {one}\nwitness w2 {two}\ngroup both all w1 w2\nquorum both\n")


def _beside_play(directory: Path, turns: int) -> Iterator[Row]:
    library = directory / "blast.so"
    source = Path(__file__).with_name("blast.c")
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
    without: list[Window] = []
    beside: list[Window] = []
    with served_floor(directory, TERMINALS, library) as floor:
        floor.terminals("connect")
        floor.server.ask("settle_down")
        wager_window(floor, PER_SECOND)
        for _ in range(turns):
            without.append(wager_window(floor, PER_SECOND))
            beside.append(_sealed_window(floor))
    plain, sealed = (median(each.p99 for each in windows) for windows in (without, beside))
    rate = f"{PER_SECOND:,} wagers/s"
    spread = f"median of {turns} windows, without {_between(without)}, with {_between(beside)} ms"
    yield Row(f"{rate}, p99 during a seal of {RECORDS:,} records", sealed, plain, "ms", spread, 1.05, True)


def _sealed_window(floor: Floor) -> Window:
    """A window during which all records of the previous one are sealed."""
    floor.server.ask("seal")
    window = wager_window(floor, PER_SECOND)
    floor.server.ask("sealed")
    return window


def _between(windows: list[Window]) -> str:
    return f"{min(each.p99 for each in windows):,.1f} to {max(each.p99 for each in windows):,.1f}"


if __name__ == "__main__":
    show("proof", rows())
