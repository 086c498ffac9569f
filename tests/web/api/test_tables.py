"""The lobby, the card, the posted rules and the last rounds, as docs/protocol.md has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.floor.colors import CHIP_COLORS
from croupier.table import command as c
from croupier.terms.people import Role
from croupier.web.api import lookup
from croupier.web.api.tables import Login
from tests.rules.house_files import DOUBLE_AS_SINGLE
from tests.web.api.world import ANN, BOB, DEALER, NEW_JERSEY, World, bet, opening, spin


def test_the_lobby_has_a_tile_for_each_table(shared: World) -> None:
    lobby = shared.nobody.get("/api/v1/tables").json()
    assert lobby["house"] == "Boardwalk House"
    assert [tile["number"] for tile in lobby["tables"]] == ["1", "B-2", "3"]
    first = lobby["tables"][0]
    assert (first["wheel"], first["zero"], first["phase"], first["seats"]) == ("american", "half", "closed", 6)
    assert (first["minimum"], first["maximum"], first["electronic"]) == (100, 10_000, True)
    assert lobby["demonstration"] is True
    assert lobby["logins"] == []


@pytest.mark.clause("NJ 19:47-5.2(b)", duty="posted")
def test_a_table_with_findings_does_not_open_and_says_which_clause(shared: World) -> None:
    tile = shared.nobody.get("/api/v1/tables").json()["tables"][2]
    assert [finding["clause"] for finding in tile["findings"]] == ["NJ 19:47-5.2(b)"]
    assert "signs.zero" in tile["findings"][0]["message"]
    answer = shared.nobody.get("/api/v1/tables/3")
    assert answer.status_code == 409
    assert answer.json()["error"]["clause"] == "NJ 19:47-5.2(b)"
    assert "3" not in shared.service.premises.tables


def test_no_such_table(shared: World) -> None:
    for path in ("/tables/9", "/tables/9/rules", "/tables/%00", "/tables/1%2F2"):
        answer = shared.nobody.get(f"/api/v1{path}")
        assert answer.status_code == 404, path
        assert answer.json()["error"]["code"] in ("no-such-table", "not-found")


def test_the_card_has_everything_that_pages_need(shared: World) -> None:
    card = shared.nobody.get("/api/v1/tables/1").json()
    assert (card["number"], card["house"], card["book"]) == ("1", "Boardwalk House", "nj")
    assert card["digest"] == shared.table("1").rules.digest
    assert card["own_chips"] == "electronic"
    assert card["limits"] == [{"group": "every", "minimum": 100, "maximum": 10_000}]
    assert len(card["compartments"]) == 38
    assert set(card["landscape"]) == set(card["portrait"]) == {"orientation", "width", "height", "boxes", "spots"}
    drawn = {spot["id"] for spot in card["landscape"]["spots"]}
    replica = {pocket["spot"] for pocket in card["replica"]["landscape"]["pockets"]}
    assert drawn | replica == set(card["spots"])
    assert len(replica) == 38
    split = card["spots"]["17-20"]
    assert (split["name"], split["wager"], split["numbers"]) == ("Split 17 and 20", "split", ["17", "20"])
    assert (split["pays"], split["chance"]["exact"], split["edge"]["exact"]) == ("17", "1/19", "1/19")
    assert (split["minimum"], split["maximum"], split["clause"]) == (100, 10_000, "NJ 19:47-5.2(a)")
    (courtesy,) = (spot for spot in card["spots"].values() if spot["same_as"])
    assert (courtesy["same_as"], courtesy["numbers"]) == ("0-00", ["0", "00"])
    assert card["roles"]["place-wager"] == ["player", "dealer"]
    assert card["roles"]["buy-chips"] == ["dealer", "cashier", "device"]
    assert [each["reason"] for each in card["no_spin_reasons"]][:2] == ["same-direction", "too-few-revolutions"]


def test_chip_colors_are_many_and_none_is_a_value_chips(shared: World) -> None:
    colors = shared.nobody.get("/api/v1/tables/1").json()["colors"]
    assert len(colors) == len(set(colors)) >= 12
    assert not set(colors) & {"white", "red", "green", "black", "purple"}
    assert tuple(colors) == CHIP_COLORS


def test_the_card_names_the_colors_of_value_chips_where_there_are_any(shared: World) -> None:
    of = {number: shared.nobody.get(f"/api/v1/tables/{number}").json()["value_colors"] for number in ("1", "B-2")}
    assert of == {
        "1": [],
        "B-2": ["white", "red", "green", "black", "purple"],
    }  # table 1 has electronic chips alone


def test_without_terminals_only_the_dealer_sells_chips(shared: World) -> None:
    assert shared.nobody.get("/api/v1/tables/B-2").json()["roles"]["buy-chips"] == ["dealer"]


def _signs(world: World, number: str) -> dict[str | None, str]:
    return {sign["clause"]: sign["text"] for sign in world.nobody.get(f"/api/v1/tables/{number}").json()["signs"]}


@pytest.mark.clause("NJ 19:47-5.2(b)", duty="posted")
def test_the_notice_of_new_jersey_states_the_option_in_effect(shared: World) -> None:
    text = _signs(shared, "1")["NJ 19:47-5.2(b)"]
    assert "0 or 00" in text
    assert "one half" in text
    for name in ("red", "black", "odd", "even", "1 to 18", "19 to 36"):
        assert name in text


@pytest.mark.clause("NJ 19:47-5.6(d)", duty="posted")
@pytest.mark.clause("NJ 19:47-5.5(b)", duty="stated")
def test_big_six_states_its_clapper_and_its_odds_with_to(shared: World) -> None:
    text = _signs(shared, "B-2")["NJ 19:47-5.6(d)"]
    assert "between two numbers" in text
    assert "void" in text
    rules = shared.nobody.get("/api/v1/tables/B-2/rules").json()
    wagers = next(section for section in rules["sections"] if section["title"].startswith("Wagers"))
    said = [line["text"] for line in wagers["lines"]]
    assert len(said) == 7
    assert all(" to 1" in line and " for " not in line for line in said)
    assert any("45 to 1" in line for line in said)


@pytest.mark.clause(
    "CO 47.1-2210(2)(c)(ii)(A)", "CO 47.1-2210(2)(c)(ii)(B)", "CO 47.1-2210(2)(c)(ii)(C)", duty="posted"
)
@pytest.mark.clause("CO 47.1-2207", duty="limits-posted")
def test_the_signs_of_a_double_zero_wheel_used_as_a_single_zero_wheel(tmp_path: Path) -> None:
    world = World(tmp_path, DOUBLE_AS_SINGLE)
    try:
        signs = _signs(world, "7")
        used, void, zero = (signs[f"CO 47.1-2210(2)(c)(ii)({letter})"] for letter in "ABC")
        assert "used as a single zero roulette wheel" in used
        assert "00 is not available" in used
        assert "00" in void
        assert "void" in void
        assert "spun again" in void
        assert "rest in 0," in zero
        for name in ("red", "black", "odd", "even", "1 to 18", "19 to 36"):
            assert name in zero
        assert signs["CO 47.1-2207"] == "Table limits: $5.00 to $100.00."
        card = world.nobody.get("/api/v1/tables/7").json()
        assert [box["label"] for box in card["landscape"]["boxes"] if box["covered"]] == ["00"]
        assert not any("00" in spot["numbers"] for spot in card["spots"].values())
    finally:
        world.close()


@pytest.mark.clause("CO 47.1-2207", duty="tips-posted")
def test_the_restriction_on_tip_wagers_is_on_the_card_as_it_is_enforced(tmp_path: Path) -> None:
    words = "Each player may wager at most $2.00 a spin for the dealers."
    text = DOUBLE_AS_SINGLE.replace("[[table]]\n", "[[table]]\ntip_wager_max = 200\n").replace(
        "[table.signs]\n", "[table.signs]\ntip_restriction = true\n"
    )
    world = World(tmp_path, text)
    try:
        card = world.nobody.get("/api/v1/tables/7").json()
        assert card["tip_restriction"] == words
        assert card["tip_wager_max"] == 200
        said = [{"code": "tips-most", "facts": {"amount": 200, "groups": ""}}]
        assert {"text": words, "clause": "CO 47.1-2207", "basis": "text", "said": said} in card["signs"]
    finally:
        world.close()


def test_every_line_of_the_posted_rules_names_its_clause_or_its_basis(shared: World) -> None:
    for number in ("1", "B-2"):
        page = shared.nobody.get(f"/api/v1/tables/{number}/rules").json()
        lines = [line for section in page["sections"] for line in section["lines"]]
        assert len(lines) > 15
        assert all(line["clause"] or line["basis"] in ("customary", "house", "reading") for line in lines)
        assert all(line["text"].endswith(".") for line in lines)
    straight = next(line for line in _wagers(shared) if line["text"].startswith("Straight"))
    assert "35 to 1" in straight["text"]
    assert straight["clause"] == "NJ 19:47-5.2(a)"


def _wagers(world: World) -> list[dict[str, str]]:
    page = world.nobody.get("/api/v1/tables/1/rules").json()
    found: list[dict[str, str]] = next(each["lines"] for each in page["sections"] if each["title"].startswith("Wagers"))
    return found


def test_players_see_their_own_wagers_of_a_round_and_staff_see_all(world: World) -> None:
    world.do("1", *opening(ANN, BOB))
    for number in ("17", "0", "5"):
        world.do("1", bet(ANN, 1, "17", 500), bet(BOB, 2, "red", 1_000), *spin(number))
    seen = world.signed_in(Role.PLAYER).get("/api/v1/tables/1/rounds?last=2").json()
    assert [(each["round"], each["result"]) for each in seen] == [(3, "5"), (2, "0")]
    assert [[wager["spot"] for wager in each["wagers"]] for each in seen] == [["17"], ["17"]]
    assert seen[0]["dealer"] is None
    rounds = world.signed_in(Role.DEALER).get("/api/v1/tables/1/rounds").json()
    assert [each["result"] for each in rounds] == ["5", "0", "17"]
    first = {wager["spot"]: wager for wager in rounds[2]["wagers"]}
    assert (first["17"]["outcome"], first["17"]["winnings"], first["17"]["returned"]) == ("win", 17_500, 500)
    second = {wager["spot"]: wager for wager in rounds[1]["wagers"]}
    assert (second["red"]["outcome"], second["red"]["returned"]) == ("half", 500)
    assert rounds[2]["dealer"] == "dora"
    assert world.nobody.get("/api/v1/tables/1/rounds").status_code == 401


def test_a_tile_tells_staff_more(world: World) -> None:
    world.do("1", *opening(ANN), bet(ANN, 1, "17", 500), *spin("3"))
    tile = world.nobody.get("/api/v1/tables").json()["tables"][0]
    assert (tile["phase"], tile["round"], tile["last"], tile["results"], tile["taken"]) == (
        "betting",
        2,
        "3",
        ["3"],
        1,
    )
    assert (tile["dealer"], tile["step"], tile["disputes"], tile["day"]) == (None, None, None, None)
    disputed = c.RaiseDispute(by=ANN, at=0, round=1, seat=1, what="It was 17.")
    world.do("1", disputed, c.ReportIrregularity(by=DEALER, at=0, what="A glass."))
    tile = world.signed_in(Role.DEALER).get("/api/v1/tables").json()["tables"][0]
    assert (tile["dealer"], tile["step"], tile["disputes"]) == ("dora", "decide-irregularity", 1)
    assert tile["day"] is None
    day = world.signed_in(Role.SUPERVISOR).get("/api/v1/tables").json()["tables"][0]["day"]
    assert (day["win"], day["drop"], day["rounds"], day["counted"]) == (500, 100_000, 1, False)
    assert day["hold"] == pytest.approx(0.005)


class _Dealer:
    on = False

    def switch(self, *, on: bool) -> None:
        self.on = on


def test_only_dealer_and_supervisor_switch_automatic_dealing(world: World) -> None:
    dealer = world.service.premises.dealers["B-2"] = _Dealer()
    browser = world.signed_in(Role.DEALER)
    answer = browser.post("/api/v1/tables/B-2/dealing", json={"automatic": True})
    assert (answer.status_code, answer.json()) == (200, {"automatic": True})
    assert dealer.on
    assert world.nobody.get("/api/v1/tables").json()["tables"][1]["automatic"] is True
    assert browser.post("/api/v1/tables/1/dealing", json={"automatic": True}).status_code == 409
    player = world.signed_in(Role.PLAYER)
    assert player.post("/api/v1/tables/B-2/dealing", json={"automatic": False}).status_code == 403
    assert dealer.on


def test_ready_made_logins_are_shown_only_in_a_demonstration(tmp_path: Path) -> None:
    logins = (Login("ann", Role.PLAYER, "ann plays", "a player"),)
    for name, text, shown in (("demo", NEW_JERSEY, 1), ("real", NEW_JERSEY.replace("demonstration = true", ""), 0)):
        world = World(tmp_path / name, text, logins=logins)
        try:
            assert len(world.nobody.get("/api/v1/tables").json()["logins"]) == shown
        finally:
            world.close()


def test_a_table_that_does_not_answer_leaves_the_others_their_tiles(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookup, "QUERY_S", 0.05)
    world.do("B-2", *opening())
    with world.waiting_for_the_disk("1"):
        tiles = world.nobody.get("/api/v1/tables").json()["tables"]
    assert [(tile["number"], tile["phase"]) for tile in tiles[:2]] == [("1", "closed"), ("B-2", "betting")]
    assert "does not answer" in tiles[0]["note"]


def test_the_card_is_packed_for_those_who_can_unpack_it(shared: World) -> None:
    plain = shared.nobody.get("/api/v1/tables/1", headers={"Accept-Encoding": "identity"})
    packed = shared.nobody.get("/api/v1/tables/1", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 5
    assert packed.json() == plain.json()
