"""Tournaments over HTTP: drafted from a file, registered and drawn; each role does its own and no other's."""

from __future__ import annotations

import datetime
import hashlib
import itertools
from pathlib import Path
from typing import Any

import pytest

from croupier.terms.people import Role
from croupier.tournament.draw import read_draw
from tests.conftest import ROOT
from tests.web.api.world import NAMES, Browser, World

EXAMPLE = (ROOT / "examples" / "tournament.toml").read_text("utf-8")
SEED = "11" * 32
_orders = itertools.count(1)


def today_file() -> str:
    """The example, far enough ahead that its rules can be filed today by the service's clock."""
    day = datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=5)
    return EXAMPLE.replace("2015-04-11", day.isoformat())


def give(browser: Browser, id: str, kind: str, **fields: Any) -> Any:
    order = f"order-{next(_orders)}"
    body = {"order": order, "command": {"type": kind, **fields}}
    return browser.post(f"/api/v1/tournaments/{id}/commands", json=body)


def test_a_tournament_is_drafted_filed_and_entered_and_each_role_keeps_to_its_own(world: World) -> None:
    director = world.signed_in(Role.DIRECTOR)
    made = director.post("/api/v1/tournaments", json={"order": "a", "text": today_file()})
    assert made.status_code == 200, made.text
    id = made.json()["id"]
    again = director.post("/api/v1/tournaments", json={"order": "a", "text": today_file()})
    assert again.json()["version"] == made.json()["version"]
    rules = world.nobody.get(f"/api/v1/tournaments/{id}/rules").json()
    assert rules["house"] == "Silver Plume Casino"
    late = give(director, id, "open-registration", event="open")
    assert (late.status_code, late.json()["error"]["clause"]) == (409, "CO 47.1-2213.06")
    digest = hashlib.sha256(_text(rules).encode()).hexdigest()
    assert give(director, id, "file-rules", digest=digest, received_by="Mr. Hale").status_code == 200
    assert give(director, id, "open-registration", event="open").status_code == 200
    entered = {"event": "open", "person": "1", "name": NAMES[Role.PLAYER], "handed": True}
    assert give(world.signed_in(Role.PLAYER), id, "enter-player", **entered).status_code == 409
    assert give(world.signed_in(Role.SURVEILLANCE), id, "enter-player", **entered).status_code == 403
    assert give(world.nobody, id, "enter-player", **entered).status_code in (401, 403)
    assert give(director, id, "enter-player", **entered).status_code == 200
    assert give(director, id, "close-registration", event="open").status_code == 200
    commitment = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    assert give(director, id, "commit-draw", event="open", commitment=commitment).status_code == 200
    player = world.signed_in(Role.PLAYER)
    assert give(player, id, "add-nonce", event="open", entry=1, nonce="clover").status_code == 200
    assert give(director, id, "reveal-draw", event="open", seed=SEED).status_code == 200
    draw = world.nobody.get(f"/api/v1/tournaments/{id}/draws/open/1")
    assert [each.nonce for each in read_draw(draw.content).entrants] == ["clover"]
    early = give(director, id, "start-round", event="open")
    assert early.json()["error"]["code"] == "filed-too-late"
    view = player.get(f"/api/v1/tournaments/{id}").json()["tournament"]
    assert view["mine"] == [1]
    assert view["next"] == ""
    assert director.get(f"/api/v1/tournaments/{id}").json()["tournament"]["next"] == "starting round 1"
    form = director.get(f"/api/v1/tournaments/{id}/forms").json()
    assert form["entrants"]["lines"][0]["fee"] == 25_00
    assert player.get(f"/api/v1/tournaments/{id}/forms").status_code == 403
    assert world.nobody.get("/api/v1/tournaments").json()["tournaments"][0]["entries"] == 1


def _text(rules: dict[str, Any]) -> str:
    lines = [rules["title"], rules["house"]]
    for chapter in rules["chapters"]:
        lines += ["", chapter["heading"], *(each["text"] for each in chapter["paragraphs"])]
    return "\n".join(lines) + "\n"


def test_findings_and_bad_commands_are_answered_in_words(world: World) -> None:
    director = world.signed_in(Role.DIRECTOR)
    bad = director.post("/api/v1/tournaments", json={"order": "a", "text": EXAMPLE.replace('tie = "play-off"', "")})
    assert (bad.status_code, bad.json()["error"]["clause"]) == (422, "CO 47.1-2213.08(3)")
    assert director.post("/api/v1/tournaments", json={"order": "a", "text": "[x"}).status_code == 422
    assert give(director, "none", "close-tournament").status_code == 404
    made = director.post("/api/v1/tournaments", json={"order": "a", "text": EXAMPLE})
    id = made.json()["id"]
    for command in ({"type": "dance"}, {}, {"type": "open-registration"}, {"type": "open-registration", "event": 5}):
        body = {"order": "x", "command": command}
        assert director.post(f"/api/v1/tournaments/{id}/commands", json=body).status_code == 400
    strange = give(director, id, "open-registration", event="open", by=["eve", "tournament-director"])
    assert strange.status_code == 400
    assert world.nobody.get(f"/api/v1/tournaments/{id}/draws/open/1").status_code == 404


