"""The elements of the consoles by themselves: what they show of a table, and what they ask for."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from croupier.floor.live import LiveTable
from croupier.table import command as c
from croupier.table.state import Setup, Table, TableRules
from croupier.table.view import view
from croupier.terms.people import Actor, Role
from croupier.web.api.card import card
from croupier.wire.rules import table_rules
from tests.table.playing import DEALER, Play

SEAT_MAX = 6
REASONS = [
    "CO 47.1-2206(2)", "CO 47.1-2206(2)", "CO 47.1-2206(3)", "CO 47.1-2206(3)",
    "CO 47.1-2206(4)",
]  # fmt: skip
"""Twice where the dealer attempts to remove the ball: it was removed, or it came to rest first."""


@pytest.fixture
def empty(page: Page) -> Page:
    """A page without anything, at the address of the files."""
    page.evaluate("document.body.className = 'console dealer'")
    return page


def card_of(rules: TableRules) -> Any:
    """The card as the service gives it; a card asks neither desk nor feed."""
    nobody: Any = None
    return msgspec.to_builtins(card(LiveTable(rules.setup.number, rules, nobody, nobody), "A house"))


def seen_by_dealer(rules: TableRules, table: Table) -> Any:
    return msgspec.to_builtins(view(rules, table, Actor("dora", Role.DEALER)))


def numpad(page: Page, rules: TableRules) -> None:
    page.evaluate(
        """async (card) => {
          await import('/static/ui/cr-numpad.js');
          window.pad = document.body.appendChild(document.createElement('cr-numpad'));
          pad.card = card;
        }""",
        card_of(rules),
    )


@pytest.mark.parametrize(
    ("typed", "value"), [("17", "17"), ("0", "0"), ("00", "00"), ("36", "36"), ("37", "7"), ("5", "5")]
)
def test_digits_choose_the_number_of_the_wheel(empty: Page, typed: str, value: str) -> None:
    """37 is no number of the wheel: the second digit begins another."""
    numpad(empty, table_rules("co-2014", {}, Setup("7")))
    empty.evaluate("(digits) => [...digits].forEach((each) => pad.type(each))", typed)
    assert empty.evaluate("pad.value") == value
    expect(empty.locator("cr-numpad [aria-pressed=true]")).to_have_text(value)


def test_the_echo_names_the_color_of_each_number(empty: Page) -> None:
    rules = table_rules("co-2014", {}, Setup("7"))
    numpad(empty, rules)
    for compartment in rules.betting.game.wheel.compartments:
        empty.locator("cr-numpad").get_by_role(
            "button", name=f"{compartment.label} {compartment.color}", exact=True
        ).click()
        expect(empty.locator("cr-numpad output")).to_have_text(f"{compartment.label}{compartment.color}")
        assert empty.evaluate("pad.words") == f"{compartment.label} {compartment.color}"


@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(B)", duty="void")
@pytest.mark.parametrize("layout", ["single-zero", "double-zero"])
def test_a_covered_number_can_be_entered_and_is_marked(empty: Page, layout: str) -> None:
    """The ball may come to rest there: that is announced, and is no spin."""
    choices = {"wheel": "double-as-single", "layout": layout}
    numpad(empty, table_rules("co-2014", choices, Setup("9")))
    empty.locator("cr-numpad").get_by_role("button", name="00 green, covered, not in play").click()
    expect(empty.locator("cr-numpad output")).to_contain_text("covered: no spin")


def test_a_big_six_wheel_has_its_symbols(empty: Page) -> None:
    numpad(empty, table_rules("nj", {"wheel": "big-six", "clapper": "void"}, Setup("6")))
    expect(empty.locator("cr-numpad .key")).to_have_text(["$1", "$2", "$5", "$10", "$20", "joker", "flag"])


def console(page: Page, play: Play) -> None:
    """The element of the next step, with what it asks for in `asked`."""
    page.evaluate(
        """async ([card, view]) => {
          await import('/static/ui/cr-next.js');
          window.asked = [];
          window.next = document.body.appendChild(document.createElement('cr-next'));
          next.addEventListener('step', (event) => asked.push(event.detail));
          next.card = card;
          next.show(view, [], 0);
        }""",
        [card_of(play.rules), seen_by_dealer(play.rules, play.table)],
    )


def press(page: Page) -> Any:
    """Presses the one button as soon as it takes a press; what it asked for."""
    page.evaluate("asked.length = 0")
    page.wait_for_function("() => { next.go(); return asked.length > 0; }")
    return page.evaluate("asked[0]")


def show(page: Page, play: Play) -> None:
    page.evaluate(
        "(view) => { next.answer({ done: true }); next.show(view, [], 0); }", seen_by_dealer(play.rules, play.table)
    )


def test_the_one_button_is_the_step_that_the_service_names(empty: Page) -> None:
    play = Play("co-2014")
    play.sit(1)
    play.bet(1, "17", 500)
    console(empty, play)
    button = empty.locator("cr-next .step")
    expect(button).to_contain_text("Spin the ball")
    asked = press(empty)
    assert asked["type"] == "spin-ball"
    assert asked["wheel"] != asked["ball"]
    play.spin()
    show(empty, play)
    expect(button).to_contain_text("No more bets")
    assert press(empty) == {"type": "call-no-more-bets", "waved": True}
    play.does(DEALER, c.CallNoMoreBets)
    show(empty, play)
    expect(button).to_be_disabled()
    empty.evaluate("next.type('1'); next.type('7')")
    expect(button).to_be_disabled()
    empty.get_by_role("button", name="5 revolutions").click()
    expect(button).to_contain_text("Announce 17 black")
    assert press(empty) == {"type": "announce-number", "number": "17", "revolutions": 5, "between": False}
    play.does(DEALER, c.AnnounceNumber, number="17", revolutions=5)
    show(empty, play)
    expect(button).to_contain_text("Place the crown")
    play.does(DEALER, c.PlaceCrown)
    show(empty, play)
    expect(button).to_contain_text("Collect losers")
    play.does(DEALER, c.CollectLosers)
    show(empty, play)
    expect(button).to_contain_text("Pay winners")
    expect(empty.locator("cr-next .payments")).to_contain_text("Seat 1$175")
    play.does(DEALER, c.PayWinners)
    show(empty, play)
    expect(button).to_contain_text("Lift the crown")


def test_one_press_takes_one_step(empty: Page) -> None:
    """A button pressed again before the answer, or right after it, takes no step that the dealer has not seen."""
    play = Play("co-2014")
    console(empty, play)
    press(empty)
    empty.evaluate("next.go(); next.go()")
    assert empty.evaluate("asked.length") == 1
    play.spin()
    show(empty, play)
    empty.evaluate("next.go()")
    assert empty.evaluate("asked.length") == 1
    assert press(empty) == {"type": "call-no-more-bets", "waved": True}


def test_an_automatic_dealer_is_named_and_takes_the_steps(empty: Page) -> None:
    play = Play("co-2014")
    console(empty, play)
    empty.evaluate("next.automatic = true")
    expect(empty.locator("cr-next .step")).to_be_disabled()
    expect(empty.locator("cr-next")).to_contain_text("Automatic dealer")
    empty.evaluate("next.automatic = false")
    assert press(empty)["type"] == "spin-ball"


@pytest.mark.clause("CO 47.1-2206(1)", "CO 47.1-2206(2)", "CO 47.1-2206(3)", "CO 47.1-2206(4)", duty="no-spin")
def test_no_spin_can_be_reached_while_the_ball_runs_with_its_reasons_and_their_clauses(empty: Page) -> None:
    play = Play("co-2014")
    console(empty, play)
    for command in (None, c.CallNoMoreBets):
        if command is None:
            play.spin()
        else:
            play.does(DEALER, command)
        show(empty, play)
        empty.get_by_role("button", name="No spin").click()
        reasons = empty.locator("cr-next .reasons button cite")
        assert reasons.all_text_contents() == REASONS
        empty.get_by_role("button", name="Back to the next step").click()
    empty.evaluate("asked.length = 0")
    empty.get_by_role("button", name="No spin").click()
    empty.locator("cr-next .reasons button").nth(2).click()
    assert empty.evaluate("asked") == [{"type": "call-no-spin", "reason": "foreign-object", "ball": "removed"}]


def test_after_the_announcement_a_wrong_number_takes_the_place_of_no_spin(empty: Page) -> None:
    """No spin would be refused; the number can be set right on the supervisor's word until something is paid."""
    play = Play("co-2014")
    console(empty, play)
    no_spin = empty.locator("cr-next .no-spin", has_text="No spin")
    expect(no_spin).to_be_disabled()
    play.spin()
    play.does(DEALER, c.CallNoMoreBets)
    show(empty, play)
    expect(no_spin).to_be_enabled()
    play.does(DEALER, c.AnnounceNumber, number="17", revolutions=5)
    for command in (c.PlaceCrown, c.CollectLosers, None):
        show(empty, play)
        expect(no_spin).to_be_hidden()
        expect(empty.get_by_role("button", name="Wrong number")).to_be_visible()
        if command:
            play.does(DEALER, command)
    play.does(DEALER, c.PayWinners)
    show(empty, play)
    expect(empty.get_by_role("button", name="Wrong number")).to_be_hidden()
    expect(no_spin).to_be_disabled()


