"""A copy of the last checkpoint outside the journal, which detects a journal that has lost its checkpoints."""

from __future__ import annotations

import os
from pathlib import Path

from msgspec import DecodeError, Struct, ValidationError, json

from croupier.journal.chain import BrokenChain
from croupier.journal.checkpoint import BadCheckpoint, Checkpoint, parse_checkpoint
from croupier.journal.port import Journal
from croupier.terms.fault import Fault
from croupier.terms.text import counted


class _Texts(Struct, frozen=True):
    statement: str = ""
    note: str = ""


_texts = json.Decoder(_Texts)


class LastCheckpointFile:
    """A file with the last signed checkpoint; an empty statement means that there is none yet."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self, checkpoint: Checkpoint | None = None) -> None:
        """Creates the file if it does not exist, with this checkpoint or with none."""
        if self.path.exists():
            return
        if checkpoint is None:
            self._write(_Texts())
        else:
            self.save(checkpoint)

    def save(self, checkpoint: Checkpoint) -> None:
        """Saves this checkpoint atomically."""
        self._write(_Texts(checkpoint.statement.text, str(checkpoint.note)))

    def check(self, journal: Journal) -> None:
        """Raises if the journal does not hold the last signed checkpoint."""
        kept = self.load()
        if kept is None:
            return
        here = journal.checkpoint(kept.number)
        if here is None or (here.statement, here.head) != (kept.statement, kept.head):
            found = "is not in the journal" if here is None else "differs from the one in the journal"
            raise BrokenChain(
                f"Checkpoint {kept.number} was signed over {counted(kept.records, 'record')} and {found}. "
                f"Nothing was sealed. Keep the journal and {self.path.name} as they are, run croupier verify, "
                "and restore a backup."
            )

    def load(self) -> Checkpoint | None:
        """The last checkpoint; raises `BrokenChain` if the file is missing or cannot be read as one."""
        try:
            texts = _texts.decode(self.path.read_bytes())
            return parse_checkpoint(texts.statement, texts.note) if texts.statement else None
        except FileNotFoundError:
            raise BrokenChain(
                f"{self.path} does not exist, so the last signed checkpoint is not known. Nothing was sealed. "
                "Put the file back, or restore a backup with croupier restore."
            ) from None
        except OSError as error:
            raise Fault(f"{self.path} cannot be read ({error.strerror}). Nothing was sealed.") from error
        except (DecodeError, ValidationError, BadCheckpoint) as error:
            raise BrokenChain(f"{self.path} is not the last checkpoint: {error}. Nothing was sealed.") from error

    def _write(self, texts: _Texts) -> None:
        fresh = self.path.with_name(f"{self.path.name}.new")
        try:
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(json.encode(texts))
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self.path)
        except OSError as error:
            raise Fault(f"{self.path} cannot be written ({error.strerror}).") from error
