"""A rulebook is its folder: every byte counts, and any file content is either read or reported as wrong."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Problems
from croupier.rules.folder import (
    CUSTOMARY,
    FILE_MAX,
    FILES_MAX,
    PACKAGED,
    FolderChain,
    folders_of,
    read_folder,
)
from croupier.rules.library import Library, check_files, packaged

pytestmark = pytest.mark.slow

OUTSIDE = Path(__file__).parent.parent / "rulebooks"
BOOKS = packaged().ids()


def files_of(book: str) -> dict[str, bytes]:
    return dict(packaged().chain(book).files)


def digest(files: Mapping[str, bytes]) -> str:
    return FolderChain(tuple(folders_of(files).values())).digest


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the package's own folders, where they may be changed."""
    return Path(shutil.copytree(PACKAGED, tmp_path / "books"))


@pytest.mark.parametrize("book", BOOKS)
def test_every_byte_of_every_file_is_in_the_digest(book: str) -> None:
    """Its own files, those of the book it builds on, and the customary ones."""
    files = files_of(book)
    assert {path.partition("/")[0] for path in files} >= {book, CUSTOMARY}
    whole = digest(files)
    assert whole == packaged().book(book).digest
    for path, data in files.items():
        seen = {whole}
        for at in {0, len(data) // 2, len(data) - 1}:
            for change in (0x01, 0x20, 0x80):
                altered = bytearray(data)
                altered[at] ^= change
                seen.add(digest({**files, path: bytes(altered)}))
        assert len(seen) == 1 + 3 * len({0, len(data) // 2, len(data) - 1})
        assert digest({**files, path: data + b"\n"}) not in seen
        assert digest({**files, path: b""}) not in seen


@given(st.data())
def test_any_change_of_any_file_changes_the_digest(data: st.DataObject) -> None:
    files = files_of(data.draw(st.sampled_from(BOOKS)))
    path = data.draw(st.sampled_from(sorted(files)))
    other = data.draw(st.binary(max_size=200))
    assert (digest({**files, path: other}) == digest(files)) is (other == files[path])


@pytest.mark.parametrize("book", BOOKS)
def test_files_that_are_added_removed_renamed_or_exchanged_change_the_digest(book: str) -> None:
    files = files_of(book)
    seen = [digest(files), digest({**files, f"{book}/readings.toml": b""})]
    for path, content in files.items():
        rest = {other: each for other, each in files.items() if other != path}
        seen += [digest(rest), digest({**rest, f"{path}x": content})]
    first, second = sorted(files)[:2]
    seen.append(digest({**files, first: files[second], second: files[first]}))
    assert len(set(seen)) == len(seen)


def test_a_changed_base_or_customary_file_is_another_rulebook(copied: Path) -> None:
    before = {book: Library([copied]).chain(book).digest for book in BOOKS}
    assert before == {book: packaged().chain(book).digest for book in BOOKS}
    (copied / CUSTOMARY / "book.toml").write_bytes((copied / CUSTOMARY / "book.toml").read_bytes() + b"\n")
    after = {book: Library([copied]).chain(book).digest for book in BOOKS}
    assert not set(before.values()) & set(after.values())
    base = next(folder.name for folder in Library([copied]).chain("co-2014").folders[1:])
    (copied / base / "notes.txt").write_text("a file more")
    third = {book: Library([copied]).chain(book).digest for book in BOOKS}
    assert {book for book in BOOKS if third[book] != after[book]} == {"co-2014", base}


def test_hidden_files_and_caches_are_no_part_of_a_folder(copied: Path) -> None:
    before = Library([copied]).chain("nj").digest
    (copied / "nj" / ".book.toml.swp").write_text("an editor's")
    (copied / "nj" / "__pycache__").mkdir()
    assert Library([copied]).chain("nj").digest == before


# Broken folders.


def test_a_file_too_large_too_many_or_of_a_strange_name_is_a_problem(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(PACKAGED / "nj", tmp_path / "nj"))
    (folder / "large.txt").write_bytes(b"x" * (FILE_MAX + 1))
    (folder / "two\nlines").write_text("")
    with pytest.raises(Problems) as told:
        read_folder(folder)
    assert [problem.key for problem in told.value.problems] == ["file", "file"]
    assert {problem.file for problem in told.value.problems} >= {"nj/large.txt"}
    (folder / "large.txt").write_bytes(b"x" * FILE_MAX)
    (folder / "two\nlines").unlink()
    assert len(read_folder(folder).files["large.txt"]) == FILE_MAX
    for rank in range(FILES_MAX - len(read_folder(folder).files)):
        (folder / f"more-{rank}.txt").write_text("")
    assert len(read_folder(folder).files) == FILES_MAX
    (folder / "one-too-many.txt").write_text("")
    with pytest.raises(Problems, match="more than"):
        read_folder(folder)


def test_a_folder_of_a_strange_name_is_no_rulebook(tmp_path: Path) -> None:
    shutil.copytree(PACKAGED / "nj", tmp_path / "New Jersey")
    library = Library([tmp_path])
    assert "New Jersey" not in library.ids()
    assert [problem.key for problem in library.broken()] == ["folder"]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('builds_on = "aa"', "aa builds on aa"),
        ('builds_on = "bb"', "builds on"),
        ('builds_on = "nowhere"', "'nowhere' is not a rulebook"),
        ("builds_on = 7", "is not the name of a folder"),
        ('builds_on = "../nj"', "is not a rulebook"),
    ],
)
def test_an_unknown_base_is_a_problem(tmp_path: Path, written: str, said: str) -> None:
    for name, base in (("aa", written), ("bb", 'builds_on = "aa"')):
        (tmp_path / name).mkdir()
        (tmp_path / name / "book.toml").write_text(base)
    with pytest.raises(Problems, match="builds_on") as told:
        Library([tmp_path]).book("aa")
    assert said in str(told.value)


def test_an_id_that_is_not_the_name_of_the_folder_is_a_problem(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(OUTSIDE / "qx-2031", tmp_path / "qx-2032"))
    with pytest.raises(Problems, match='Write id = "qx-2032"'):
        Library([tmp_path]).book("qx-2032")
    (folder / "book.toml").write_text((folder / "book.toml").read_text().replace('"qx-2031"', '"qx-2032"'))
    assert Library([tmp_path]).book("qx-2032").id == "qx-2032"


def test_every_error_is_reported_at_once_each_with_its_file_and_key(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(OUTSIDE / "qx-2031", tmp_path / "qx-2031"))
    for file, before, after in (
        ("book.toml", 'title = "Quillon Islands Gaming Order"', "title = 7"),
        ("procedure.toml", "least = 6", "least = -1"),
        ("duties.toml", 'clause = "QX 10"', 'clause = "QX 11"'),
    ):
        text = (folder / file).read_text()
        assert before in text
        (folder / file).write_text(text.replace(before, after))
    library = Library([tmp_path])
    told = {(problem.file, problem.key) for problem in library.broken()}
    assert {file for file, _ in told} == {f"qx-2031/{name}.toml" for name in ("book", "procedure", "duties")}
    assert ("qx-2031/book.toml", "title") in told
    assert ("qx-2031/procedure.toml", "roulette.revolutions.least") in told
    assert set(library.ids()) == set(BOOKS)  # the others keep working
    with pytest.raises(Problems) as raised:
        library.book("qx-2031")
    assert {(problem.file, problem.key) for problem in raised.value.problems} == told


# Arbitrary content.


def read_whole(files: Mapping[str, bytes], book: str) -> None:
    """Reads everything that a folder says, as for a user's own directory."""
    library = Library.recorded(files)
    check_files(library.chain(book))
    read = library.book(book)
    assert read.duties is not None
    assert read.customary is not None
    for wheel in read.wheels:
        assert read.procedure(wheel).revolutions_min >= 1


def read_or_told(files: Mapping[str, bytes]) -> Problems | None:
    """Reads a folder; every problem names a file, and nothing else is ever raised."""
    try:
        read_whole(files, "qx-2031")
    except Problems as problems:
        told = problems
    else:
        return None
    assert told.problems
    assert all(problem.file and problem.key for problem in told.problems), told
    return told


QX = {f"qx-2031/{each.name}": each.read_bytes() for each in (OUTSIDE / "qx-2031").iterdir()}
QX |= {f"{CUSTOMARY}/{name}": data for name, data in read_folder(PACKAGED / CUSTOMARY).files.items()}
TOML_VALUES = [b"0", b"-1", b"1.5", b'""', b'"x"', b"[]", b"[[]]", b"{}", b"true", b"2014-07-15", b"nan", b"12:00:00"]


@given(st.sampled_from(sorted(QX)), st.binary(max_size=300))
def test_arbitrary_bytes_in_any_file_are_read_or_a_problem(path: str, data: bytes) -> None:
    read_or_told({**QX, path: data})


@settings(max_examples=300)
@given(st.data())
def test_a_value_of_another_kind_is_read_or_a_problem(data: st.DataObject) -> None:
    """Lines of a valid file with values swapped, doubled or removed: past the syntax, into the meaning."""
    path = data.draw(st.sampled_from(sorted(QX)))
    lines = QX[path].splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        key, equals, _ = lines[at].partition(b"=")
        how = data.draw(st.sampled_from(["value", "drop", "double", "swap", "cut"]))
        if how == "value" and equals:
            lines[at] = key + equals + b" " + data.draw(st.sampled_from(TOML_VALUES))
        elif how == "double":
            lines.insert(at, lines[data.draw(st.integers(0, len(lines) - 1))])
        elif how == "swap":
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif how == "cut":
            lines[at] = lines[at][: data.draw(st.integers(0, len(lines[at])))]
        elif len(lines) > 1:
            del lines[at]
    read_or_told({**QX, path: b"\n".join(lines)})


@pytest.mark.parametrize(
    "data", [b"\xff\xfe", b"\xef\xbb\xbf", b"\x00", b"=", b"x" * 100_000, b"[" * 5_000, b"a.b=1\na=2"]
)
@pytest.mark.parametrize("path", sorted(QX))
def test_bytes_that_are_no_document_are_a_problem_of_that_file(path: str, data: bytes) -> None:
    told = read_or_told({**QX, path: data})
    assert told is None or path in {problem.file for problem in told.problems}