def test_a_tournament_is_there_again_after_a_restart(tmp_path: Path) -> None:
    first = World(tmp_path / "data")
    try:
        made = first.signed_in(Role.DIRECTOR).post("/api/v1/tournaments", json={"order": "a", "text": EXAMPLE})
        assert made.status_code == 200
    finally:
        first.close()
    second = World(tmp_path / "data")
    try:
        found = second.nobody.get("/api/v1/tournaments").json()["tournaments"]
        assert [each["stage"] for each in found] == ["drafted"]
    finally:
        second.close()


@pytest.mark.parametrize("path", ["/api/v1/tournaments/none", "/api/v1/tournaments/none/rules"])
def test_what_is_not_there_is_a_404(world: World, path: str) -> None:
    assert world.nobody.get(path).status_code == 404


def test_a_file_is_checked_with_every_finding_and_nothing_is_recorded(world: World) -> None:
    director = world.signed_in(Role.DIRECTOR)
    bad = EXAMPLE.replace('tie = "play-off"', "").replace("most = 2", "unlimited = true")
    found = director.post("/api/v1/tournament-checks", json={"text": bad}).json()
    assert {each["clause"] for each in found["findings"]} == {"CO 47.1-2213.08(3)", "CO 47.1-2213.05 limit"}
    assert all(each["key"] and each["wrong"] and each["right"] for each in found["findings"])
    assert found["rules"] is None
    assert director.post("/api/v1/tournament-checks", json={"text": "[x"}).json()["findings"]
    good = director.post("/api/v1/tournament-checks", json={"text": EXAMPLE}).json()
    assert (good["findings"], good["id"]) == ([], "spring-open-2015")
    assert good["digest"] == hashlib.sha256(_text(good["rules"]).encode()).hexdigest()
    assert world.nobody.get("/api/v1/tournaments").json()["tournaments"] == []
    assert world.signed_in(Role.PLAYER).post("/api/v1/tournament-checks", json={"text": EXAMPLE}).status_code == 403
    books = {each["id"] for each in director.get("/api/v1/tournament-books").json()["books"]}
    assert books == {"co-2013", "co-2014"}


def test_only_the_director_finds_people_by_name_or_identity(world: World) -> None:
    director = world.signed_in(Role.DIRECTOR)
    id = director.post("/api/v1/tournaments", json={"order": "a", "text": today_file()}).json()["id"]
    people = f"/api/v1/tournaments/{id}/people"
    assert [each["name"] for each in director.get(people).json()["people"]] == ["ann", "bob"]
    digest = director.get(f"/api/v1/tournaments/{id}").json()["tournament"]["desk"]["digest"]
    assert give(director, id, "file-rules", digest=digest, received_by="Mr. Hale").status_code == 200
    assert give(director, id, "open-registration", event="open").status_code == 200
    entered = {"event": "open", "person": "Passport 17", "name": "ann", "handed": True}
    assert give(director, id, "enter-player", **entered).status_code == 200
    found = director.get(people, params={"find": "passport"}).json()["people"]
    assert found == [{"name": "ann", "display": found[0]["display"], "person": "passport 17", "entry": 1}]
    assert director.get(people, params={"find": "nobody"}).json()["people"] == []
    assert world.signed_in(Role.PLAYER).get(people).status_code == 403
    assert director.get("/api/v1/tournaments/none/people").status_code == 404


def test_a_viewer_with_the_version_gets_nothing_new(world: World) -> None:
    director = world.signed_in(Role.DIRECTOR)
    id = director.post("/api/v1/tournaments", json={"order": "a", "text": EXAMPLE}).json()["id"]
    seen = world.nobody.get(f"/api/v1/tournaments/{id}").json()
    assert seen["tournament"]["desk"] is None
    assert seen["tournament"]["tasks"] == []
    again = world.nobody.get(f"/api/v1/tournaments/{id}", params={"after": seen["version"]}).json()
    assert (again["version"], again["tournament"]) == (seen["version"], None)
    card = world.nobody.get(f"/api/v1/tournaments/{id}/card").json()
    assert len(card["compartments"]) == 38
    assert card["spots"]["17"]["maximum"] is None
    assert world.nobody.get("/api/v1/tournaments/none/card").status_code == 404


