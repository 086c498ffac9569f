"""What is printed for a table over HTTP: players get their copies, staff the list with what is due."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.equipment.command import PostSign
from croupier.table import money_command as m
from croupier.terms.people import Actor, Role
from tests.inspection import inspection
from tests.press.structure import check_structure
from tests.rules.house_files import COLORADO
from tests.web.api.world import BOSS, DEALER, World, opening

STRICT = COLORADO.replace("signs_recorded = false\n", "").replace("number = 7\n", "number = 7\nelectronic = true\n")
PATH = "/api/v1/tables/7/prints"
FILL = (
    m.RequestSlip(by=BOSS, at=0, kind=m.SlipKind.FILL, chips={10_000: 5}),
    m.PrepareSlip(by=Actor("cy", Role.CASHIER), at=0, slip=1),
    m.CarrySlip(by=Actor("gus", Role.SECURITY), at=0, slip=1),
    m.AcceptSlip(by=DEALER, at=0, slip=1),
)


@pytest.fixture(scope="module")
def colorado(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A table of Colorado whose signs are not on record yet."""
    directory: Path = tmp_path_factory.mktemp("prints")
    world = World(directory, STRICT)
    yield world
    world.close()


@pytest.mark.clause("CO 47.1-2208", duty="copies")
def test_players_get_printed_copies_on_request(colorado: World) -> None:
    told = {each["thing"]: each for each in colorado.nobody.get(PATH).json()["prints"]}
    assert {"house_rules", "limits", "odds-brochure", "layout"} <= set(told)
    assert not {"par-sheet", "opening-count", "day-report", "maintenance-log", "dispute-decision"} & set(told)
    assert told["house_rules"]["state"] is None  # what hangs where is for staff
    answer = colorado.nobody.get(f"{PATH}/house_rules")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
    assert "House rules" in check_structure(answer.content).text
    assert colorado.nobody.get(f"{PATH}/house_rules").content == answer.content
    for hidden in ("par-sheet", "day-report", "nothing", "..%2f"):
        assert colorado.nobody.get(f"{PATH}/{hidden}").status_code == 404


def test_a_table_opens_when_the_pit_has_recorded_its_signs(colorado: World) -> None:
    pit = colorado.signed_in(Role.SUPERVISOR)
    due = [each for each in pit.get(PATH).json()["prints"] if each["state"] == "due"]
    assert {each["thing"] for each in due} >= {"limits", "house_rules"}
    live = colorado.table("7")
    colorado.do("7", *inspection(live.rules, BOSS))
    with pytest.raises(AssertionError, match="sign-not-posted"):
        colorado.do("7", opening()[0])
    for each in due:
        posted = PostSign(by=BOSS, at=0, sign=each["thing"], digest=each["code"], place="on the game")
        colorado.do("7", posted)
    states = {each["thing"]: each for each in pit.get(PATH).json()["prints"] if each["sign"]}
    assert {each["state"] for each in states.values()} == {"posted"}
    assert (states["limits"]["place"], states["limits"]["name"]) == ("on the game", "sue")
    colorado.do("7", opening()[0])
    sheet = pit.get(f"{PATH}/postings")
    assert "on the game" in check_structure(sheet.content).text
    assert pit.get(f"{PATH}/shift-report").status_code == 200
    nothing = pit.get(f"{PATH}/fill-slip")
    assert (nothing.status_code, nothing.json()["error"]["code"]) == (404, "no-such-print")
    dealer = colorado.signed_in(Role.DEALER)
    assert dealer.get(f"{PATH}/shift-report").status_code == 404
    assert dealer.get(f"{PATH}/maintenance-log").status_code == 200


def test_the_service_counts_the_prints_of_a_slip(tmp_path: Path) -> None:
    """GET is a preview that counts as none; each POST is recorded with its person, and later ones are copies."""
    world = World(tmp_path, COLORADO.replace("number = 7\n", "number = 7\nelectronic = true\n"))
    try:
        world.do("7", *inspection(world.table("7").rules, BOSS), opening()[0], *FILL)
        pit, cage = world.signed_in(Role.SUPERVISOR), world.signed_in(Role.CASHIER)
        (slip,) = (each for each in pit.get(PATH).json()["prints"] if each["counted"])
        path = f"{PATH}/{slip['thing']}"
        assert "PREVIEW" in check_structure(pit.get(path).content).text
        copies = [asked.post(path).json() for asked in (pit, cage, pit)]
        assert [each["copy"] for each in copies] == [1, 2, 3]
        texts = [check_structure(b64decode(each["pdf"])).text for each in copies]
        assert ["COPY" in text for text in texts] == [False, True, True]
        assert "COPY 3" in texts[2]
        assert "PREVIEW" in check_structure(cage.get(path).content).text
        with world.service.premises.open_journal() as journal:
            by = [record.actor.partition(":")[0] for record in journal.read("papers")]
        assert by == ["pit-supervisor", "cashier", "pit-supervisor"]
        assert pit.post(f"{PATH}/limits").json()["error"]["code"] == "print-not-counted"
        assert pit.post(f"{path}?which=none").status_code == 404
        assert world.signed_in(Role.REGULATOR).post(path).status_code == 403
    finally:
        world.close()
