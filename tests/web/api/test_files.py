"""Pages and static files: never stale, never outside their directory."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.web.files import ICON, PAGES, STATIC, Files, page_routes
from tests.web.api.world import World


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[World, Path]]:
    root = tmp_path_factory.mktemp("static")
    for name in set(PAGES.values()):
        (root / name).write_text(f"<!doctype html><title>{name}</title>")
    (root / "core").mkdir()
    (root / "core" / "store.js").write_text("export const x = 1;\n" * 200)
    (root.parent / "secret.txt").write_text("secret")
    (root / ".hidden").write_text("secret")
    (root / "link.txt").symlink_to(root.parent / "secret.txt")
    world = World(tmp_path_factory.mktemp("served") / "data", static=root)
    yield world, root
    world.close()


def test_every_page_is_at_its_path(pages: tuple[World, Path]) -> None:
    world, _ = pages
    for path, name in PAGES.items():
        answer = world.nobody.get(path.replace("{table}", "7"))
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert name in answer.text
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_file_is_asked_for_again_and_sent_again_only_when_it_changed(pages: tuple[World, Path]) -> None:
    world, root = pages
    first = world.nobody.get("/static/core/store.js", headers={"Accept-Encoding": "identity"})
    assert first.headers["cache-control"] == "no-cache"
    assert first.headers["content-type"] == "text/javascript; charset=utf-8"
    tag = {"If-None-Match": first.headers["etag"], "Accept-Encoding": "identity"}
    assert world.nobody.get("/static/core/store.js", headers=tag).status_code == 304
    (root / "core" / "store.js").write_text("export const x = 2;\n" * 200)
    fresh = world.nobody.get("/static/core/store.js", headers=tag)
    assert fresh.status_code == 200
    assert "x = 2" in fresh.text


def test_texts_are_sent_packed_to_those_who_can_unpack_them(pages: tuple[World, Path]) -> None:
    world, _ = pages
    plain = world.nobody.get("/static/core/store.js", headers={"Accept-Encoding": "identity"})
    packed = world.nobody.get("/static/core/store.js", headers={"Accept-Encoding": "br, gzip;q=0.5"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "Accept-Encoding"
    assert packed.headers["etag"] != plain.headers["etag"]
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < len(gzip.compress(plain.content)) + 64
    refused = world.nobody.get("/static/core/store.js", headers={"Accept-Encoding": "gzip;q=0"})
    assert "content-encoding" not in refused.headers


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/core",
        "/static/../secret.txt",
        "/static/..%2Fsecret.txt",
        "/static/%2e%2e/secret.txt",
        "/static/.hidden",
        "/static/link.txt",
        "/static//etc/passwd",
        "/static/core/store.js%00",
        "/static/" + "a" * 5000,
        "/nowhere",
        "/play",
        "/play/7/8",
    ],
)
def test_nothing_else_is_served(pages: tuple[World, Path], path: str) -> None:
    world, _ = pages
    answer = world.nobody.get(path)
    assert answer.status_code == 404
    assert "secret" not in answer.text


def test_pages_can_only_be_read(pages: tuple[World, Path]) -> None:
    world, _ = pages
    assert world.nobody.post("/").status_code == 405
    head = world.nobody.request("HEAD", "/pit")
    assert (head.status_code, head.content) == (200, b"")
    assert world.nobody.request("OPTIONS", "/pit").headers["allow"] == "GET, HEAD, OPTIONS"


def test_a_browser_finds_the_way_back_from_where_no_page_is(pages: tuple[World, Path]) -> None:
    world, _ = pages
    lost = world.nobody.get("/nowhere", headers={"Accept": "text/html,*/*;q=0.8"})
    assert lost.status_code == 404
    assert lost.headers["content-type"] == "text/html; charset=utf-8"
    assert '<a href="/"' in lost.text
    assert "default-src 'self'" in lost.headers["content-security-policy"]
    plain = world.nobody.get("/nowhere", headers={"Accept": "*/*"})
    assert (plain.status_code, plain.text) == (404, "There is no such page.")


def test_a_page_names_the_zone_of_the_house(tmp_path: Path) -> None:
    (tmp_path / "pit.html").write_text('<!doctype html>\n<html lang="en"><title>Pit</title>')
    (tmp_path / "pit.js").write_text("'<html '")
    found = Files(tmp_path, "America/Denver")
    page, script = found.kept("pit.html"), found.kept("pit.js")
    assert page is not None
    assert page.body == b'<!doctype html>\n<html data-zone="America/Denver" lang="en"><title>Pit</title>'
    assert page.etag != getattr(Files(tmp_path).kept("pit.html"), "etag", "")
    assert script is not None
    assert script.body == b"'<html '"


@pytest.mark.parametrize("name", sorted(set(PAGES.values())))
def test_every_page_has_a_place_for_the_zone(name: str) -> None:
    assert (STATIC / name).read_text("utf-8").count("<html ") == 1


def test_who_asks_for_an_icon_by_habit_gets_it() -> None:
    assert any(route.path == "/favicon.ico" for route in page_routes())
    assert (STATIC / ICON).is_file()