def test_anybody_joins_a_demonstration_once_and_nothing_else(world: World) -> None:
    director, player = world.signed_in(Role.DIRECTOR), world.signed_in(Role.PLAYER)
    text = (ROOT / "src/croupier/floor/demonstration/tournament.toml").read_text("utf-8")
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    text = text.replace("{number}", "1").replace("{first}", day).replace("{last}", day)
    assert director.post("/api/v1/tournaments", json={"order": "a", "text": text}).status_code == 200
    early = player.post("/api/v1/tournaments/demo-1/join", json={"order": "j"})
    assert (early.status_code, early.json()["error"]["code"]) == (409, "registration-not-open")
    assert give(director, "demo-1", "open-registration", event="open").status_code == 200
    seen = player.get("/api/v1/tournaments/demo-1").json()["tournament"]
    assert (seen["demonstration"], seen["joins"], seen["mine"]) == (True, "open", [])
    assert world.nobody.post("/api/v1/tournaments/demo-1/join", json={"order": "j"}).status_code in (401, 403)
    for _ in range(2):
        assert player.post("/api/v1/tournaments/demo-1/join", json={"order": "j"}).status_code == 200
    seen = player.get("/api/v1/tournaments/demo-1").json()["tournament"]
    assert (seen["joins"], seen["mine"]) == ("", [1])
    twice = player.post("/api/v1/tournaments/demo-1/join", json={"order": "k"})
    assert (twice.status_code, twice.json()["error"]["code"]) == (409, "entered-already")
    director.post("/api/v1/tournaments", json={"order": "b", "text": today_file()})
    real = player.post("/api/v1/tournaments/spring-open-2015/join", json={"order": "l"})
    assert (real.status_code, real.json()["error"]["code"]) == (403, "not-open-to-all")
    step = {"place": "7", "version": 1, "step": "settled", "number": "17"}
    assert give(director, "demo-1", "follow-table", **step).status_code == 400


def test_the_director_prints_everything_and_anybody_the_rules(world: World) -> None:
    director, player = world.signed_in(Role.DIRECTOR), world.signed_in(Role.PLAYER)
    director.post("/api/v1/tournaments", json={"order": "a", "text": today_file()})
    path = "/api/v1/tournaments/spring-open-2015/prints"
    assert {each["thing"] for each in player.get(path).json()["prints"]} == {"tournament-rules", "color-notice"}
    assert "entrants" in {each["thing"] for each in director.get(path).json()["prints"]}
    for kind, begins in (("pdf", b"%PDF"), ("html", b"<!doctype html>"), ("txt", b"Spring Roulette Open")):
        made = world.nobody.get(f"{path}/tournament-rules?format={kind}")
        assert made.status_code == 200
        assert made.content[: len(begins)].lower() == begins.lower()
    assert director.get(f"{path}/entrants").content[:4] == b"%PDF"
    german = director.get(f"{path}/entrants?format=html&language=de").text
    assert ("Startgebühr" in german, "Entry fee" in german) == (True, False)
    filed = [director.get(f"{path}/tournament-rules?format=html&language={each}").text for each in ("", "de")]
    assert filed[0] == filed[1]
    assert director.get(f"{path}/entrants?language=xx").status_code == 400
    assert player.get(f"{path}/entrants").status_code == 404
    assert director.get(f"{path}/prize-voucher?which=9").status_code == 404
    assert director.get(f"{path}/nothing").status_code == 404
    assert director.get("/api/v1/tournaments/none/prints").status_code == 404


def test_surveillance_sees_every_record_and_the_state_after_each(world: World) -> None:
    director, watcher = world.signed_in(Role.DIRECTOR), world.signed_in(Role.SURVEILLANCE)
    director.post("/api/v1/tournaments", json={"order": "a", "text": today_file()})
    id = "spring-open-2015"
    rules = world.nobody.get(f"/api/v1/tournaments/{id}/rules").json()
    digest = hashlib.sha256(_text(rules).encode()).hexdigest()
    give(director, id, "file-rules", digest=digest, received_by="Mr. Hale")
    give(director, id, "open-registration", event="open")
    for person in ("ann", "bob"):
        entered = {"event": "open", "person": person, "name": person, "handed": True}
        assert give(director, id, "enter-player", **entered).status_code == 200
    path = f"/api/v1/tournaments/{id}"
    history = watcher.get(f"{path}/records").json()
    kinds = [each["kind"] for each in history["records"]]
    assert kinds[:3] == ["tournament-drafted", "rules-filed", "registration-opened"]
    assert history["version"] == len(kinds) == 5
    assert [each["kind"] for each in watcher.get(f"{path}/records?from=4&limit=1").json()["records"]] == [kinds[3]]
    entries = [
        len(watcher.get(f"{path}/at/{version}").json()["tournament"]["events"][0]["leaderboard"])
        for version in range(1, 6)
    ]
    assert entries == [0, 0, 0, 1, 2]
    held = [watcher.get(f"{path}/at/{version}").json()["accounts"].get("pool:open", 0) for version in (3, 4, 5)]
    assert held == [0, 100_00, 200_00]
    for version in ("0", "6", "x", "-1", "99999999999"):
        assert watcher.get(f"{path}/at/{version}").status_code == 404
    for viewer in (world.nobody, world.signed_in(Role.PLAYER), world.signed_in(Role.DEALER)):
        assert viewer.get(f"{path}/records").status_code in (401, 403)
        assert viewer.get(f"{path}/at/1").status_code in (401, 403)
