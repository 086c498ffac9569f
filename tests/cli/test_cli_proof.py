"""key, witness, signer, restore, print note, and verify with a policy and with receipts: as processes, as people do."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.journal.cosignature import cosign
from croupier.journal.key import load_key
from croupier.journal.note import ED25519, TreeHead, VerifierKey, sign_note
from croupier.journal.policy import parse_policy
from croupier.journal.seal import seal
from croupier.journal.signer import SignerClient
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.submission import Submission, WitnessClient
from croupier.records.receipt import STREAM, make_receipt, slip_draft, slips_of
from croupier.records.rounds import find_round
from tests.cli.running import Croupier
from tests.journal.examples import drafts
from tests.journal.witnesses import NAMES, vkey
from tests.press.structure import check_structure

DAY = "examples/day.play"
ORIGIN = "house.example/premises"


@contextmanager
def process(*arguments: object) -> Iterator[list[str]]:
    """A command that runs until it is stopped: the lines it printed up to the one that says how to stop it."""
    command = [str(Path(sys.executable).parent / "croupier"), *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            told = []
            for line in running.stdout:
                told.append(line.rstrip("\n"))
                if "Ctrl-C stops it" in line:
                    break
            yield told
        finally:
            running.send_signal(signal.SIGTERM)
            out, err = running.communicate(timeout=30)
            assert running.returncode == 0, err
            assert "Stopped." in out
            assert "Traceback" not in err


@pytest.fixture
def day(croupier: Croupier, tmp_path: Path) -> Path:
    """The journal of a day, sealed by a key of its own."""
    journal = tmp_path / "day.journal"
    assert croupier("play", DAY, "--journal", str(journal), "--key", str(tmp_path / "day.key")).code == 0
    return journal


def cosigned(journal: Path, key: Path) -> Path:
    """Both witnesses have cosigned; the policy is a file next to it."""
    with SqliteJournal(journal) as opened:
        last = opened.last_checkpoint()
        assert last is not None
        lines = [cosign(last.note.text, name, own, 1_731_672_060) for name, own in NAMES.items()]
        opened.save_cosignatures(last.number, lines)
        origin = last.head.origin
    witnesses = "".join(f"witness {name} {vkey(name, own)}\n" for name, own in NAMES.items())
    log = VerifierKey(origin, ED25519, load_key(key).public)
    text = f"log {log}\n{witnesses}group both all {' '.join(NAMES)}\nquorum both\n"
    path = journal.with_name("house.policy")
    path.write_text(text)
    parse_policy(text)
    return path


def test_verify_demands_the_quorum_of_a_policy(croupier: Croupier, day: Path, tmp_path: Path) -> None:
    policy = cosigned(day, tmp_path / "day.key")
    ran = croupier("verify", str(day), "--policy", str(policy))
    assert ran.code == 0, ran.out
    assert "The quorum of witnesses has cosigned all of them, last at 2024-11-15 12:01:00 UTC." in ran.out
    found = croupier("verify", str(day), "--policy", str(policy), "--json").json
    assert found["cosigned"] == found["records"] == found["sealed"] > 0
    with SqliteJournal(day) as journal:
        seal(journal, load_key(tmp_path / "day.key"), 1_731_672_070_000)
    ran = croupier("verify", str(day), "--policy", str(policy))
    assert ran.code == 1
    assert "uncosigned" in ran.out
    policy.write_text("quorum nobody\n")
    ran = croupier("verify", str(day), "--policy", str(policy))
    assert (ran.code, ran.out) == (2, "")
    assert "house.policy: line 1" in ran.err
    ran = croupier("verify", str(day), "--ask")
    assert (ran.code, ran.out) == (2, "")


def test_bundles_and_receipts_are_verified_with_a_policy(croupier: Croupier, day: Path, tmp_path: Path) -> None:
    with SqliteJournal(day) as journal:
        round = find_round(journal.read("table/7"), 1)
        slips = slips_of(round, 1, iter(["n" * 16] * 9))
        journal.append(STREAM, 0, [slip_draft(slip, 1) for slip in slips])
        seal(journal, load_key(tmp_path / "day.key"), 1)
    policy = cosigned(day, tmp_path / "day.key")
    out = tmp_path / "out"
    out.mkdir()
    assert croupier("bundle", str(day), "--round", "1", "--out", str(out / "b"), "--policy", str(policy)).code == 0
    assert (out / "verify_journal.py").is_file()
    ran = croupier("verify", str(out / "b"), "--policy", str(policy))
    assert ran.code == 0
    assert "Cosigned by 2 of 2 witnesses: the quorum." in ran.out
    with SqliteJournal(day, read_only=True) as journal:
        text = str(make_receipt(journal, 1, parse_policy(policy.read_text())))
    receipt = out / "r.tlog-proof"
    receipt.write_text(text, "utf-8")
    paper = out / "r.pdf"
    assert croupier("print", "receipt", str(receipt), "--out", str(paper)).code == 0
    assert "round" in check_structure(paper.read_bytes()).text
    assert text.splitlines()[0] in croupier("print", "receipt", str(receipt)).out
    assert "Quittung" in croupier("print", "receipt", str(receipt), "--language", "de").out
    assert croupier("print", "receipt", "README.md").code == 2
    ran = croupier("verify", str(receipt), "--policy", str(policy))
    assert ran.code == 0, ran.out
    assert "round 1 at table 7, seat 1: the number was 17." in ran.out
    assert "17-20, $5.00: wins $85.00, $5.00 back" in ran.out
    assert "Staked $10.00, back $90.00." in ran.out
    found = croupier("verify", str(receipt), "--policy", str(policy), "--json").json
    assert (found["ok"], found["receipt"]["number"], found["cosigned"]) == (True, "17", 2)
    assert croupier("verify", str(receipt), "--key", str(tmp_path / "day.key.pub")).code == 0
    ran = croupier("verify", str(receipt))
    assert (ran.code, ran.out) == (2, "")
    assert "does not name its own key" in ran.err
    receipt.write_text(text.replace("index ", "index 1"), "utf-8")
    ran = croupier("verify", str(receipt), "--policy", str(policy))
    assert ran.code == 1
    assert "nothing is proved" in ran.out
    receipt.write_bytes(text.encode() + b"\xff")
    assert croupier("verify", str(receipt), "--policy", str(policy)).code == 1


def test_a_receipt_that_says_something_else_than_the_records_is_a_finding(
    croupier: Croupier, day: Path, tmp_path: Path
) -> None:
    with SqliteJournal(day) as journal:
        (slip,) = slips_of(find_round(journal.read("table/7"), 1), 1, iter(["n" * 16]))
        journal.append(STREAM, 0, [slip_draft(replace(slip, number="18"), 1)])
    ran = croupier("verify", str(day))
    assert ran.code == 1
    assert "Receipt 1 is not what table 7 recorded of round 1." in ran.out
    ran = croupier("verify", str(day), "--json")
    assert ran.code == 1
    assert '"receipts": ["Receipt 1 is not what table 7 recorded of round 1."]' in ran.out


def test_a_key_is_created_and_printed(croupier: Croupier, tmp_path: Path) -> None:
    path = tmp_path / "log.key"
    ran = croupier("key", str(path), "--origin", ORIGIN)
    assert ran.code == 0
    assert ran.out.startswith(f"{ORIGIN}+")
    again = croupier("key", str(path), "--origin", ORIGIN, "--json").json
    assert again["vkey"] == ran.out.strip()
    assert croupier("key", str(path)).out.startswith("journal.invalid/")
    assert croupier("key", str(path), "--origin", "a b").code == 2
    path.chmod(0o644)
    assert croupier("key", str(path)).code == 2


def test_a_witness_serves_and_prints_its_evidence(croupier: Croupier, tmp_path: Path) -> None:
    vkey_of_log = croupier("key", str(tmp_path / "log.key"), "--origin", ORIGIN).out.strip()
    key = load_key(tmp_path / "log.key")
    common = ("witness", "--data", str(tmp_path / "w"), "--name", "w1.example")
    with process(*common, "--log", vkey_of_log, "--port", "0") as told:
        url = told[0].split(" at ")[1].split(" ")[0]
        assert told[1].startswith("Verifier key: w1.example+")
        client = WitnessClient(url)
        one = sign_note(str(TreeHead(ORIGIN, 3, bytes(32))), ORIGIN, key)
        two = sign_note(str(TreeHead(ORIGIN, 3, b"\1" * 32)), ORIGIN, key)
        assert isinstance(client.add_checkpoint(0, (), one), tuple)
        client.add_checkpoint(3, (), two)
        client.close()
        policy = tmp_path / "p"
        policy.write_text(f"log {vkey_of_log}\nwitness w {told[1].removeprefix('Verifier key: ')} {url}\nquorum w\n")
        with SqliteJournal(tmp_path / "journal") as journal:
            journal.append("table/7", 0, drafts(1))
            seal(journal, key, 1, log=ORIGIN)
        ran = croupier("verify", str(tmp_path / "journal"), "--policy", str(policy), "--ask")
        assert ran.code == 1
        assert "truncated" in ran.out, "the witness has seen three leaves, and here are two"
    ran = croupier("verify", str(tmp_path / "journal"), "--policy", str(policy), "--ask")
    assert (ran.code, ran.out) == (3, "")
    assert "does not answer" in ran.err
    ran = croupier(*common, "--evidence")
    assert ran.code == 1
    assert f"{ORIGIN} showed 3 leaves, root {'01' * 32}, after a checkpoint with 3 leaves (409)." in ran.out
    ran = croupier(*common, "--evidence", "--json")
    assert ran.code == 1
    (each,) = json.loads(ran.out)
    assert each["request"] == bytes(Submission(3, (), two)).decode()
    assert croupier("witness", "--data", str(tmp_path / "w"), "--name", "other.example").code == 3
    assert croupier(*common, "--log", "nonsense").code == 2
    assert croupier("witness", "--data", str(tmp_path / "x"), "--name", "x.example", "--evidence").code == 0


def test_a_signer_serves_its_socket(tmp_path: Path) -> None:
    socket = tmp_path / "s"
    with process("signer", "--data", tmp_path / "signer", "--socket", socket):
        client = SignerClient(socket)
        assert client.public == load_key(tmp_path / "signer" / "signer.key").public
        with SqliteJournal(tmp_path / "journal") as journal:
            journal.append("table/7", 0, drafts(1))
            seal(journal, client, 1, log=ORIGIN)
    with process("signer", "--data", tmp_path / "signer", "--socket", socket) as told:
        assert told[0] == f"{ORIGIN}: 1 checkpoint signed so far."


def test_a_backup_is_restored_under_a_new_name(croupier: Croupier, day: Path, tmp_path: Path) -> None:
    assert croupier("backup", str(day), str(tmp_path / "copy")).code == 0
    ran = croupier("restore", str(tmp_path / "copy"), str(tmp_path / "new"), "--origin", "house.example/2")
    assert ran.code == 0, ran.err
    assert "sealed as house.example/2, after journal.invalid/" in ran.out
    assert "Policy line: log house.example/2+" in ran.out
    new = tmp_path / "new"
    ran = croupier("verify", str(new / "journal.sqlite"), "--key", str(new / "checkpoint.key.pub"))
    assert ran.code == 0, ran.out
    for arguments, code in (
        ((str(tmp_path / "copy"), str(new), "--origin", "x.example"), 3),
        ((str(tmp_path / "missing"), str(tmp_path / "n"), "--origin", "x.example"), 2),
        ((str(tmp_path / "copy"), str(tmp_path / "n"), "--origin", "a b"), 2),
        ((str(tmp_path / "copy"), str(tmp_path / "n"), "--origin", "x.example", "--seen", "README.md"), 2),
    ):
        ran = croupier("restore", *arguments)
        assert (ran.code, ran.out) == (code, "")


def test_the_page_of_the_day_is_printed(croupier: Croupier, day: Path, tmp_path: Path) -> None:
    policy = cosigned(day, tmp_path / "day.key")
    page = tmp_path / "page.html"
    assert croupier("print", "note", str(day), "--policy", str(policy), "--house", "H", "--out", str(page)).code == 0
    assert "the quorum" in page.read_text("utf-8")
    ran = croupier("print", "note", str(day))
    assert ran.code == 0
    assert "croupier-heads/1\nnumber 1\n" in ran.out
    for arguments in ((str(day), "--out", "page.docx"), ("README.md",), (str(day), "--policy", "missing")):
        assert croupier("print", "note", *arguments).code == 2
    with SqliteJournal(tmp_path / "empty"):
        pass
    assert croupier("print", "note", str(tmp_path / "empty")).code == 2
