"""The card of a table: everything about it that does not change while it is open."""

from __future__ import annotations

from msgspec import Struct

from croupier.floor.colors import CHIP_COLORS
from croupier.floor.live import LiveTable
from croupier.game.drawing import Drawing, Orientation, Pocket, draw, draw_replica, spot_name
from croupier.game.layout import Spot
from croupier.game.wager import WagerKind
from croupier.game.wheel import Compartment, Wheel
from croupier.press.posted import TITLES
from croupier.press.signs import PostedLimits, Sign, posted_limits, signs, tip_words
from croupier.rules.figures import Exact, figures
from croupier.rules.procedure import Duty
from croupier.rules.table import Rules
from croupier.rules.wagers import Chips
from croupier.table.command import BuyChips, NoSpinReason
from croupier.table.guard import ROLES
from croupier.table.questions import is_big_six
from croupier.table.state import VALUE_COLORS, TableRules
from croupier.terms.citation import Basis

_LADDER = (25, 100, 200, 500, 1_000, 2_500, 10_000, 50_000, 100_000, 500_000)
_USUAL = (100, 500, 2_500, 10_000, 50_000)
_CHIPS_SHOWN = 6
_REPLICA = {Orientation.LANDSCAPE: (882.0, 190.0, 52.0), Orientation.PORTRAIT: (344.0, 520.0, 46.0)}
"""Width, height and band of the wheel replica: as wide as the layout it belongs to."""
_REASONS = {
    NoSpinReason.SAME_DIRECTION: "Ball and wheel ran in the same direction",
    NoSpinReason.TOO_FEW_REVOLUTIONS: "Too few revolutions",
    NoSpinReason.FOREIGN_OBJECT: "A foreign object entered the wheel",
    NoSpinReason.BALL_LEFT_WHEEL: "The ball left the wheel",
}
"""What a dealer may call; the other reasons follow from the number, or are the supervisor's."""


class ReasonOnCard(Struct, frozen=True):
    reason: NoSpinReason
    words: str
    clause: str | None


class SpotOnCard(Struct, frozen=True):
    """A spot in words and figures; fractions exactly and as decimals."""

    name: str
    wager: WagerKind
    numbers: tuple[str, ...]
    pays: str
    chance: Exact
    edge: Exact
    variance: Exact
    minimum: int | None
    maximum: int | None
    clause: str | None
    defined: str | None
    basis: Basis
    same_as: str | None


class Replica(Struct, frozen=True):
    """The wheel on the layout, as a racetrack."""

    width: float
    height: float
    band: float
    pockets: tuple[Pocket, ...]


class Replicas(Struct, frozen=True):
    landscape: Replica
    portrait: Replica


class Card(Struct, frozen=True):
    number: str
    house: str
    title: str
    book: str
    wheel: str
    zero: str
    digest: str
    electronic: bool
    central_screen: bool
    seats: int
    demonstration: bool
    own_chips: Chips
    limits: tuple[PostedLimits, ...]
    tip_wagers: bool
    tip_wager_max: int | None
    tip_restriction: str | None
    prison_ms: int
    colors: tuple[str, ...]
    """Of players' own chips."""
    value_colors: tuple[str, ...]
    """Of value chips; none where chips are electronic."""
    chip_values: tuple[int, ...]
    signs: tuple[Sign, ...]
    no_spin_reasons: tuple[ReasonOnCard, ...]
    roles: dict[str, tuple[str, ...]]
    compartments: tuple[Compartment, ...]
    landscape: Drawing
    portrait: Drawing
    replica: Replicas | None
    spots: dict[str, SpotOnCard]
    revolutions_min: int
    verbal_clause: str | None
    """The clause under which a player may speak a wager with cash; none where none is taken."""
    note: str
    """What the house should know although the table runs."""


