"""Keys that only their owner can read, and checkpoints whose bytes are frozen."""

from __future__ import annotations

import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.journal.checkpoint import BadCheckpoint, parse
from croupier.journal.key import BadKey, SigningKey, create_key, is_signed, load_key, load_public, public_path
from croupier.journal.memory import MemoryJournal
from croupier.journal.seal import seal
from croupier.journal.verify import load_witness
from croupier.terms.fault import Fault
from tests.journal.examples import KEY, NOON, drafts, example

FROZEN = """\
croupier-checkpoint/1
number 1
time 1731672000010
records 4
order 23d085908687feea43cb25b69ccc5f5af2b121d81babc4089330e92d49f66fee
previous 0000000000000000000000000000000000000000000000000000000000000000
key 03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8
head table/7 3 4a0d8d695490684d152218329d8c173615d85eba2c9a98d8809915f6edd6ab8e
head table/9 1 fb38045b41909db4c7921ce5aa025239c67e65bfda7224b6ce6b8b6f21d438b7
signature 3db76e7bf16ea73abf74a1518cb1015baee82a9c1fafa3d353c33b649139ab9a\
57eaa5d73e594efc8ccaa4842d27c88d0e94ce59e9486de25bc9a44601119503
"""


def test_the_text_of_a_checkpoint_is_frozen() -> None:
    first, _ = example().checkpoints()
    assert first.text == FROZEN
    assert parse(FROZEN) == first
    assert is_signed(first.signed_text.encode(), first.signature, KEY.public)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("checkpoint/1", "checkpoint/2"),
        ("number 1", "number 01"),
        ("number 1", "number 0"),
        ("records 4", "records 5"),
        ("head table/9 1", "head table/9 0"),
        ("head table/9", "head table/6"),
        ("signature ", "signature  "),
        ("time 1", "time 9999999999999999"),
        ("order ", "order A"),
    ],
)
def test_a_text_that_is_not_exactly_a_checkpoint_is_refused(old: str, new: str) -> None:
    with pytest.raises(BadCheckpoint):
        parse(FROZEN.replace(old, new, 1))
    for wrong in (FROZEN + "\n", FROZEN[:-1], "\n" + FROZEN, ""):
        with pytest.raises(BadCheckpoint):
            parse(wrong)


def test_a_key_file_is_made_for_its_owner_alone_and_never_replaced(tmp_path: Path) -> None:
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
    journal = example()
    journal._records[-1] = replace(journal._records[-1], body=b"forged")
    journal._checkpoints.pop()
    with pytest.raises(Fault, match="chain is broken"):
        seal(journal, KEY, NOON)
    first = journal._checkpoints[0]
    journal._checkpoints[0] = replace(first, time_ms=first.time_ms + 1)
    with pytest.raises(Fault, match="signature of checkpoint 1 is wrong"):
        seal(journal, KEY, NOON)


def test_an_empty_journal_and_an_unchanged_one_can_be_sealed() -> None:
    journal = MemoryJournal()
    assert seal(journal, KEY, NOON).records == 0
    journal.append("table/7", 0, drafts(1))
    assert [seal(journal, KEY, NOON).records, seal(journal, KEY, NOON).records] == [1, 1]


def test_a_witness_file_is_the_checkpoint_itself(tmp_path: Path) -> None:
    first, _ = example().checkpoints()
    path = tmp_path / "witness"
    path.write_text(first.text)
    assert load_witness(path) == first
    path.write_text(first.signed_text)
    with pytest.raises(Fault, match="is not a witness"):
        load_witness(path)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_an_auditor_can_check_a_signature_with_openssl_alone(tmp_path: Path) -> None:
    key: SigningKey = create_key(tmp_path / "seal.key")
    journal = example(sealed=False)
    checkpoint = seal(journal, key, NOON)
    (tmp_path / "signed").write_text(checkpoint.signed_text)
    (tmp_path / "signature").write_bytes(checkpoint.signature)
    command = "openssl pkeyutl -verify -pubin -inkey seal.key.pub -rawin -in signed -sigfile signature".split()
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    (tmp_path / "signed").write_text(checkpoint.signed_text.replace("records 7", "records 6"))
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode != 0


def test_rules_alone_load_neither_database_nor_cipher() -> None:
    script = "import croupier, sys; sys.exit(bool({'apsw', 'cryptography'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
