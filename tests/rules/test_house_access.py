"""The section [access] of a house file: who needs a security key."""

from __future__ import annotations

import pytest

from croupier.floor.demonstration import house_texts
from croupier.rules.house import check_house, survey_house
from croupier.terms.people import Role
from tests.conftest import ROOT

HOUSE = '[house]\nname = "H"\nbook = "house"\n{access}\n[[table]]\nnumber = 1\nwheel = "american"\nzero = "lose-all"\n'


def required(access: str) -> frozenset[Role]:
    return survey_house(HOUSE.format(access=access)).access.second_factor


@pytest.mark.parametrize(
    ("access", "roles"),
    [
        ("", {Role.KEY_MANAGER}),
        ("[access]", {Role.KEY_MANAGER}),
        ("[access]\nsecond_factor = []", set()),
        ('[access]\nsecond_factor = ["key-manager", "pit-supervisor"]', {Role.KEY_MANAGER, Role.SUPERVISOR}),
        ('[access]\nsecond_factor = ["dealer"]', {Role.DEALER}),
    ],
)
def test_a_house_says_which_roles_need_a_key(access: str, roles: set[Role]) -> None:
    assert required(access) == roles


@pytest.mark.parametrize(
    ("access", "words"),
    [
        ('second_factor = ["key-manger"]', "Did you mean key-manager?"),
        ('second_factor = ["player"]', "access.second_factor: 'player' is not known"),
        ('second_factor = ["device"]', "access.second_factor: 'device' is not known"),
        ('second_factor = ["dealer", "dealer"]', "listed twice"),
        ('second_factor = "dealer"', "list of texts"),
        ("second_factr = []", "second_factor"),
    ],
)
def test_errors_are_reported(access: str, words: str) -> None:
    problems = check_house(HOUSE.format(access=f"[access]\n{access}"))
    assert any(words in str(problem) for problem in problems), problems


def test_the_demonstration_asks_nobody_and_the_example_its_key_managers() -> None:
    assert {survey_house(text).access.second_factor for text in house_texts().values()} == {frozenset()}
    example = (ROOT / "examples" / "house.toml").read_text("utf-8")
    assert survey_house(example).access.second_factor == {Role.KEY_MANAGER}
