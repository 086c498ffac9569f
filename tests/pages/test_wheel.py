"""The wheel moves as spun and stops only at the announced result."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.vocabulary import big_six, roulette


@pytest.mark.parametrize("pockets", [37, 38])
@pytest.mark.parametrize("way", [1, -1])
def test_a_landing_joins_the_launch_and_ends_in_the_pocket(page: Page, pockets: int, way: int) -> None:
    """No jump in place or speed at the hand-over; at the end the ball lies in its pocket, whatever the moment."""
    page.evaluate(
        """async ([pockets, way]) => {
          const { landing, thrown, POCKET, TRACK } = await import('/static/ui/wheel-motion.js');
          const step = 360 / pockets, check = (truth, words) => { if (!truth) throw new Error(words); };
          for (let pocket = 0; pocket < pockets; pocket += 1) {
            for (const seconds of [0.4, 2.6, 7.31]) {
              const now = thrown(seconds, -way);
              const from = { rotor: way * 64 * seconds, rotorSpeed: way * 64, ball: now.angle, ballSpeed: now.speed };
              const motion = landing({ ...from, pocket: pocket * step, step });
              const start = motion.ball(0), soon = motion.ball(0.001);
              check(Math.abs(start.angle - from.ball) < 1e-6 && start.radius === TRACK, 'place at the hand-over');
              check(Math.abs((soon.angle - start.angle) / 0.001 - from.ballSpeed) < 6, 'speed at the hand-over');
              const end = motion.ball(motion.seconds);
              const off = (end.angle - motion.rotor(motion.seconds) - pocket * step) % 360;
              check(Math.min(Math.abs(off), 360 - Math.abs(off)) < 1e-6 && end.radius === POCKET, 'the pocket');
              for (let t = 0.02, last = start; t < motion.landed; t += 0.02) {
                const next = motion.ball(t);
                const [turned, fell] = [Math.abs(next.angle - last.angle), Math.abs(next.radius - last.radius)];
                check(turned < 20 && fell < 0.02, `jump at ${t}`);
                last = next;
              }
            }
          }
        }""",
        [pockets, way],
    )


def test_a_big_six_wheel_stops_under_the_clapper(page: Page) -> None:
    labels = [each.label for each in big_six().compartments]
    page.evaluate(
        """async (labels) => {
          const { coming } = await import('/static/ui/wheel-motion.js');
          const step = 360 / labels.length;
          for (const label of new Set(labels)) {
            const stops = labels.flatMap((each, index) => (each === label ? [index * step] : []));
            for (const speed of [300, -300]) {
              const motion = coming({ angle: 123.4, speed, stops });
              const under = ((-motion.end % 360) + 360) % 360, index = Math.round(under / step) % labels.length;
              if (labels[index] !== label) throw new Error(label);
              if (Math.abs(under / step - Math.round(under / step)) > 1e-6) throw new Error('between two stops');
              if (Math.abs(motion.angle(motion.seconds) - motion.end) > 1e-6) throw new Error('end');
              if (Math.sign(motion.end - 123.4) !== Math.sign(speed)) throw new Error('it turned back');
            }
          }
        }""",
        labels,
    )


def test_a_launch_is_open_ended_and_land_shows_the_announced_number(page: Page) -> None:
    wheel = [{"label": each.label, "color": each.color} for each in roulette("european").compartments]
    before, after, label = page.evaluate(
        """async (compartments) => {
          await import('/static/ui/cr-wheel.js');
          const wheel = document.createElement('cr-wheel');
          document.body.append(wheel);
          wheel.spun = 'ball'; wheel.compartments = compartments;
          wheel.launch({ wheel: 'clockwise', ball: 'counterclockwise' });
          const shown = () => wheel.querySelector('.wheel-result').classList.contains('is-shown');
          const before = [wheel.turning, shown()], words = () => wheel.querySelector('.wheel-result b').textContent;
          await wheel.land('17');
          return [before, [wheel.turning, shown(), words()], wheel.ariaLabel];
        }""",
        wheel,
    )
    assert before == [True, False]
    assert after == [False, True, "17"]
    assert label.endswith(": 17")


def test_reduced_motion_shows_the_result_and_moves_nothing(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    wheel = [{"label": each.label, "color": each.color} for each in roulette("american").compartments]
    running, shown = page.evaluate(
        """async (compartments) => {
          await import('/static/ui/cr-wheel.js');
          const wheel = document.createElement('cr-wheel');
          document.body.append(wheel);
          wheel.spun = 'ball'; wheel.compartments = compartments;
          wheel.launch({ wheel: 'clockwise' });
          const running = () => wheel.getAnimations({ subtree: true }).length, before = running();
          await wheel.land('00');
          return [before + running(), wheel.querySelector('.wheel-result b').textContent];
        }""",
        wheel,
    )
    assert (running, shown) == (0, "00")


@pytest.mark.parametrize("kind", ["american", "big-six"])
def test_a_spin_moves_nothing_but_transforms_of_layers(page: Page, kind: str) -> None:
    """What turns is a layer no larger than itself: the compositor turns it without painting it again."""
    made = big_six() if kind == "big-six" else roulette("american")
    wheel = [{"label": each.label, "color": each.color} for each in made.compartments]
    moved, share = page.evaluate(
        """async ([kind, compartments]) => {
          await import('/static/ui/cr-wheel.js');
          const sheet = document.head.appendChild(document.createElement('link'));
          const styled = new Promise((done) => { sheet.onload = done; });
          Object.assign(sheet, { rel: 'stylesheet', href: '/static/css/elements.css' });
          await styled;
          const wheel = document.body.appendChild(document.createElement('cr-wheel'));
          wheel.spun = kind === 'big-six' ? 'wheel' : 'ball'; wheel.compartments = compartments;
          wheel.launch({ wheel: 'clockwise' });
          const plain = new Set(['offset', 'computedOffset', 'easing', 'composite']);
          const names = wheel.getAnimations({ subtree: true }).flatMap((each) => each.effect.getKeyframes())
            .flatMap((frame) => Object.keys(frame)).filter((name) => !plain.has(name));
          const layer = wheel.querySelector('.wheel-rotor');
          return [[...new Set(names)], layer.offsetWidth / wheel.offsetWidth];
        }""",
        [kind, wheel],
    )
    assert moved == ["transform"]
    assert share < 0.95