@pytest.mark.clause("CO 47.1-2204(2)", duty="leave")
def test_collecting_is_not_offered_while_players_may_choose_in_prison(empty: Page) -> None:
    play = Play("co-2014", wheel="european", zero="in-prison")
    play.sit(1)
    play.bet(1, "red", 1_000)
    play.spin()
    play.does(DEALER, c.CallNoMoreBets)
    play.does(DEALER, c.AnnounceNumber, number="0", revolutions=5)
    play.does(DEALER, c.PlaceCrown)
    seen = seen_by_dealer(play.rules, play.table)
    left = play.table.spin.choose_until - play.at
    console(empty, play)
    skew = f"{play.at} - Date.now()"
    empty.evaluate(f"(view) => next.show(view, [], {skew})", seen)
    button = empty.locator("cr-next .step")
    expect(button).to_be_disabled()
    expect(button).to_contain_text("Choices in prison:")
    empty.evaluate(f"(view) => next.show(view, [], {skew} + {left})", seen)
    expect(button).to_be_enabled()
    expect(button).to_contain_text("Collect losers")


@pytest.mark.clause("CO 47.1-2206(2)", duty="no-spin")
def test_revolutions_are_counted_again_each_spin(empty: Page) -> None:
    """The ball's last result is not preselected, even after the page was reloaded."""
    play = Play("co-2014")
    play.spin()
    play.does(DEALER, c.CallNoMoreBets)
    console(empty, play)
    empty.get_by_role("button", name="5 revolutions").click()
    expect(empty.locator("cr-next .turns [aria-pressed=true]")).to_have_count(1)
    kept = empty.evaluate("Object.values(localStorage).join()")
    assert "revolutions" not in kept
    empty.evaluate(
        "(view) => next.show(view, [{ kind: 'ball-spun', wheel: 'clockwise', ball: 'counterclockwise' }], 0)",
        seen_by_dealer(play.rules, play.table) | {"round": 2},
    )
    expect(empty.locator("cr-next .turns [aria-pressed=true]")).to_have_count(0)


