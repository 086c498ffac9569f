"""Keys that only their owner can read, and checkpoints whose bytes are frozen."""

from __future__ import annotations

import shutil
import stat
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.journal.checkpoint import BadCheckpoint, check_own_signature, parse_checkpoint, parse_statement
from croupier.journal.key import BadKey, SigningKey, create_key, load_key, load_public, public_path
from croupier.journal.memory import MemoryJournal
from croupier.journal.note import SignedNote, sign_note
from croupier.journal.seal import seal
from croupier.journal.verify import load_note
from croupier.terms.fault import Fault
from tests.journal.examples import KEY, NOON, ORIGIN, OTHER_KEY, OpenJournal, drafts, example, fill

STATEMENT = """\
croupier-heads/1
number 1
time 1731672000010
records 4
key 03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8
head table/7 3 4a0d8d695490684d152218329d8c173615d85eba2c9a98d8809915f6edd6ab8e
head table/9 1 fb38045b41909db4c7921ce5aa025239c67e65bfda7224b6ce6b8b6f21d438b7
"""


def test_the_texts_of_a_checkpoint_are_frozen() -> None:
    """The tree and the signature are made here by hand: five leaves, the last of them the statement."""
    first, _ = example().checkpoints()
    assert first.statement.text == STATEMENT
    hashes = [record.hash for record in example().read_all(limit=4)]
    leaf = [sha256(b"\0" + entry).digest() for entry in (*hashes, STATEMENT.encode())]
    pairs = [sha256(b"\1" + left + right).digest() for left, right in ((leaf[0], leaf[1]), (leaf[2], leaf[3]))]
    root = sha256(b"\1" + sha256(b"\1" + b"".join(pairs)).digest() + leaf[4]).digest()
    text = f"journal.invalid/03a107bff3ce10be\n5\n{b64encode(root).decode()}\n"
    key_id = sha256(f"{ORIGIN}\n\x01".encode() + KEY.public).digest()[:4]
    signature = b64encode(key_id + KEY.sign(text.encode())).decode()
    assert str(first.note) == f"{text}\n\u2014 {ORIGIN} {signature}\n"
    assert parse_checkpoint(STATEMENT, str(first.note)) == first
    check_own_signature(first)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("heads/1", "heads/2"),
        ("number 1", "number 01"),
        ("number 1", "number 0"),
        ("records 4", "records 5"),
        ("head table/9 1", "head table/9 0"),
        ("head table/9", "head table/6"),
        ("head table/9", "continues table/9"),
        ("key 03", "continues a 1 " + "0" * 64 + "\nkey 03"),
        ("time 1", "time 9999999999999999"),
        ("key ", "key A"),
        ("head table/7", "continues a+b 3 " + "0" * 64 + "\nhead table/7"),
    ],
)
def test_a_text_that_is_not_exactly_a_statement_is_refused(old: str, new: str) -> None:
    with pytest.raises(BadCheckpoint):
        parse_statement(STATEMENT.replace(old, new, 1))
    for wrong in (STATEMENT + "\n", STATEMENT[:-1], "\n" + STATEMENT, ""):
        with pytest.raises(BadCheckpoint):
            parse_statement(wrong)


def test_a_note_that_does_not_fit_its_statement_is_refused() -> None:
    first, second = example().checkpoints()
    wrong = [
        str(second.note),
        str(first.note).replace("\n5\n", "\n6\n"),
        str(sign_note(first.note.text, ORIGIN, OTHER_KEY)),
        str(sign_note(first.note.text + "more\n", ORIGIN, KEY)),
        str(first.note)[:-1],
    ]
    for note in wrong:
        with pytest.raises(BadCheckpoint):
            parse_checkpoint(STATEMENT, note)


def test_a_key_file_is_made_for_its_owner_only_and_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "seal.key"
    key = create_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_key(path).public == key.public == load_public(public_path(path))[0]
    with pytest.raises(BadKey, match="never replaced"):
        create_key(path)
    assert key.public.hex() in repr(key)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o601, 0o660])
def test_a_key_that_others_can_use_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "seal.key"
    create_key(path)
    path.chmod(mode)
    with pytest.raises(BadKey, match="can be used by others"):
        load_key(path)


def test_what_is_not_a_key_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "seal.key"
    create_key(path)
    (tmp_path / "link").symlink_to(path)
    with pytest.raises(BadKey, match="cannot be read"):
        load_key(tmp_path / "link")
    with pytest.raises(BadKey, match="cannot be read"):
        load_key(tmp_path / "nothing")
    with pytest.raises(BadKey, match="is not a file"):
        load_key(tmp_path)
    with pytest.raises(BadKey, match="no Ed25519 public key"):
        load_public(path)
    with pytest.raises(BadKey, match="cannot be read"):
        load_public(tmp_path / "nothing")
    path.write_text("no key")
    with pytest.raises(BadKey, match="PEM"):
        load_key(path)


def test_a_file_of_several_public_keys_trusts_them_all(tmp_path: Path) -> None:
    keys = [create_key(tmp_path / name) for name in ("old", "new")]
    both = tmp_path / "both.pub"
    both.write_bytes((tmp_path / "old.pub").read_bytes() + (tmp_path / "new.pub").read_bytes())
    assert load_public(both) == tuple(key.public for key in keys)


def test_a_broken_journal_is_never_sealed() -> None:
    journal = OpenJournal()
    fill(journal, sealed=True)
    *others, last = journal.read_all()
    first, *_ = journal.checkpoints()
    journal.put([*others, replace(last, body=b"forged")])
    journal.put_checkpoints([first])
    with pytest.raises(Fault, match="chain is broken"):
        seal(journal, KEY, NOON)
    (signature,) = first.note.signatures
    forged = SignedNote(first.note.text, (replace(signature, data=bytes(64)),))
    journal.put_checkpoints([replace(first, note=forged)])
    with pytest.raises(Fault, match="signature of checkpoint 1 is wrong"):
        seal(journal, KEY, NOON)


def test_an_empty_journal_and_an_unchanged_one_can_be_sealed() -> None:
    journal = MemoryJournal()
    assert seal(journal, KEY, NOON).records == 0
    journal.append("table/7", 0, drafts(1))
    assert [seal(journal, KEY, NOON).records, seal(journal, KEY, NOON).records] == [1, 1]


def test_a_note_in_a_file_is_the_note_and_nothing_else(tmp_path: Path) -> None:
    first, _ = example().checkpoints()
    path = tmp_path / "note"
    path.write_text(str(first.note), "utf-8")
    assert load_note(path) == first.note
    path.write_text(first.note.text, "utf-8")
    with pytest.raises(Fault, match="is not a checkpoint's note"):
        load_note(path)
    with pytest.raises(Fault, match="cannot be read"):
        load_note(tmp_path / "nothing")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_an_auditor_can_check_a_signature_with_openssl_alone(tmp_path: Path) -> None:
    key: SigningKey = create_key(tmp_path / "seal.key")
    journal = example(sealed=False)
    checkpoint = seal(journal, key, NOON)
    (tmp_path / "signed").write_text(checkpoint.note.text, "utf-8")
    (tmp_path / "signature").write_bytes(checkpoint.note.signatures[0].data)
    command = "openssl pkeyutl -verify -pubin -inkey seal.key.pub -rawin -in signed -sigfile signature".split()
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    (tmp_path / "signed").write_text(checkpoint.note.text.replace("\n8\n", "\n9\n"), "utf-8")
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode != 0


def test_rules_alone_load_neither_database_nor_cipher() -> None:
    script = "import croupier, sys; sys.exit(bool({'apsw', 'cryptography'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
