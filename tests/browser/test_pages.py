"""Every page, at every size: no errors, nothing that axe-core objects to, controls large enough to touch."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Visit
from tests.browser.visitor import DESKTOP, LAPTOP, PHONE

SIZES = {"desktop": DESKTOP, "laptop": LAPTOP, "phone": PHONE}
PUBLIC = {"lobby": "/", "sign-in": "/sign-in", "odds": "/odds", "rules": "/rules/101", "felt": "/felt/101"}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("page", PUBLIC)
def test_a_public_page_is_clean(visit: Visit, page: str, size: str) -> None:
    visitor = visit(size=SIZES[size])
    visitor.open(PUBLIC[page]).wait_for_load_state("networkidle")
    assert visitor.violations() == ""
