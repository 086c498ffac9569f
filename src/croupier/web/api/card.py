"""The card of a table: everything about it that does not change while it is open."""

from __future__ import annotations

from msgspec import Struct

from croupier.floor.colors import CHIP_COLORS
from croupier.floor.live import LiveTable
from croupier.floor.remote_table import RemoteTable
from croupier.game.drawing import LayoutDrawing, Orientation, Pocket, draw, draw_replica
from croupier.game.layout import Spot
from croupier.game.wager import Form
from croupier.game.wheel import Compartment, SpunPart, Wheel
from croupier.game.zero import Choice
from croupier.rules.figures import Exact, figures
from croupier.rules.notes import note_messages, notes
from croupier.rules.procedure import REMOVABLE, ProcedureStep
from croupier.rules.table import Rules
from croupier.rules.wagers import Chips
from croupier.rules.zero_words import zero_messages, zero_sentences
from croupier.table.command import BuyChips, CashOut
from croupier.table.posted import posted_title, table_title
from croupier.table.preconditions import ROLES
from croupier.table.questions import silence
from croupier.table.sequence import betting_phases, turning_phases
from croupier.table.signs import PostedLimits, Sign, posted_limits, signs
from croupier.table.state import Phase, TableRules
from croupier.table.values import NoSpinReason
from croupier.terms.citation import Basis
from croupier.terms.coded_message import CodedMessage
from croupier.terms.money import Currency
from croupier.web.api.called_card import CalledSheet, called_sheet

_LADDER = (25, 100, 200, 500, 1_000, 2_500, 10_000, 50_000, 100_000, 500_000)
_USUAL = (100, 500, 2_500, 10_000, 50_000)
_CHIPS_SHOWN = 6
_REPLICA = {Orientation.LANDSCAPE: (882.0, 190.0, 52.0), Orientation.PORTRAIT: (344.0, 520.0, 46.0)}
"""Width, height and band of the wheel replica, which is as wide as its layout."""
_REASONS = {
    NoSpinReason.SAME_DIRECTION: "Ball and wheel ran in the same direction",
    NoSpinReason.NOT_ALTERNATED: "The wheel ran the same way as in the round before",
    NoSpinReason.TOO_FEW_REVOLUTIONS: "Too few revolutions",
    NoSpinReason.FOREIGN_OBJECT: "A foreign object entered the wheel",
    NoSpinReason.BALL_LEFT_WHEEL: "The ball left the wheel",
}
"""Reasons that a dealer may call; the others follow from the number or are left to the supervisor."""


class ReasonOnCard(Struct, frozen=True):
    reason: NoSpinReason
    words: str
    clause: str | None
    remove: bool
    """Whether the dealer reports the result of trying to remove the ball."""


