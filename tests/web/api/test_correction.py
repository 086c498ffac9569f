"""A preview of what a correction of the last number would pay."""

from __future__ import annotations

import pytest

from croupier.table import command as c
from croupier.terms.people import Role
from tests.web.api.world import ANN, BOB, BOSS, World, bet, opening, spin

PATH = "/api/v1/tables/1/correction"


@pytest.mark.clause("NJ 19:47-5.2(a)", duty="odds")
def test_a_correction_is_foreseen_as_it_is_then_made_and_nothing_is_recorded(world: World) -> None:
    """A straight pays 35 to 1: who had 17 gives back what was won and lost, who had 20 gets stake and winnings."""
    world.do("1", *opening(ANN, BOB), bet(ANN, 1, "17", 100), bet(BOB, 2, "20", 100), *spin("17"))
    supervisor = world.signed_in(Role.SUPERVISOR)
    foreseen = supervisor.get(PATH, params={"number": "20"}).json()
    assert (foreseen["round"], foreseen["was"], foreseen["number"]) == (1, "17", "20")
    paid = {(each["seat"], each["player"]): each["paid"] for each in foreseen["differences"]}
    assert paid == {(1, "ann"): -36_00, (2, "bob"): 36_00}
    assert all(each["claimed"] == 0 for each in foreseen["differences"])
    assert (foreseen["count"], foreseen["tips"]) == (2, 0)
    assert supervisor.get(PATH, params={"number": "20"}).json() == foreseen

    (answer,) = world.do("1", c.CorrectNumber(by=BOSS, at=0, number="20", why="read wrongly"))
    assert answer.version > foreseen["version"]
    assert supervisor.get(PATH, params={"number": "17"}).json()["was"] == "20"


def test_what_would_be_refused_is_refused_with_its_words(world: World) -> None:
    supervisor = world.signed_in(Role.SUPERVISOR)
    world.do("1", *opening(ANN))
    early = supervisor.get(PATH, params={"number": "20"})
    assert (early.status_code, early.json()["error"]["code"]) == (422, "round-unknown")
    world.do("1", bet(ANN, 1, "17", 100), *spin("17"))
    for number, code in (("17", "nothing-to-do"), ("37", "number-unknown"), ("", "number-unknown")):
        answer = supervisor.get(PATH, params={"number": number})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)
        assert answer.json()["error"]["message"]
    assert supervisor.get(PATH).status_code == 400


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.SUPERVISOR])
def test_only_supervisors_may_preview_a_correction(shared: World, role: Role) -> None:
    assert shared.signed_in(role).get(PATH, params={"number": "20"}).status_code == 403
