"""What stands, hangs and is approved at one table, as a house file states it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from croupier.game.settlement import Clapper, ZeroEffect
from croupier.game.wager import COLOR_WAGERS, CUSTOMARY, WagerKind
from croupier.rules.choices import CALLED_BETS
from croupier.terms.document import Section
from croupier.terms.money import STAKE_MAX
from croupier.terms.text import stray

COMPARTMENTS = ("ring", "neutral")
"""The color of the compartments: as on the ring of numbers, or a neutral one."""
AREAS = ("in-prison", *(kind.value for kind in (*COLOR_WAGERS, WagerKind.SEVEN_NUMBERS)))
"""What a layout may have a designated area for, beside the wagers that every layout has."""
ODDS_WORDS = ("to", "win", "for")
APPROVALS = (
    "layout",
    "areas",
    "house_rules",
    "ball",
    "arrangement",
    "compartments",
    *(kind.value for kind in CUSTOMARY),
    CALLED_BETS,
)
"""What a Director or a Commission may have approved."""
WORDS_MAX = 1_000
"""The most characters of a text in a house file."""


class Equipment(Struct, frozen=True):
    """The table, its boxes, its wheel and its ball; None where the file says nothing."""

    number_visible: bool | None = None
    """On the table top, in view of the fixed surveillance cameras."""
    layout_opposite_wheel: bool | None = None
    """The wheel at one end of the table, the layout imprinted on the other."""
    wheel_inches: Fraction | None = None
    equal_compartments: bool | None = None
    """The compartments, and the areas of the ring above them, are equally spaced."""
    compartments: str = "ring"
    ball_inches: Fraction | None = None
    ball_metallic: bool | None = None
    drop_box: str | None = None
    """The permanent number that the drop box is marked with."""
    drop_box_marked: bool | None = None
    drop_box_locked: bool | None = None
    drop_box_keyed_apart: bool | None = None
    tip_box: bool | None = None
    cover_00: bool | None = None
    wheel_replica: bool | None = None
    areas: tuple[str, ...] = ()


class Signs(Struct, frozen=True):
    """What is posted at the table; a sign that states an option holds the option it states."""

    limits: bool | None = None
    tip_restriction: bool | None = None
    house_rules: bool | None = None
    printed_copies: bool | None = None
    double_as_single: bool | None = None
    double_zero_void: bool | None = None
    zero_loses: bool | None = None
    zero: str | None = None
    clapper: str | None = None
    odds_word: str | None = None


class Running(Struct, frozen=True):
    """How a table is run live, beyond what decides its wagers."""

    seats: int = 8
    electronic: bool = False
    """Players bet at terminals, with electronic chips alone."""
    central_screen: bool = True
    prison_seconds: int = 30
    """How long a player may think about a wager in prison."""
    tip_wagers: bool = True
    tip_wager_max: int | None = None
    """The most that one wager for the dealers may be, in cents."""
    demonstration: bool = False


SEATS_MAX = 10_000
PRISON_SECONDS_MAX = 86_400

Approvals = Mapping[str, str]
"""What was approved, and by whom and when, as the house names it."""


def read_equipment(section: Section) -> Equipment:
    """The equipment written in a section; what is wrong about its form is collected there."""
    equipment = Equipment(
        number_visible=section.flag("number_visible"),
        layout_opposite_wheel=section.flag("layout_opposite_wheel"),
        wheel_inches=_read_inches(section, "wheel_inches"),
        equal_compartments=section.flag("equal_compartments"),
        compartments=section.text("compartments", allowed=COMPARTMENTS) or "ring",
        ball_inches=_read_inches(section, "ball_inches"),
        ball_metallic=section.flag("ball_metallic"),
        drop_box=read_words(section, "drop_box"),
        drop_box_marked=section.flag("drop_box_marked"),
        drop_box_locked=section.flag("drop_box_locked"),
        drop_box_keyed_apart=section.flag("drop_box_keyed_apart"),
        tip_box=section.flag("tip_box"),
        cover_00=section.flag("cover_00"),
        wheel_replica=section.flag("wheel_replica"),
        areas=section.texts("areas", allowed=AREAS),
    )
    section.finish()
    return equipment


def read_signs(section: Section) -> Signs:
    """The signs written in a section; what is wrong about their form is collected there."""
    signs = Signs(
        limits=section.flag("limits"),
        tip_restriction=section.flag("tip_restriction"),
        house_rules=section.flag("house_rules"),
        printed_copies=section.flag("printed_copies"),
        double_as_single=section.flag("double_as_single"),
        double_zero_void=section.flag("double_zero_void"),
        zero_loses=section.flag("zero_loses"),
        zero=section.text("zero", allowed=[*ZeroEffect]),
        clapper=section.text("clapper", allowed=[*Clapper]),
        odds_word=section.text("odds_word", allowed=ODDS_WORDS),
    )
    section.finish()
    return signs


def read_running(section: Section) -> Running:
    """How the table is run, from the keys of the table itself."""
    default = Running()
    tip_wager_max = section.integer("tip_wager_max", least=1, most=STAKE_MAX)
    running = Running(
        seats=section.integer("seats", least=1, most=SEATS_MAX) or default.seats,
        electronic=section.flag("electronic") is True,
        central_screen=section.flag("central_screen") is not False,
        prison_seconds=section.integer("prison_seconds", least=1, most=PRISON_SECONDS_MAX) or default.prison_seconds,
        tip_wagers=section.flag("tip_wagers") is not False,
        tip_wager_max=tip_wager_max,
        demonstration=section.flag("demonstration") is True,
    )
    if tip_wager_max is not None and not running.tip_wagers:
        section.wrong("tip_wager_max", "there are no tip wagers at this table", "Leave out one of the two.")
    return running


def read_approvals(section: Section) -> dict[str, str]:
    """The approvals named in a section, each with its words; an approval without words is none."""
    words = {subject: read_words(section, subject) for subject in APPROVALS}
    section.finish()
    return {subject: text for subject, text in words.items() if text is not None}


def read_words(section: Section, key: str) -> str | None:
    """A text that is not blank and reads as it was written, without the blanks around it."""
    text = section.text(key)
    if text is None:
        return None
    words = text.strip()
    if not words:
        section.wrong(key, "it is blank", "Fill it in, or leave the key out.")
    elif len(words) > WORDS_MAX:
        section.wrong(key, f"it has {len(words):,} characters, more than {WORDS_MAX}", "Say it in fewer.")
    elif character := stray(words):
        section.wrong(key, f"it holds {character}, which cannot be seen", "Write it without, in one line.")
    else:
        return words
    return None


def _read_inches(section: Section, key: str) -> Fraction | None:
    size = section.fraction(key)
    if size is None or size > 0:
        return size
    section.wrong(key, "it is not a size", 'Give inches above nothing, such as 32 or "30 1/2".')
    return None