def card(table: LiveTable, house: str, tip_restriction: str | None = None, note: str = "") -> Card:
    """The card of a table that runs."""
    live, setup = table.rules, table.rules.setup
    rules = live.rules
    return Card(
        number=table.number,
        house=house,
        title=TITLES[rules.choices.wheel],
        book=rules.book.id,
        wheel=rules.choices.wheel.value,
        zero=rules.game.zero.value,
        digest=live.digest,
        electronic=setup.electronic,
        central_screen=setup.central_screen,
        seats=setup.seats,
        demonstration=setup.demonstration,
        own_chips=Chips.ELECTRONIC if setup.electronic else Chips.NON_VALUE,
        limits=posted_limits(rules),
        tip_wagers=setup.tip_wagers,
        tip_wager_max=setup.tip_wager_max,
        tip_restriction=tip_words(setup, tip_restriction),
        prison_ms=setup.prison_ms,
        colors=CHIP_COLORS,
        value_colors=() if setup.electronic else VALUE_COLORS,
        chip_values=chip_values(rules),
        signs=signs(rules, setup, tip_restriction),
        no_spin_reasons=_reasons(live),
        roles=_roles(live),
        compartments=rules.game.wheel.compartments,
        landscape=draw(rules.layout, Orientation.LANDSCAPE),
        portrait=draw(rules.layout, Orientation.PORTRAIT),
        replica=replicas(rules),
        spots=spots_on_card(rules),
        revolutions_min=live.procedure.revolutions_min,
        verbal_clause=_verbal_clause(live),
        note=note,
    )


def replicas(rules: Rules) -> Replicas | None:
    """The wheel replica either way, where the layout has one."""
    if WagerKind.FIVE_ADJACENT not in rules.offered:
        return None
    wheel = rules.game.wheel
    return Replicas(_replica(wheel, Orientation.LANDSCAPE), _replica(wheel, Orientation.PORTRAIT))


def _replica(wheel: Wheel, orientation: Orientation) -> Replica:
    width, height, band = _REPLICA[orientation]
    return Replica(width, height, band, draw_replica(wheel, width, height, band))


def spots_on_card(rules: Rules) -> dict[str, SpotOnCard]:
    """Every spot on which a wager may stand, by its id."""
    found: dict[str, SpotOnCard] = {}
    for figure in figures(rules).spots:
        spot: Spot = rules.layout[figure.spot]
        found[figure.spot] = SpotOnCard(
            name=spot_name(spot),
            wager=spot.wager,
            numbers=spot.numbers,
            pays=figure.pays,
            chance=figure.chance,
            edge=figure.edge,
            variance=figure.variance,
            minimum=figure.minimum,
            maximum=figure.maximum,
            clause=figure.clause,
            defined=figure.defined,
            basis=figure.basis,
            same_as=spot.same_as,
        )
    return found


def chip_values(rules: Rules) -> tuple[int, ...]:
    """Values for chips to bet with, from the least wager to the most: what a page offers, not what may be staked."""
    bounds = [rules.bounds(kind) for kind in rules.offered if kind is not WagerKind.FIVE_ADJACENT]
    least = min((each.minimum for each in bounds if each.minimum is not None), default=None)
    most = max((each.maximum for each in bounds if each.maximum is not None), default=None)
    if least is None and most is None:
        return _USUAL
    low, high = least or _USUAL[0], most or (least or 1) * 200
    values = tuple(value for value in _LADDER if low <= value <= high)[:_CHIPS_SHOWN]
    return values if low in values else (low, *values)[:_CHIPS_SHOWN]


def _verbal_clause(live: TableRules) -> str | None:
    taken = live.procedure.verbal_wagers and not live.setup.electronic
    return live.procedure.clause(Duty.VERBAL) if taken else None


def _reasons(live: TableRules) -> tuple[ReasonOnCard, ...]:
    open_here = (NoSpinReason.TOO_FEW_REVOLUTIONS,) if is_big_six(live) else tuple(_REASONS)
    procedure = live.procedure
    named = procedure.clause(Duty.NO_SPIN)
    return tuple(
        ReasonOnCard(reason, _REASONS[reason], procedure.clause(Duty(reason)) or named) for reason in open_here
    )


def _roles(live: TableRules) -> dict[str, tuple[str, ...]]:
    """Who may give each command at this table; chips for money are the dealer's to sell but at terminals."""
    found = {str(kind.__struct_config__.tag): tuple(role.value for role in roles) for kind, roles in ROLES.items()}
    if not live.setup.electronic:
        found[str(BuyChips.__struct_config__.tag)] = ("dealer",)
    return found
