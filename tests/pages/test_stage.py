"""Events are shown in order, and the current state is drawn regardless."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

SETUP = """
const { Stage } = await import('/static/pages/stage.js');
const told = [], waiting = [];
const stage = new Stage(
  (happening) => { told.push(happening.kind); return new Promise((done) => waiting.push(done)); },
  (state) => told.push(state.table.phase),
  (phase) => phase === 'betting' || phase === 'in-track',
);
const scene = (phase, ...kinds) => ({ state: { table: { phase } }, happened: kinds.map((kind) => ({ kind })) });
const next = async () => { waiting.shift()?.(); await new Promise((done) => setTimeout(done)); };
"""


def told(page: Page, script: str) -> list[Any]:
    found: list[Any] = page.evaluate(f"async () => {{ {SETUP} {script} return told; }}")
    return found


def test_a_state_is_drawn_after_what_led_to_it_was_shown(page: Page) -> None:
    """The crown is not on the number before the ball is in it."""
    script = """stage.push(scene('at-rest', 'number-announced')); stage.push(scene('crowned', 'crown-placed'));
      await next(); told.push('|'); await next();"""
    assert told(page, script) == ["number-announced", "at-rest", "crown-placed", "|", "crowned"]


def test_a_snapshot_ends_whatever_is_being_shown(page: Page) -> None:
    script = """stage.push(scene('at-rest', 'number-announced', 'more')); stage.push(scene('crowned', 'crown-placed'));
      stage.reset(scene('betting').state); await next(); await next();"""
    assert told(page, script) == ["number-announced", "betting"]


def test_a_stage_that_falls_behind_jumps_to_now(page: Page) -> None:
    """Required announcements are still made: the number, the payment, the spin."""
    script = """stage.push(scene('at-rest', 'number-announced'));
      const steps = ['crown-placed', 'losers-collected', 'winners-paid', 'crown-lifted', 'ball-spun', 'call', 'last'];
      for (const kind of steps) stage.push(scene(kind, kind));
      for (let left = 9; left; left -= 1) await next();"""
    assert told(page, script) == ["number-announced", "winners-paid", "crown-lifted", "ball-spun", "last", "last"]


def test_open_bets_cut_whatever_is_being_shown(page: Page) -> None:
    """Nobody bets on a layout that still shows the round before; what was cut draws nothing afterwards."""
    script = """stage.push(scene('paid', 'winners-paid')); stage.push(scene('betting', 'crown-lifted'));
      await next(); await next(); told.push(stage.busy); await next();"""
    assert told(page, script) == ["winners-paid", "crown-lifted", "betting", False]
