"""Forms that news rebuild while their request is on its way: the answer appears in the form that is there now."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

DRAW = """async () => {
  const { form, keepTyped } = await import('/static/ui/form.js');
  const place = document.body.appendChild(document.createElement('div'));
  const sent = window.sent = [];
  const one = (title) => form({
    title, fields: [{ name: 'name', label: 'Name' }], button: 'Send',
    send: (values) => new Promise((answer) => sent.push({ values, answer })),
  });
  window.draw = (...titles) => keepTyped(place, () => place.replaceChildren(...titles.map(one)));
  draw('Enter a player', 'Move a player');
}"""
"""Two forms in a place that can be drawn again; `sent` has what was sent, and its answer can be given there."""
DONE = {"done": True, "words": "ann is entered."}
REFUSED = {"done": False, "message": "The voucher has lapsed.", "clause": "CO 47.1-2213.05"}


@pytest.fixture
def forms(page: Page) -> Page:
    page.evaluate(DRAW)
    form = page.locator("form", has_text="Enter a player")
    form.get_by_label("Name").fill("ann")
    form.get_by_role("button", name="Send").click()
    page.wait_for_function("sent.length === 1")
    return page


@pytest.mark.parametrize("drawn", [0, 1, 2], ids=["not rebuilt", "rebuilt", "rebuilt twice"])
@pytest.mark.parametrize(("outcome", "words", "typed"), [(DONE, "ann is entered.", ""), (REFUSED, "lapsed", "ann")])
def test_the_answer_appears_however_often_the_form_was_rebuilt(
    forms: Page, drawn: int, outcome: dict[str, object], words: str, typed: str
) -> None:
    """What was typed stays after a refusal, and goes after success."""
    for _ in range(drawn):
        forms.evaluate("draw('Enter a player', 'Move a player')")
    forms.evaluate("(outcome) => sent[0].answer(outcome)", outcome)
    form = forms.locator("form", has_text="Enter a player")
    expect(form.locator(".reply")).to_contain_text(words)
    expect(form.get_by_label("Name")).to_have_value(typed)
    expect(forms.locator("form", has_text="Move a player").locator(".reply")).to_be_empty()


def test_the_answer_of_a_form_that_is_gone_appears_in_no_other(forms: Page) -> None:
    forms.evaluate("draw('Move a player')")
    forms.evaluate("(outcome) => sent[0].answer(outcome)", DONE)
    expect(forms.locator("form")).to_have_count(1)
    expect(forms.locator(".reply")).to_be_empty()
