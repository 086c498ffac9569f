"""The time zone of a house file, in which pages show times."""

from __future__ import annotations

import pytest

from croupier.rules.house import check_house, survey_house
from croupier.rules.house_zone import common_zone
from croupier.terms.problem import Problems

HOUSE = '[house]\nname = "H"\nbook = "house"\n{zone}\n[[table]]\nnumber = 1\nwheel = "american"\nzero = "lose-all"\n'


@pytest.mark.parametrize(
    ("zone", "name"),
    [("", None), ('zone = "UTC"', "UTC"), ('zone = "America/Denver"', "America/Denver")],
)
def test_a_house_names_its_zone(zone: str, name: str | None) -> None:
    assert survey_house(HOUSE.format(zone=zone)).zone == name


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ('"America/Denvr"', "Did you mean America/Denver?"),
        ('"MST"', "'MST' is not a known time zone"),
        ('"localtime"', "not a known time zone"),
        ('"Europe/../../etc/passwd"', "not a known time zone"),
        ('"Europe/London\\" onload=\\"x"', "not a known time zone"),
        ("-7", "a text in quotes"),
    ],
)
def test_an_unknown_zone_is_reported(zone: str, words: str) -> None:
    problems = check_house(HOUSE.format(zone=f"zone = {zone}"))
    assert [words in str(problem) for problem in problems] == [True], problems


def test_houses_of_one_service_share_a_clock() -> None:
    assert common_zone([]) == common_zone([None, None]) == "UTC"
    assert common_zone([None, "America/Denver", "America/Denver"]) == "America/Denver"
    with pytest.raises(Problems, match="America/Denver and America/New_York"):
        common_zone(["America/New_York", None, "America/Denver"])
