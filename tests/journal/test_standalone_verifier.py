"""A second verifier that shares no code with ours: it runs alone, and the two agree on a thousand journals."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.journal import verify_journal as standalone
from croupier.journal.backup import back_up
from croupier.journal.checkpoint import Checkpoint
from croupier.journal.cosignature import cosign
from croupier.journal.inclusion import prove_record
from croupier.journal.key import SigningKey, create_key, is_signed
from croupier.journal.memory import MemoryJournal
from croupier.journal.policy import Demands, WitnessPolicy, parse_policy
from croupier.journal.seal import seal
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.standalone_verifier import NAME, verifier_source, write_verifier
from croupier.journal.stores import SqliteStore
from croupier.journal.tape import EXPORT_TITLE, UnreadableRow, export_tape
from croupier.journal.verify import verify_tape
from croupier.records.bundle import make_bundle, verify_bundle
from croupier.records.receipt import make_receipt
from croupier.records.rounds import rounds
from croupier.terms.fault import Fault
from tests.conftest import ROOT
from tests.journal.examples import KEY, NOON, ORIGIN, OTHER_KEY, drafts, example, exported, fill
from tests.journal.witnesses import NAMES, policy_of, policy_text
from tests.nightly import extent
from tests.records.days import GOLDEN, golden, played
from tests.records.test_receipts import cosigned_day

pytestmark = pytest.mark.slow

SOURCE = Path(standalone.__file__)


def test_it_is_one_file_of_the_standard_library() -> None:
    imported = set()
    for node in ast.walk(ast.parse(SOURCE.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").partition(".")[0])
    assert imported <= sys.stdlib_module_names
    assert verifier_source() == SOURCE.read_bytes()


def run(*arguments: object) -> tuple[int, str]:
    """Alone: no site packages, nothing of the directory."""
    command = [sys.executable, "-I", "-S", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


def test_it_runs_alone_on_every_kind_of_file(tmp_path: Path) -> None:
    key = create_key(tmp_path / "seal.key")
    journal, policy = cosigned_day()
    with SqliteJournal(tmp_path / "journal.sqlite") as stored:
        fill(stored)
        policy_of(stored)
    back_up(SqliteStore(tmp_path / "journal.sqlite"), tmp_path / "copy.sqlite")
    assert (tmp_path / NAME).read_bytes() == SOURCE.read_bytes(), "it is written next to a backup"
    (tmp_path / "journal.policy").write_text(policy_text())
    (tmp_path / "house.policy").write_text(policy.text)
    (tmp_path / "export").write_bytes(exported(example()))
    (tmp_path / "round.bundle").write_bytes(make_bundle(journal, "table/7", 1, policy))
    (tmp_path / "a.tlog-proof").write_text(str(make_receipt(journal, 1, policy)), "utf-8")
    last = example().last_checkpoint()
    assert last is not None
    (tmp_path / "note").write_text(str(last.note), "utf-8")
    own = tmp_path / NAME
    for file, options in (
        ("journal.sqlite", ("--policy", "journal.policy")),
        ("copy.sqlite", ("--policy", "journal.policy", "--seen", "note")),
        ("export", ("--seen", "note")),
        ("round.bundle", ("--policy", "house.policy")),
        ("a.tlog-proof", ("--policy", "house.policy")),
    ):
        given = [tmp_path / each if not each.startswith("--") else each for each in options]
        code, words = run(own, tmp_path / file, *given)
        assert code == 0, words
        assert ": valid: " in words
        code, words = run(own, tmp_path / file, "--key", tmp_path / "seal.key.pub")
        assert code == 1, words
        data = bytearray((tmp_path / file).read_bytes())
        at = 60 if file == "a.tlog-proof" else data.index(b"red" if file == "round.bundle" else b"terminal:12")
        data[at] ^= 1
        (tmp_path / f"bad-{file}").write_bytes(data)
        code, words = run(own, tmp_path / f"bad-{file}", *given)
        assert (code, "INVALID" in words) == (1, True), words
    assert "seat 1, number 1" in run(own, tmp_path / "a.tlog-proof", "--policy", tmp_path / "house.policy")[1]
    for arguments in (
        (tmp_path / "missing",),
        (own,),
        (tmp_path / "a.tlog-proof",),
        (tmp_path / "export", "--policy", tmp_path / "note"),
        (tmp_path / "export", "--seen", own),
        (tmp_path / "export", "--key", own),
    ):
        assert run(own, *arguments)[0] == 2
    assert key.public


def test_it_is_never_put_over_another_file(tmp_path: Path) -> None:
    first = write_verifier(tmp_path)
    assert write_verifier(tmp_path) == first
    first.write_text("mine")
    second = write_verifier(tmp_path)
    assert second != first
    assert (first.read_text(), second.read_bytes()) == ("mine", verifier_source())
    second.write_text("mine too")
    with pytest.raises(Fault, match="Move it away"):
        write_verifier(tmp_path)


def test_its_signatures_are_those_of_the_library_and_of_the_rfc() -> None:
    """The first vectors of RFC 8032, section 7.1, then random ones; a changed byte is a wrong signature in both."""
    vectors = [
        ("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", ""),
        ("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "72"),
        ("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", "af82"),
    ]
    known = [
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ]
    random = Random(7)
    cases = [(bytes.fromhex(secret), bytes.fromhex(message)) for secret, message in vectors]
    cases += [(random.randbytes(32), random.randbytes(random.randrange(100))) for _ in range(20)]
    for at, (secret, message) in enumerate(cases):
        key = SigningKey(Ed25519PrivateKey.from_private_bytes(secret))
        signature = key.sign(message)
        if at < 3:
            assert signature.hex() == known[at]
        assert standalone.is_signed(key.public, message, signature)
        for _ in range(3):
            bad = bytearray(signature)
            bad[random.randrange(64)] ^= 1 << random.randrange(8)
            assert not standalone.is_signed(key.public, message, bytes(bad))
            assert not is_signed(message, bytes(bad), key.public)
    for odd in (b"", bytes(32), b"\xff" * 32, (2**255 - 19).to_bytes(32, "little")):
        assert standalone.is_signed(odd, b"x", bytes(64)) == is_signed(b"x", bytes(64), odd)


# A thousand journals


def made(random: Random) -> tuple[MemoryJournal, WitnessPolicy]:
    """A journal of a few streams and checkpoints; each checkpoint may have been cosigned by none, one or both."""
    journal = MemoryJournal()
    for step in range(random.randrange(1, 5)):
        for stream in random.sample(["table/7", "table/9", "premises", "receipts"], random.randrange(0, 3)):
            journal.append(stream, journal.head(stream).version, drafts(random.randrange(1, 4), random.randrange(1000)))
        if random.random() < 0.8:
            checkpoint = seal(journal, KEY, NOON + step)
            cosigners = random.choice([[], [*NAMES][:1], [*NAMES], [*NAMES], [*NAMES]])
            lines = [cosign(checkpoint.note.text, name, NAMES[name], 100 + step) for name in cosigners]
            journal.save_cosignatures(checkpoint.number, lines)
    return journal, parse_policy(policy_text())


def tampered(random: Random, data: bytes) -> bytes:
    """The export, good or changed in one of many ways."""
    lines = data.split(b"\n")[:-1]
    at = random.randrange(1, len(lines)) if len(lines) > 1 else 0
    match random.randrange(10):
        case 0 | 1:
            return data
        case 2:
            del lines[at:]
        case 3:
            del lines[at]
        case 4:
            other = random.randrange(min(1, len(lines) - 1), len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case 5:
            lines.insert(at, lines[at])
        case 6:
            return _rewritten(random, lines)
        case 7:
            lines[at] = lines[at].replace(b"table/7", b"table/8")
        case _:
            place = random.randrange(len(EXPORT_TITLE), max(len(data), len(EXPORT_TITLE) + 1))
            changed = bytearray(data + b" ")
            changed[place] ^= 1 << random.randrange(8)
            return bytes(changed[:-1])
    return b"\n".join(lines) + b"\n"


def _rewritten(random: Random, lines: list[bytes]) -> bytes:
    """A body is changed and the whole chain rebuilt; checkpoints stay, or are sealed again with some key."""
    journal = MemoryJournal()
    key = random.choice([KEY, OTHER_KEY])
    notes = random.random() < 0.5
    victim = random.randrange(1, len(lines)) if len(lines) > 1 else 0
    for at, line in enumerate(lines[1:], start=1):
        value = msgspec.json.decode(line)
        if "checkpoint" in value:
            if notes:
                seal(journal, key, NOON + at, log=ORIGIN if journal.last_checkpoint() is None else "")
            continue
        (draft,) = drafts(1, 77 if at == victim else at)
        journal.append(value["stream"], journal.head(value["stream"]).version, [draft])
    return exported(journal)


def ours(data: bytes, demands: Demands) -> bool:
    try:
        return verify_tape(export_tape(io.BytesIO(data), len(data), lambda *_: None), demands).ok
    except UnreadableRow:
        return False


def theirs(data: bytes, demands: standalone.Expected) -> bool:
    try:
        standalone.verify_export(data, demands)
    except standalone.VerificationFailed:
        return False
    return True


@pytest.mark.parametrize("part", range(4))
def test_both_verifiers_agree_on_good_and_tampered_journals(part: int) -> None:
    random = Random(part)
    verdicts = {True: 0, False: 0}
    for _ in range(extent(20, 50)):
        journal, policy = made(random)
        data = exported(journal)
        other = standalone.PolicyFile(policy.text)
        notes = [each.note for each in journal.checkpoints()]
        for _ in range(5):
            changed = tampered(random, data)
            keys = random.choice([(), (), (KEY.public,), (OTHER_KEY.public,), (KEY.public, OTHER_KEY.public)])
            with_policy = random.random() < 0.4
            seen = random.choice([[], [], notes[-1:], notes[:1]])
            answer = ours(changed, Demands(keys, policy if with_policy else None, tuple(seen), sealed=bool(keys)))
            try:
                known = standalone.Expected(
                    list(keys), other if with_policy else None, [standalone.HeadNote(str(note)) for note in seen]
                )
                second = theirs(changed, known)
            except standalone.VerificationFailed:
                second = False
            assert answer == second, (part, changed, keys, with_policy, seen)
            verdicts[answer] += 1
    assert sum(verdicts.values()) == extent(100, 250)
    assert min(verdicts.values()) > extent(12, 30), verdicts


def test_both_find_every_changed_byte_of_a_receipt() -> None:
    journal, policy = cosigned_day()
    data = str(make_receipt(journal, 1, policy)).encode()
    demands = standalone.Expected([], standalone.PolicyFile(policy.text), [])
    assert "seat 1" in standalone.verify_proof(data.decode(), demands)
    for at in range(len(data)):
        changed = data[:at] + bytes([data[at] ^ (1, 2, 4, 32)[at % 4]]) + data[at + 1 :]
        with pytest.raises((standalone.VerificationFailed, UnicodeDecodeError)):
            standalone.verify_proof(changed.decode(), demands)


def test_it_finds_every_changed_byte_of_a_bundle() -> None:
    journal, policy = cosigned_day()
    data = make_bundle(journal, "table/7", 1, policy)
    demands = standalone.Expected([], standalone.PolicyFile(policy.text), [])
    assert "round 1 of table/7" in standalone.verify_bundle(data, demands)
    story = (data.index(b'"round":{'), data.index(b'"rules":{'))
    for at in range(0, len(data), extent(19, 1)):
        if story[0] <= at < story[1]:
            continue  # what it does not read of the round's figures is held below
        changed = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        with pytest.raises(standalone.VerificationFailed):
            standalone.verify_bundle(changed, demands)
    for old, new in (
        (b'"result":"1"', b'"result":"2"'),
        (b'"number":1,', b'"number":2,'),
        (b'"winnings":500', b'"winnings":501'),
    ):
        assert data.count(old) >= 1
        with pytest.raises(standalone.VerificationFailed):
            standalone.verify_bundle(data.replace(old, new), demands)


@pytest.mark.parametrize("name", sorted(path.stem for path in GOLDEN.glob("*.play")))
def test_both_accept_the_bundles_of_every_golden_day(name: str) -> None:
    script = golden(name)
    journal, _ = played(script)
    seal(journal, KEY, NOON)
    numbers = [each.number for each in rounds(journal.read(script.stream)) if each.finished]
    for number in numbers[:4]:
        data = make_bundle(journal, script.stream, number)
        assert verify_bundle(data, Demands((KEY.public,))).ok
        assert f"round {number} of" in standalone.verify_bundle(data, standalone.Expected([KEY.public], None, []))


# The page that it was written from


def blocks() -> list[str]:
    text = (ROOT / "docs" / "journal-format.md").read_text("utf-8")
    return re.findall(r"```\n(.*?)```", text[text.index("## Vectors") :], re.DOTALL)


def test_the_vectors_of_the_page_are_what_the_program_makes() -> None:
    journal = example()
    policy = policy_of(journal)
    checkpoints: list[Checkpoint] = list(journal.checkpoints())
    right = [each for checkpoint in checkpoints for each in (checkpoint.statement.text, str(checkpoint.note))]
    assert blocks() == [*right, policy.text, str(prove_record(journal, "table/9", 2, policy))]
    text = (ROOT / "docs" / "journal-format.md").read_text("utf-8")
    for at, record in enumerate(journal.read_all()):
        assert f"| {at} | `{record.stream}` | {record.version} | `{record.hash.hex()}` |" in text
    assert next(journal.read("table/7")).prev.hex() in text