class SpotOnCard(Struct, frozen=True):
    """A spot with its texts and figures; fractions are given exactly and as decimals."""

    name: str
    title: str
    """The title of its kind of wager, as in the rulebook."""
    named: str
    """The kind of wager if it has its usual title, otherwise the title, which stays in every language."""
    wager: str
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
    even_money: bool
    parts: int
    """Number of equal straight wagers that it consists of."""


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
    book_title: str
    wheel: str
    wheel_title: str
    spun: SpunPart
    """Whether a ball is spun in the wheel, or the wheel alone."""
    flat: bool
    """Whether the layout has boxes instead of a number grid."""
    currency: Currency
    language: str
    """The language of the rulebook and of its names."""
    zero: str
    zero_words: tuple[str, ...]
    zero_said: tuple[CodedMessage, ...]
    """The same as codes and facts."""
    digest: str
    electronic: bool
    central_screen: bool
    seats: int
    demonstration: bool
    own_chips: Chips
    chips: tuple[Chips, ...]
    """The kinds of chips accepted as wagers."""
    color_up: tuple[Chips, ...]
    """What a player's own chips are exchanged for."""
    limits: tuple[PostedLimits, ...]
    tip_wagers: bool
    tip_wager_max: int | None
    tip_restriction: str | None
    tip_said: tuple[CodedMessage, ...]
    """The same as code and facts; empty if there is none."""
    prison_ms: int
    colors: tuple[str, ...]
    """Colors of players' own chips."""
    value_colors: tuple[str, ...]
    """Colors of value chips; empty if chips are electronic."""
    chip_values: tuple[int, ...]
    signs: tuple[Sign, ...]
    no_spin_reasons: tuple[ReasonOnCard, ...]
    roles: dict[str, tuple[str, ...]]
    compartments: tuple[Compartment, ...]
    landscape: LayoutDrawing
    portrait: LayoutDrawing
    replica: Replicas | None
    spots: dict[str, SpotOnCard]
    called: CalledSheet | None
    """The called bets; None if the house offers none."""
    repeats: int
    """Number of rounds for which a terminal offers to repeat wagers; 0 if the house does not allow it."""
    printed: dict[str, str]
    """Other spellings of spots, as printed on the layout."""
    spins: str
    """What is spun: ball or wheel."""
    call: str
    """When no more bets is called: before-spin or during-spin."""
    betting: tuple[Phase, ...]
    """The phases in which wagers are accepted."""
    turning: tuple[Phase, ...]
    """The phases in which the ball or wheel turns."""
    crown: bool
    wave: str | None
    """The authority that requires a hand wave with the call; None if it is not required."""
    silence: Choice
    """The default if a player with an imprisoned wager does not choose."""
    says: dict[str, str]
    """The words spoken at each step, as in the rulebook."""
    revolutions_min: int
    verbal_clause: str | None
    """The clause that allows verbal wagers with cash; None if they are not accepted."""
    note: str
    """A notice for the house about a running table."""
    notes: tuple[str, ...]
    """Notices about the rulebook: a successor, or a past day being played."""
    notes_said: tuple[CodedMessage, ...]
    """The same as codes and facts."""


def card(table: LiveTable | RemoteTable, house: str, note: str = "", repeats: int = 0) -> Card:
    """The card of a running table."""
    live, setup = table.rules, table.rules.setup
    rules = live.betting
    return Card(
        number=table.number,
        house=house,
        title=table_title(live),
        book=rules.book.id,
        wheel=rules.choices.wheel,
        wheel_title=rules.game.wheel.title,
        book_title=rules.book.title,
        spun=rules.game.wheel.spun,
        flat=rules.layout.is_flat,
        currency=rules.book.money.currency,
        language=rules.book.language,
        zero=rules.game.zero.name,
        zero_words=zero_sentences(rules),
        zero_said=zero_messages(rules),
        digest=live.digest,
        electronic=setup.electronic,
        central_screen=setup.central_screen,
        seats=setup.seats,
        demonstration=setup.demonstration,
        own_chips=live.own_chips,
        chips=_kinds(live),
        color_up=() if setup.electronic else live.chips.color_up.into,
        limits=posted_limits(rules),
        tip_wagers=setup.tip_wagers,
        tip_wager_max=setup.tip_wager_max,
        tip_restriction=live.tip_restriction,
        tip_said=(live.tip_message,) if live.tip_message else (),
        prison_ms=setup.prison_ms,
        colors=CHIP_COLORS,
        value_colors=() if setup.electronic else live.chip_set.colors,
        chip_values=chip_values(rules),
        signs=signs(live),
        no_spin_reasons=_reasons(live),
        roles=_roles(live),
        compartments=rules.game.wheel.compartments,
        landscape=draw(rules.layout, Orientation.LANDSCAPE),
        portrait=draw(rules.layout, Orientation.PORTRAIT),
        replica=replicas(rules),
        spots=spots_on_card(rules),
        called=called_sheet(rules),
        repeats=repeats,
        printed={text: spot for text, spot in rules.book.vocabulary.notation.printed.items() if spot in rules.layout},
        spins=live.procedure.spins.value,
        call=live.procedure.call.value,
        betting=betting_phases(live.procedure),
        turning=turning_phases(live.procedure),
        crown=live.procedure.crown,
        wave=str(live.procedure.authority(ProcedureStep.WAVE)) if live.procedure.asks(ProcedureStep.WAVE) else None,
        silence=silence(live),
        says={step.value: words for step, words in live.procedure.says.items()},
        revolutions_min=live.procedure.revolutions_min,
        verbal_clause=_verbal_clause(live),
        note=note,
        notes=tuple(notes(rules.book, setup.plays_day)),
        notes_said=tuple(note_messages(rules.book, setup.plays_day)),
    )