def test_a_step_of_the_pit_is_not_the_dealers(empty: Page) -> None:
    play = Play("co-2014")
    play.does(DEALER, c.ReportIrregularity, what="A glass on the wheel.")
    console(empty, play)
    expect(empty.locator("cr-next .step")).to_be_disabled()
    expect(empty.locator("cr-next blockquote")).to_have_text("A glass on the wheel.")


def test_a_refusal_shows_its_clause_and_loses_no_input(empty: Page) -> None:
    empty.evaluate(
        """async () => {
          const { form } = await import('/static/ui/form.js');
          window.sent = [];
          document.body.append(form({
            title: 'Sell chips', button: 'Sell',
            fields: [{ name: 'amount', label: 'Amount', kind: 'money' }, { name: 'slip', label: 'Slip' }],
            send: async (values) => {
              sent.push(values);
              return sent.length > 1 ? { done: true, words: 'Sold.' }
                : { done: false, message: 'Too much (CO 47.1-2207). Sell less.', clause: 'CO 47.1-2207' };
            },
          }));
        }"""
    )
    amount, slip, sell = empty.get_by_label("Amount"), empty.get_by_label("Slip"), empty.get_by_role("button")
    reply = empty.get_by_role("status")
    amount.fill("12,5x")
    sell.click()
    expect(reply).to_contain_text("Not sent Amount: enter an amount")
    expect(amount).to_be_focused()
    expect(amount).to_have_attribute("aria-invalid", "true")
    amount.fill("1,250.50")
    sell.click()
    expect(reply).to_contain_text("Slip is missing")
    expect(slip).to_be_focused()
    assert empty.evaluate("sent") == []
    slip.fill("F-7")
    slip.press("Enter")
    expect(reply).to_have_text("Refused Too much CO 47.1-2207. Sell less.")
    expect(reply.locator("cite")).to_have_text("CO 47.1-2207")
    expect(amount).to_have_value("1,250.50")
    expect(slip).to_have_value("F-7")
    sell.click()
    expect(reply).to_have_text("Sold.")
    expect(amount).to_have_value("")
    assert empty.evaluate("sent") == [{"amount": 125_050, "slip": "F-7"}] * 2


