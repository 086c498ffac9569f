"""Pages ask for and offer only what the service grants to a role."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from croupier.terms.people import Role
from croupier.web.api.alerts import WATCHERS
from croupier.web.files import STATIC
from tests.pages.house import House, card_of, rules_of
from tests.pages.test_pit import equipment, table


def test_alerts_are_for_the_roles_that_the_service_names() -> None:
    words = (STATIC / "ui" / "display-format.js").read_text("utf-8")
    listed = re.search(r"export const seesAlerts = \(role\) => \[([^\]]*)\]", words)
    assert listed is not None
    assert set(re.findall(r"'([\w-]+)'", listed[1])) == {role.value for role in WATCHERS}


@pytest.mark.parametrize("role", [Role.SUPERVISOR, Role.SLOT_TECHNICIAN, Role.MAINTENANCE, Role.SECURITY])
def test_the_pit_asks_for_no_alerts_and_offers_no_switch_that_are_refused(house: House, role: Role) -> None:
    """Only a dealer or a pit supervisor switches the automatic dealer of a demonstration."""
    card: dict[str, Any] = card_of(rules_of("7", "co-2014", "american"))
    house.answers |= {"GET /alerts": {"alerts": [], "acknowledged": []}, "GET /tables/7": card}
    house.signs_in("pat", role.value)
    house.snapshots["7"] = table(number="7", equipment=equipment())
    house.open("/pit")
    expect(house.page.locator("#chosen h2")).to_have_text("Table 7")
    switch = house.page.get_by_role("switch", name="Automatic dealer")
    expect(switch).to_have_count(1 if role is Role.SUPERVISOR else 0)
    assert ("GET /alerts" in house.asked) == (role in WATCHERS)
