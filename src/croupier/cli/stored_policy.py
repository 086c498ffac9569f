"""The policy in a data directory that names the witnesses of a journal, with its hash."""

from __future__ import annotations

import argparse
import os
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.files import read_text
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems, shown

if TYPE_CHECKING:
    from croupier.floor.witnessing import Witnessing
    from croupier.journal.seal import CheckpointSigner

POLICY_FILE = "house.policy"


def read_witnessing(directory: Path, args: argparse.Namespace) -> Witnessing:
    """Who seals and cosigns the journal, from the options or from the directory."""
    from croupier.floor.witnessing import Witnessing
    from croupier.journal.note import is_name
    from croupier.journal.policy import load_policy, parse_policy

    if args.origin and not is_name(args.origin):
        right = "Use an address without a scheme, like house.example/premises."
        raise Problems([Problem("--origin", f"{shown(args.origin)} is not a name for a log", right)])
    if args.policy is not None:
        return Witnessing(load_policy(Path(args.policy)), args.origin, _signer(args.signer))
    text = _kept_text(directory)
    return Witnessing(None if text is None else parse_policy(text), args.origin, _signer(args.signer))


def _signer(socket: str | None) -> CheckpointSigner | None:
    if socket is None:
        return None
    from croupier.journal.signer import SignerClient

    return SignerClient(Path(socket))


def keep_policy(directory: Path, text: str) -> None:
    """Stores this policy for the next start. The caller must hold the directory's lock."""
    kept, seal = _kept(directory)
    try:
        for path, body in ((kept, text), (seal, _digest(text))):
            fresh = path.with_name(f"{path.name}.new")
            fresh.unlink(missing_ok=True)
            with open(fresh, "x", encoding="utf-8", opener=_for_the_owner) as file:
                file.write(body)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
    except OSError as error:
        raise Fault(f"{kept} cannot be written ({error.strerror}). Choose another --data.") from error


def _kept_text(directory: Path) -> str | None:
    """The policy in the directory; raises a problem if it was changed there."""
    kept, seal = _kept(directory)
    if not kept.is_file():
        return None
    text = read_text(str(kept))
    if not seal.is_file() or read_text(str(seal)) != _digest(text):
        wrong = f"{kept} is not the file that was given with --policy"
        raise Problems([Problem("--policy", wrong, f"If the change is intended, give it again: --policy {kept}.")])
    return text


def _kept(directory: Path) -> tuple[Path, Path]:
    return directory / POLICY_FILE, directory / f"{POLICY_FILE}.sha256"


def _for_the_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _digest(text: str) -> str:
    """The hash in the format of `sha256sum --check`."""
    return f"{sha256(text.encode()).hexdigest()}  {POLICY_FILE}\n"