@pytest.mark.parametrize(("typed", "cents"), [("5", 500), ("-12.50", -1250), ("−1", -100), ("", 0)])
def test_an_award_may_be_taken_back(empty: Page, typed: str, cents: int) -> None:
    empty.evaluate(
        """async () => {
          const { form } = await import('/static/ui/form.js');
          const send = async (values) => { window.sent = values; return { done: true }; };
          const fields = [{ name: 'award', label: 'Award', kind: 'signed', optional: true }];
          document.body.append(form({ button: 'Decide', fields, send }));
        }"""
    )
    empty.get_by_label("Award").fill(typed)
    empty.get_by_role("button").click()
    empty.wait_for_function("() => window.sent")
    assert empty.evaluate("sent") == {"award": cents}


def seats(page: Page, play: Play, presence: list[dict[str, Any]]) -> Locator:
    """The seats as staff see them; the one that is pressed stands in `chosen`."""
    page.evaluate(
        """async ([card, view, presence]) => {
          await import('/static/ui/cr-seats.js');
          document.querySelector('cr-seats')?.remove();
          const seats = document.body.appendChild(document.createElement('cr-seats'));
          seats.addEventListener('seat', (event) => (window.chosen = event.detail));
          seats.card = card;
          seats.view = view;
          seats.presence = presence;
        }""",
        [card_of(play.rules), seen_by_dealer(play.rules, play.table), presence],
    )
    return page.locator("cr-seats button")


@pytest.mark.clause("CO 47.1-2201(7)")
def test_the_dealer_sees_which_terminals_tell_their_players_of_the_call(empty: Page) -> None:
    """Only what needs attention is highlighted: a call that a terminal did not announce."""
    setup = Setup("7", seats=SEAT_MAX, electronic=True, demonstration=True)
    play = Play("co-2014", setup=setup)
    for seat in (1, 2, 3):
        play.sit(seat)
    play.does(DEALER, c.TakeSeat, seat=4, player="Kit (bot)")
    terminals = [
        {"seat": 1, "connected": True, "audio": True, "announced": False},
        {"seat": 2, "connected": True, "audio": False, "announced": False},
    ]
    places = seats(empty, play, terminals)
    expect(places).to_have_count(SEAT_MAX)
    for place, words in enumerate(("sound ready", "no sound", "no terminal", "a bot", "Free")):
        expect(places.nth(place)).to_contain_text(words)
    places.nth(1).click()
    assert empty.evaluate("chosen") == 2
    play.spin()
    play.does(DEALER, c.CallNoMoreBets)
    told = [terminals[0] | {"announced": True}, terminals[1]]
    places = seats(empty, play, told)
    expect(places.nth(0)).to_contain_text("called ✓")
    expect(places.nth(1)).to_contain_text("calling …")
    play.does(DEALER, c.AnnounceNumber, number="17", revolutions=5)
    places = seats(empty, play, told)
    expect(places.nth(1).locator(".unheard")).to_have_text("call unheard")
    expect(empty.locator("cr-seats .unheard")).to_have_count(1)


@pytest.mark.clause("CO 47.1-2201(7)")
def test_the_dealer_is_told_to_whom_to_call_aloud(empty: Page) -> None:
    play = Play("co-2014", setup=Setup("7", seats=SEAT_MAX, electronic=True, demonstration=True))
    for seat in (1, 2, 3):
        play.sit(seat)
    play.does(DEALER, c.TakeSeat, seat=4, player="Kit (bot)")
    play.spin()
    console(empty, play)
    terminals = [{"seat": seat, "connected": True, "audio": seat == 1, "announced": False} for seat in (1, 2)]
    empty.evaluate("(presence) => { next.presence = presence; }", terminals)
    expect(empty.locator("cr-next .hearing li")).to_have_text(["Seat 2: no sound", "Seat 3: no terminal"])


