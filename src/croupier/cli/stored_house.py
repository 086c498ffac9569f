"""The house file and the house's own rulebooks in a data directory, with the hash of each file."""

from __future__ import annotations

import datetime
import os
import shutil
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from croupier.cli.files import directory_of, read_text
from croupier.cli.table_options import book_directories
from croupier.rules.library import Library, packaged
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems

if TYPE_CHECKING:
    from croupier.journal.stores import JournalStore
    from croupier.rules.house import HouseText

HOUSE_FILE = "house.toml"
RULEBOOKS = "rulebooks"


def read_house_text(directory: Path, given: str | None, rulebooks: Sequence[str] = ()) -> HouseText:
    """The given house file, or the one in the directory; raises problems outside its tables."""
    from croupier.rules.house import HouseText, survey_house

    if given is None:
        if rulebooks:
            raise Problems([Problem("--rulebooks", "it goes with --house", "Give both, or neither.")])
        return _read_kept(directory)
    named = book_directories(rulebooks)
    beside: Path | None = directory_of(given)
    if Path(given).resolve() == (directory / HOUSE_FILE).resolve():  # its rulebooks are stored next to it
        own, beside = directory / RULEBOOKS, None
        named += [own] if own.is_dir() else []
    text = read_text(given)
    found = survey_house(HouseText(text, given, Library(named) if named else packaged(), beside))
    return HouseText(text, HOUSE_FILE, found.library)


def _read_kept(directory: Path) -> HouseText:
    from croupier.rules.house import HouseText

    kept, seal = _kept(directory, HOUSE_FILE)
    if not kept.is_file():
        raise Problems([Problem("--house", f"{directory} keeps no house file yet", "Give one with --house FILE.")])
    text = read_text(str(kept))
    own = directory / RULEBOOKS
    library = Library([own]) if own.is_dir() else packaged()
    if not seal.is_file() or read_text(str(seal)) != _seal(HOUSE_FILE, text, library.outside_files()):
        raise Problems([_changed(kept, "--house")])
    return HouseText(text, HOUSE_FILE, library)


def check_in_force(store: JournalStore, house: HouseText) -> None:
    """Raises a problem if the text is not in force today, unless a table is still open and may continue."""
    from croupier.floor.house_survey import has_open_table
    from croupier.rules.house import survey_house

    today = datetime.datetime.now(datetime.UTC).date()
    out = survey_house(house, today=today).out_of_force
    if out is not None and not has_open_table(store):
        raise Problems([out])


def keep_house(directory: Path, house: HouseText) -> None:
    """Stores this house file and its rulebooks for the next start. The caller must hold the directory's lock."""
    files = house.library.outside_files()
    try:
        _keep_rulebooks(directory / RULEBOOKS, files)
    except OSError as error:
        raise Fault(f"{directory / RULEBOOKS} cannot be written ({error.strerror}). Choose another --data.") from error
    _keep(directory, HOUSE_FILE, house.text, _seal(HOUSE_FILE, house.text, files))


def _changed(kept: Path, option: str) -> Problem:
    wrong = f"{kept} is not the file that was given with {option}"
    return Problem(option, wrong, f"If the change is intended, give it again: {option} {kept}.")


def _keep(directory: Path, name: str, text: str, sealed: str) -> None:
    kept, seal = _kept(directory, name)
    try:
        for path, body in ((kept, text), (seal, sealed)):
            fresh = path.with_name(f"{path.name}.new")
            _write_new(fresh, body.encode())
            fresh.replace(path)
    except OSError as error:
        raise Fault(f"{kept} cannot be written ({error.strerror}). Choose another --data.") from error


def _keep_rulebooks(kept: Path, files: Mapping[str, bytes]) -> None:
    """Replaces the stored rulebooks. If interrupted, the hashes do not match, and a start asks for the house file."""
    fresh = kept.with_name(f"{kept.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    for path, data in files.items():
        (fresh / path).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write_new(fresh / path, data)
    shutil.rmtree(kept, ignore_errors=True)
    if files:
        fresh.replace(kept)


def _write_new(path: Path, body: bytes) -> None:
    path.unlink(missing_ok=True)
    with open(path, "xb", opener=_for_the_owner) as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())


def _kept(directory: Path, name: str) -> tuple[Path, Path]:
    return directory / name, directory / f"{name}.sha256"


def _for_the_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _seal(name: str, text: str, files: Mapping[str, bytes] = MappingProxyType({})) -> str:
    """The hashes in the format of `sha256sum --check`; `files` are the rulebooks of the house file."""
    named = {name: text.encode(), **{f"{RULEBOOKS}/{path}": data for path, data in sorted(files.items())}}
    return "".join(f"{sha256(data).hexdigest()}  {path}\n" for path, data in named.items())
