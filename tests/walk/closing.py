"""The simple way to close: do what the console shows next, and between rounds have everybody leave, then close.

It must work from every state and whatever number comes, so that no text is enforced into a dead end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.equipment.command import InspectReplacement, InspectTable
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.sequence import next_command
from croupier.table.state import Phase, Table
from croupier.table.values import BallFate
from tests.walk.abstraction import NOW
from tests.walk.scene import BOSS, CCW, CW, DIRECTOR, Scene, closing, dealer, inspection, opening, order

STEPS_MAX = 60
"""More steps than closing ever takes: two rounds, and two players who leave."""

Step = Callable[[Scene, Table, str], c.AnyCommand]
"""How a step is taken; the text is the number at which the ball or wheel comes to rest."""


def _deal(kind: Callable[..., c.AnyCommand], **fields: Any) -> Step:
    return lambda _scene, table, _number: order(dealer(table), kind, **fields)


def _announce(scene: Scene, table: Table, number: str) -> c.AnyCommand:
    return order(dealer(table), c.AnnounceNumber, number=number, revolutions=scene.rules.procedure.revolutions_min)


def _no_spin(_scene: Scene, table: Table, _number: str) -> c.AnyCommand:
    return order(dealer(table), c.CallNoSpin, reason=table.spin.irregular, ball=BallFate.REMOVED)


def _correct(_scene: Scene, table: Table, _number: str) -> c.AnyCommand:
    """Once the time to choose again is over."""
    assert table.correction is not None
    left = max(table.correction.choose_until - NOW, 0)
    return order(BOSS, c.CorrectNumber, after=left, number=table.correction.number, why="misread")


def _collect(_scene: Scene, table: Table, _number: str) -> c.AnyCommand:
    """Once the time to choose is over."""
    return order(dealer(table), c.CollectLosers, after=max(table.spin.choose_until - NOW, 0))


STEPS: Mapping[type[c.Command], Step] = {
    InspectTable: lambda scene, _table, _number: inspection(scene.rules),
    InspectReplacement: lambda *_: order(DIRECTOR, InspectReplacement, fit=True),
    c.OpenTable: lambda *_: opening(),
    c.InspectBall: lambda *_: order(BOSS, c.InspectBall, fit=True),
    c.DecideIrregularity: lambda *_: order(BOSS, c.DecideIrregularity, decision="go on", why="seen"),
    c.CarryOutDirection: _deal(c.CarryOutDirection),
    c.ObserveAction: lambda *_: order(BOSS, c.ObserveAction),
    c.CorrectNumber: _correct,
    c.CloseTable: lambda _scene, table, _number: closing(table),
    c.CallNoMoreBets: _deal(c.CallNoMoreBets, waved=True),
    c.SpinBall: _deal(c.SpinBall, wheel=CW, ball=CCW),
    c.SpinWheel: _deal(c.SpinWheel, wheel=CW),
    c.CallNoSpin: _no_spin,
    c.AnnounceNumber: _announce,
    c.PlaceCrown: _deal(c.PlaceCrown),
    c.MoveFifths: _deal(c.MoveFifths),
    c.CollectLosers: _collect,
    c.PayWinners: _deal(c.PayWinners),
    c.LiftCrown: _deal(c.LiftCrown),
}
"""How each step is taken that a console can show. A new step takes one line here."""


def console(scene: Scene, table: Table, number: str) -> c.AnyCommand:
    """The one step that the dealer's console shows."""
    return STEPS[next_command(scene.rules, table)](scene, table, number)


def homeward(scene: Scene, table: Table, number: str) -> c.AnyCommand:
    """The next step toward a closed table: bets are played out, then everybody changes, cashes and leaves."""
    busy = table.wagers or table.irregularity or table.correction is not None
    if busy or table.phase is not Phase.BETTING:
        return console(scene, table, number)
    for seat, seated in table.seats.items():
        for chips, amount in seated.stacks.items():
            if chips is Chips.NON_VALUE:
                return order(dealer(table), c.ColorUp, seat=seat, amount=amount)
            return order(dealer(table), c.CashOut, seat=seat, amount=amount, chips=chips)
        return order(dealer(table), c.LeaveSeat, seat=seat)
    return closing(table)