def test_enter_confirms_what_is_chosen_wherever_the_focus_is(empty: Page) -> None:
    """Typed digits move the focus of the pad, and plus and minus change the revolutions."""
    play = Play("co-2014")
    play.spin()
    play.does(DEALER, c.CallNoMoreBets)
    console(empty, play)
    empty.locator("cr-numpad").get_by_role("button", name="5 red", exact=True).click()
    empty.evaluate("next.type('1'); next.type('7')")
    expect(empty.locator("cr-numpad :focus")).to_have_text("17")
    empty.evaluate("next.turnMore(1)")
    least = play.rules.procedure.revolutions_min
    expect(empty.locator(".turns [aria-pressed=true]")).to_have_text(str(least))
    empty.evaluate("next.turnMore(-1)")
    expect(empty.locator(".turns [aria-pressed=true]")).to_have_text(str(least - 1))


EVIL = "on 17\u202eevil\u0007 \u2066x"


def test_words_of_others_hide_nothing_and_turn_nothing_around(empty: Page) -> None:
    shown = empty.evaluate(
        """async (evil) => {
          const { html } = await import('/static/core/svg.js');
          const { say } = await import('/static/ui/markup.js');
          const { harmless } = await import('/static/core/text.js');
          const made = html('p', { title: evil, 'data-id': evil }, evil);
          const said = html('p');
          say(said, evil);
          const kept = ['plain words, 5 €', 'two\\nlines', '👩‍🎲', 'می‌خواهم'].map(harmless);
          return [made.textContent, made.title, made.dataset.id, said.textContent, kept];
        }""",
        EVIL,
    )
    visible = "on 17⟨U+202E⟩evil⟨U+0007⟩ ⟨U+2066⟩x"
    assert shown[:4] == [visible, visible, EVIL, visible]
    *plain, persian = shown[4]
    assert plain == ["plain words, 5 €", "two\nlines", "👩‍🎲"]
    assert persian == "\u2066می‌خواهم\u2069"  # separate, so that no other figure moves


def test_a_table_that_was_never_opened_has_a_view_at_version_0(empty: Page) -> None:
    """Without it, nobody could open the table for the first time."""
    rules = table_rules("co-2014", {}, Setup("7"))
    views = empty.evaluate(
        """async (view) => {
          const { LiveTable } = await import('/static/pages/console.js');
          const table = new LiveTable('7');
          const before = table.view;
          table.store.receive([{ type: 'snapshot', version: 0, now: 0, view }]);
          return [before, table.view];
        }""",
        seen_by_dealer(rules, Table()),
    )
    assert views[0] is None
    assert (views[1]["phase"], views[1]["seats"], views[1]["dealing"]["step"]) == ("closed", [], "inspect-table")


def test_a_second_dispute_takes_nothing_away_from_a_decision_being_written(empty: Page) -> None:
    """Forms are rebuilt when another dispute arrives; input in the existing one is kept."""
    empty.evaluate(
        """async () => {
          const { form, keepTyped } = await import('/static/ui/form.js');
          const dispute = (number) => form({
            title: `Dispute ${number}`, button: 'Decide', send: async () => ({ done: true }),
            fields: [{ name: 'decision', label: `Decision ${number}` }, { name: 'why', label: `Why ${number}` }],
          });
          const place = document.body.appendChild(document.createElement('main'));
          place.append(dispute(1));
          window.arrive = () => keepTyped(place, () => place.replaceChildren(dispute(1), dispute(2)));
        }"""
    )
    empty.get_by_label("Decision 1").fill("Pay seat 4")
    empty.get_by_label("Why 1").press_sequentially("The chip lay")
    empty.evaluate("arrive()")
    empty.keyboard.type(" on the line")
    expect(empty.get_by_label("Decision 1")).to_have_value("Pay seat 4")
    expect(empty.get_by_label("Why 1")).to_have_value("The chip lay on the line")
    expect(empty.get_by_label("Decision 2")).to_have_value("")