def _kinds(live: TableRules) -> tuple[Chips, ...]:
    if live.setup.electronic:
        return (Chips.ELECTRONIC,)
    return tuple(kind for kind, rule in live.chips.kinds.items() if rule.accepted and kind is not Chips.ELECTRONIC)


def replicas(rules: Rules) -> Replicas | None:
    """The wheel replica in both orientations; None if the layout has none."""
    if not any(spot.form is Form.NEIGHBORS for spot in rules.layout):
        return None
    wheel = rules.game.wheel
    return Replicas(_replica(wheel, Orientation.LANDSCAPE), _replica(wheel, Orientation.PORTRAIT))


def _replica(wheel: Wheel, orientation: Orientation) -> Replica:
    width, height, band = _REPLICA[orientation]
    return Replica(width, height, band, draw_replica(wheel, width, height, band))


def spots_on_card(rules: Rules) -> dict[str, SpotOnCard]:
    """Every spot that takes wagers, by id."""
    found: dict[str, SpotOnCard] = {}
    for figure in figures(rules).spots:
        spot: Spot = rules.layout[figure.spot]
        found[figure.spot] = SpotOnCard(
            name=spot.name,
            title=rules.title(spot.wager),
            named=posted_title(spot.wager, rules.title(spot.wager)),
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
            even_money=spot.even_money,
            parts=spot.parts,
        )
    return found


def chip_values(rules: Rules) -> tuple[int, ...]:
    """Chip values that a page offers, from the minimum to the maximum wager; they do not limit the stake."""
    bounds = [rules.bounds(kind) for kind in rules.offered if rules.shape(kind).parts == 1]
    least = min((each.minimum for each in bounds if each.minimum is not None), default=None)
    most = max((each.maximum for each in bounds if each.maximum is not None), default=None)
    if least is None and most is None:
        return _USUAL
    low, high = least or _USUAL[0], most or (least or 1) * 200
    values = tuple(value for value in _LADDER if low <= value <= high)[:_CHIPS_SHOWN]
    return values if low in values else (low, *values)[:_CHIPS_SHOWN]


def _verbal_clause(live: TableRules) -> str | None:
    taken = live.procedure.verbal_wagers and not live.setup.electronic
    return live.procedure.clause(ProcedureStep.VERBAL) if taken else None


def _reasons(live: TableRules) -> tuple[ReasonOnCard, ...]:
    procedure = live.procedure
    named = procedure.clause(ProcedureStep.NO_SPIN)
    return tuple(
        ReasonOnCard(
            NoSpinReason(step),
            _REASONS[NoSpinReason(step)],
            procedure.clause(step) or named,
            step in REMOVABLE and procedure.asks(step) and procedure.asks(ProcedureStep.REMOVE_BALL),
        )
        for step in procedure.reasons
    )


def _roles(live: TableRules) -> dict[str, tuple[str, ...]]:
    """The roles that may give each command at this table; only dealers sell chips, except at terminals."""
    found = {str(kind.__struct_config__.tag): tuple(role.value for role in roles) for kind, roles in ROLES.items()}
    if not live.setup.electronic:
        found[str(BuyChips.__struct_config__.tag)] = ("dealer",)
        found[str(CashOut.__struct_config__.tag)] = ("player", "dealer")
    elif live.setup.demonstration:  # the device at the seat is simulated and obeys its player
        for kind in (BuyChips, CashOut):
            found[str(kind.__struct_config__.tag)] = ("player", *found[str(kind.__struct_config__.tag)])
    return found
