"""Files from strangers cost what their size suggests, and private files are private, whatever the umask."""

from __future__ import annotations

import os
import time
import tracemalloc
from pathlib import Path

import pytest

from croupier.cli.print.output import deliver
from croupier.cli.session_options import write_csv
from croupier.press.document import Document
from croupier.terms.document import KEY_PARTS_MAX, parse_toml
from croupier.terms.problem import Problems

MEMORY_MAX = 20_000_000
SECONDS_MAX = 10.0
SHAPES = {
    "dotted key": ".".join(["a"] * 20_000) + " = 1\n",
    "quoted names": ".".join(['"a"'] * 10_000) + " = 1\n",
    "literal names": ".".join(["'a'"] * 10_000) + " = 1\n",
    "spaces": " . ".join(["a"] * 10_000) + " = 1\n",
    "tabs": "\t.\t".join(["a"] * 10_000) + " = 1\n",
    "header": "[" + ".".join(["a"] * 20_000) + "]\n",
    "inline table": "x = {" + ".".join(["a"] * 20_000) + " = 1}\n",
    "nested arrays": "x = " + "[" * 20_000 + "]" * 20_000,
    "nested tables": "x = " + "{a=" * 10_000 + "1" + "}" * 10_000,
    "unclosed quotes": 'x = "' + "a'" * 20_000,
    "a long word": "a" * 40_000,
    "many dots": "." * 40_000,
}


@pytest.mark.parametrize("shape", SHAPES)
def test_forty_kilobytes_take_neither_memory_nor_time(shape: str) -> None:
    """The dotted key took 1.6 GB and 35 seconds."""
    tracemalloc.start()
    begun = time.process_time()
    try:
        with pytest.raises(Problems):
            parse_toml(SHAPES[shape])
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < MEMORY_MAX
    assert time.process_time() - begun < SECONDS_MAX


def test_the_bound_on_names_is_inclusive() -> None:
    """The control: as many names as are allowed make a table, and one more does not."""
    found: object = parse_toml(".".join(["a"] * KEY_PARTS_MAX) + " = 1")
    for _ in range(KEY_PARTS_MAX):
        assert isinstance(found, dict)
        found = found["a"]
    assert found == 1
    with pytest.raises(Problems, match=f"a key has more than {KEY_PARTS_MAX} parts"):
        parse_toml(".".join(["a"] * (KEY_PARTS_MAX + 1)) + " = 1")


def test_prose_with_dots_is_no_key() -> None:
    text = "A rule. " * 500 + "Contents " + ". " * 500 + "5"
    assert parse_toml(f'note = "{text}"') == {"note": text}


@pytest.mark.parametrize("mask", [0, 0o077, 0o022])
def test_exports_are_their_owners_alone_whatever_the_umask(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        write_csv(tmp_path / "a.csv", ("name",), [("pat",)])
        deliver(Document("Receipt", "", (), ""), tmp_path / "a.txt")
    finally:
        os.umask(before)
    for name in ("a.csv", "a.txt"):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600, name
