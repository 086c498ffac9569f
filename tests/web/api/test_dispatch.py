"""Requests that are read, refused and answered as docs/protocol.md says."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.terms.people import Role
from croupier.web.dispatch import BODY_MAX
from tests.web.api.world import World

DEALING = "/api/v1/tables/B-2/dealing"


def _error(answer: Any, status: int) -> str:
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert set(error) == {"code", "message", "clause"}
    assert error["message"].endswith(".")
    return str(error["message"])


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "PATCH", "BREW"])
@pytest.mark.parametrize("path", ["/api/v1", "/api/v1/", "/api/v1/nothing", "/api/v1/tables/1/nothing/at/all"])
def test_nothing_is_there(shared: World, method: str, path: str) -> None:
    assert "nothing at" in _error(shared.nobody.request(method, path), 404)


def test_a_method_that_is_not_open(shared: World) -> None:
    answer = shared.nobody.request("DELETE", "/api/v1/tables")
    assert "Allowed: GET, HEAD, OPTIONS" in _error(answer, 405)
    assert answer.headers["allow"] == "GET, HEAD, OPTIONS"


def test_head_and_options(shared: World) -> None:
    got, head = (shared.nobody.request(method, "/api/v1/tables") for method in ("GET", "HEAD"))
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(got.content))
    options = shared.nobody.request("OPTIONS", "/api/v1/chain")
    assert (options.status_code, options.headers["allow"]) == (204, "GET, HEAD, OPTIONS, POST")


def test_no_answer_of_the_api_is_kept_by_a_cache(shared: World) -> None:
    for path in ("/api/v1/tables", "/api/v1/tables/1", "/api/v1/nothing", "/healthz"):
        assert shared.nobody.get(path).headers["cache-control"] == "no-store"


def test_large_answers_are_compressed_for_clients_that_accept_it(shared: World) -> None:
    path = "/api/v1/odds?book=co-2014"
    plain = shared.nobody.get(path, headers={"Accept-Encoding": "identity"})
    packed = shared.nobody.get(path, headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["vary"]
    assert packed.json() == plain.json()
    assert int(packed.headers["content-length"]) < 20_000 < int(plain.headers["content-length"])


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"", "truncated"),
        (b"{", "truncated"),
        (b"[]", "object"),
        (b'{"automatic": 1}', "automatic: Expected bool, got int."),
        (b'{"automatic": null}', "automatic: Expected bool, got null."),
        (b"{}", "missing required field automatic"),
        (b'{"automatic": true, "by": "eve"}', "'by' is not expected here."),
        (b'{"automatik": true}', "Did you mean automatic?"),
        (b'{"automatic": false, "automatic": true}', "A key is given twice."),
        (b'{"automatic": false, "\\u0061utomatic": true}', "A key is given twice."),
        (b'\xff{"automatic": true}', ""),
        (b"[" * 20_000, ""),
    ],
)
def test_a_malformed_body_is_answered_readably(shared: World, body: bytes, told: str) -> None:
    browser = shared.signed_in(Role.DEALER)
    answer = browser.post(DEALING, content=body, headers={"Content-Type": "application/json"})
    assert told in _error(answer, 400)


def test_a_body_of_another_kind(shared: World) -> None:
    browser = shared.signed_in(Role.DEALER)
    answer = browser.post(DEALING, content=b"automatic=true", headers={"Content-Type": "text/plain"})
    assert "Send application/json" in _error(answer, 400)


def test_a_body_is_read_no_further_than_its_bound(shared: World) -> None:
    browser = shared.signed_in(Role.DEALER)
    head = {"Content-Type": "application/json"}
    filler = b'{"automatic": true}'
    within = filler + b" " * (BODY_MAX - len(filler))
    assert browser.post(DEALING, content=within, headers=head).status_code == 409  # read, and there is no such dealer
    assert "65,536" in _error(browser.post(DEALING, content=within + b" ", headers=head), 413)


def test_who_may_not_ask_is_refused_before_the_body_is_read(shared: World) -> None:
    answer = shared.signed_in(Role.PLAYER).post(DEALING, content=b"{", headers={"Content-Type": "application/json"})
    _error(answer, 403)


def test_a_query_that_nobody_asked_for(shared: World) -> None:
    assert "'x' is not expected here" in _error(shared.nobody.get("/api/v1/tables?x=1"), 400)


def test_a_fault_is_answered_without_internals(shared: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("a secret")

    monkeypatch.setattr(shared.service.jobs, "verify", broken)
    message = _error(shared.signed_in(Role.REGULATOR).post("/api/v1/chain"), 500)
    assert "secret" not in message
