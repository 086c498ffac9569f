"""Reads the vocabulary of a rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from croupier.game.called import CalledForm, CalledShape
from croupier.game.layout import EVERY, LayoutPlan, SecondPlace
from croupier.game.wager import BetGroup, Form, Shape, WagerId
from croupier.game.wheel import PLAIN, Compartment, SpunPart, Wheel, WheelId, alternating, in_color, spread
from croupier.rules.vocabulary import LABELS_MAX, Vocabulary, WheelPlan
from croupier.terms.document import DocumentTable
from croupier.terms.problem import listed, shown

COLUMNS_MAX = 12
_RANGE = re.compile(r"([0-9]{1,3})-([0-9]{1,3})")
_LABEL = re.compile(r"[^\s@|,;=]{1,16}")


class VocabularyReader:
    """Reads wheels, layouts, shapes and called bets from a book's merged document."""

    def __init__(self, top: DocumentTable) -> None:
        self.top = top

    def read(self) -> Vocabulary:
        layouts = self._layouts()
        wheels = self._wheels(layouts)
        shapes, usual = self._shapes()
        sections = self.top.section("sections")
        colors = sections.texts("colors")
        sections.finish()
        return Vocabulary(wheels, layouts, shapes, usual, self._called(wheels), colors, self._aliases(shapes))

    # Layouts.

    def _layouts(self) -> dict[str, LayoutPlan]:
        top, found = self.top.section("layout"), {}
        for name in top.keys():  # noqa: SIM118 - a section is not a mapping
            section = top.section(name)
            found[name] = LayoutPlan(
                name,
                section.integer("columns", least=1, most=COLUMNS_MAX) or 3,
                tuple(tuple(row) for row in section.rows("head")),
                read_labels(section, "numbers"),
                read_labels(section, "flat"),
                section.integer("across", least=1, most=LABELS_MAX) or 0,
                tuple(self._second_place(each) for each in section.sections("also")),
            )
            plan = found[name]
            if bool(plan.numbers) == bool(plan.flat):
                section.wrong("numbers", "a layout has a grid of numbers, or flat boxes", "Give numbers or flat.")
            for row in plan.head:
                if not row or (plan.columns * 12) % len(row):
                    section.wrong("head", f"{len(row)} zeros do not share the head evenly", "Give another number.")
            if len(set(plan.labels)) < len(plan.labels):
                section.wrong("numbers", "a label has two boxes", "Give each label one box.")
            section.finish()
        return found

    def _second_place(self, section: DocumentTable) -> SecondPlace:
        between = section.texts("between")
        if len(between) != 2:
            section.wrong("between", "it does not name two boxes", 'Write it like ["dozen-2", "dozen-3"].')
            between = ("", "")
        found = SecondPlace(
            section.text("spot", required=True) or "",
            section.text("place", required=True) or "",
            (between[0], between[1]),
        )
        section.finish()
        return found

    # Wheels.

    def _wheels(self, layouts: Mapping[str, LayoutPlan]) -> dict[WheelId, WheelPlan]:
        top, found = self.top.section("wheel"), dict[WheelId, WheelPlan]()
        names = list(top.keys())
        for name in sorted(names, key=lambda each: "like" in top.section(each)):
            section = top.section(name)
            plan = self._wheel(name, section, found, layouts)
            if plan is not None:
                found[name] = plan
        return {name: found[name] for name in names if name in found}

    def _wheel(
        self, name: str, section: DocumentTable, known: Mapping[str, WheelPlan], layouts: Mapping[str, LayoutPlan]
    ) -> WheelPlan | None:
        like = section.text("like")
        if like is not None and like not in known:
            section.wrong("like", f"{shown(like)} is not a described wheel", f"Name one of: {listed(known)}.")
            return None
        base = known[like] if like else None
        stops = self._stops(section)
        order = spread(stops) if stops else read_labels(section, "order", repeated=True)
        compartments = self._compartments(section, order) if order else base.wheel.compartments if base else ()
        if not compartments:
            section.wrong("order", "the compartments of the wheel are not given", "Give order, stops or like.")
            return None
        labels = {each.label for each in compartments}
        zeros = section.texts("zeros") or (base.wheel.zeros if base else ())
        void = frozenset(section.texts("void"))
        for key, each in (("zeros", zeros), ("void", void)):
            strange = [label for label in each if label not in labels]
            if strange:
                section.wrong(key, f"the wheel has no compartment {listed(strange)}", "Name its own labels.")
        if labels <= void:
            section.wrong("void", "no compartment decides a spin", "Leave the wheel at least one.")
            return None
        spun = section.text("spun", allowed=[*SpunPart])
        plans = section.texts("layouts") or (
            (own,) if (own := section.text("layout")) else base.layouts if base else ()
        )
        self._check_layouts(section, plans, layouts, labels)
        wheel = Wheel(
            name,
            compartments,
            void,
            tuple(zeros),
            SpunPart(spun) if spun else base.wheel.spun if base else SpunPart.BALL,
            section.text("title") or (base.wheel.title if base else name),
        )
        return WheelPlan(
            wheel,
            tuple(plans),
            section.text("game") or (base.game if base else "roulette"),
            section.text("heading") or (base.heading if base else wheel.title),
            stops or (base.stops if base else None),
            "alternate" in section or bool(base and base.alternates),
        )

    def _check_layouts(
        self, section: DocumentTable, plans: Sequence[str], layouts: Mapping[str, LayoutPlan], labels: set[str]
    ) -> None:
        if not plans:
            section.wrong("layout", "it is missing", "Name the layout that goes with the wheel.")
        for plan in plans:
            if plan not in layouts:
                section.wrong("layout", f"{shown(plan)} is not a layout", f"Name one of: {listed(layouts)}.")
                continue
            strange = [label for label in layouts[plan].labels if label not in labels]
            if strange:
                wrong = f"the {plan} layout has {listed(strange[:5])}, which the wheel does not have"
                section.wrong("layout", wrong, "Every box of the layout must be a label of the wheel.")

    def _stops(self, section: DocumentTable) -> dict[str, int] | None:
        if "stops" not in section:
            return None
        own = section.section("stops")
        stops = {label: own.integer(label, least=1, most=LABELS_MAX) or 1 for label in own.keys()}  # noqa: SIM118
        if sum(stops.values()) > LABELS_MAX:
            section.wrong("stops", f"{sum(stops.values())} stops are too many", f"At most {LABELS_MAX}.")
            return None
        return stops

    def _compartments(self, section: DocumentTable, order: Sequence[str]) -> tuple[Compartment, ...]:
        if "alternate" in section:
            own = section.section("alternate")
            turns = {zero: own.texts(zero) for zero in own.keys()}  # noqa: SIM118
            for zero, following in turns.items():
                if zero not in order or not following:
                    own.wrong(
                        zero, "it is not a zero of the wheel with colors behind it", 'Write "0" = ["red", "black"].'
                    )
            if order[0] not in turns:
                section.wrong("order", "it does not start with a zero of alternate", "Start the order with a zero.")
                return ()
            return alternating(order, {zero: each or ("",) for zero, each in turns.items()}, self._color(section))
        colors: dict[str, str] = {}
        own = section.section("colors")
        for color in own.keys():  # noqa: SIM118
            for label in read_labels(own, color):
                if label in colors:
                    own.wrong(color, f"{label} is also {colors[label]}", "Give each label one color.")
                colors[label] = color
        strange = [label for label in colors if label not in order]
        if strange:
            section.wrong("colors", f"the wheel has no compartment {listed(strange[:5])}", "Name its own labels.")
        missing = [label for label in dict.fromkeys(order) if label not in colors] if colors else []
        if missing:
            section.wrong("colors", f"there is no color for {listed(missing[:5])}", "Color every compartment.")
        return in_color(order, colors, PLAIN)

    def _color(self, section: DocumentTable) -> str:
        return section.text("zero_color") or "green"

    # Shapes.

    def _shapes(self) -> tuple[dict[WagerId, Shape], dict[WagerId, Fraction]]:
        top = self.top.section("shape")
        shapes: dict[WagerId, Shape] = {}
        usual: dict[WagerId, Fraction] = {}
        for name in top.keys():  # noqa: SIM118
            section, wager = top.section(name), WagerId(name)
            pays = section.fraction("pays")
            if pays is not None:
                usual[wager] = pays
            shape = self._shape(wager, section)
            section.texts("aliases")
            section.finish()
            if shape is not None:
                shapes[wager] = shape
        return shapes, usual

    def _shape(self, wager: WagerId, section: DocumentTable) -> Shape | None:
        form = section.text("form", required=True, allowed=[*Form])
        group = section.text("group", required=True, allowed=[*BetGroup])
        shape = Shape(
            wager,
            Form(form) if form else Form.BOX,
            section.text("title") or wager,
            BetGroup(group) if group else BetGroup.INSIDE,
            bool(section.flag("even_money")),
            read_labels(section, "numbers"),
            section.integer("boxes", least=2, most=6) or 0,
            section.integer("run", least=1, most=LABELS_MAX) or 0,
            section.text("color") or "",
            bool(section.flag("odd")),
            section.integer("reach", least=1, most=LABELS_MAX) or 0,
            section.integer("zeros", least=0, most=20) or 0,
            section.integer("count", least=1, most=LABELS_MAX) or 0,
            section.text("id") or "",
            section.text("name") or "",
            section.text("label") or "",
            section.integer("row", least=0, most=40) or 0,
            section.integer("order", least=0, most=1000) or 0,
            section.text("where") or "in its place",
        )
        needs = {
            Form.CORNER: ("boxes", shape.boxes or shape.numbers),
            Form.HEAD: ("numbers", shape.numbers),
            Form.RUN: ("run", shape.run),
            Form.SET: ("numbers", shape.numbers),
            Form.COLOR: ("color", shape.color),
            Form.NEIGHBORS: ("reach", shape.reach),
            Form.CHOICE: ("count", shape.count),
        }
        key, given = needs.get(shape.form, ("form", True))
        if not given:
            section.wrong(key, f"a wager of the form {shape.form} needs it", f"Give {key}.")
        for key, pattern in (("id", shape.id), ("name", shape.name), ("label", shape.label), ("where", shape.where)):
            self._check_pattern(section, key, pattern)
        if shape.form in (Form.SET, Form.COLOR, Form.PARITY) and not shape.id:
            section.wrong("id", "a box of its own needs a name", f'Write id = "{wager}".')
        return shape if form and group and given else None

    def _check_pattern(self, section: DocumentTable, key: str, pattern: str) -> None:
        known = {"numbers": "", "rank": 1, "ordinal": "", "center": "", "count": 1, "color": ""}
        try:
            pattern.format(**known)
        except (KeyError, ValueError, IndexError, AttributeError):
            section.wrong(
                key, f"{shown(pattern)} is not a pattern", f"Use only {listed('{' + k + '}' for k in known)}."
            )

    def _aliases(self, shapes: Mapping[WagerId, Shape]) -> dict[str, str]:
        """Other words for the spot of a wager that has only one."""
        found: dict[str, str] = {}
        top = self.top.section("shape")
        for wager, shape in shapes.items():
            for alias in top.section(wager).texts("aliases"):
                fixed = shape.id if shape.id and "{" not in shape.id else "-".join(shape.numbers)
                if fixed:
                    found[alias.lower()] = fixed
        return found

    # Called bets.

    def _called(self, wheels: Mapping[WheelId, WheelPlan]) -> dict[str, CalledShape]:
        top, found = self.top.section("called"), {}
        for name in top.keys():  # noqa: SIM118
            section = top.section(name)
            form = section.text("form", allowed=[*CalledForm])
            wheel = section.text("wheel", required=form is None, allowed=list(wheels)) or ""
            parts = section.raw("parts") if "parts" in section else []
            section.known("parts", "clause", "basis", "adr", "defined")
            spots = tuple(str(each) for each in parts) if isinstance(parts, list) else ()
            if form is None and not spots:
                section.wrong("parts", "it is missing", "List the spots, one for each equal part.")
            order = wheels[wheel].wheel.labels if wheel in wheels else ()
            found[name] = CalledShape(name, CalledForm(form) if form else CalledForm.SPOTS, wheel, order, spots)
            section.finish()
        return found


def read_labels(section: DocumentTable, key: str, *, repeated: bool = False) -> tuple[str, ...]:
    """Labels as a list, or as text separated by blanks, in which ``1-36`` is a range."""
    if key not in section:
        section.known(key)
        return ()
    raw = section.raw(key)
    section.known(key)
    if isinstance(raw, str):
        words = [label for word in raw.split() for label in _expanded(word)]
    elif isinstance(raw, list) and all(isinstance(each, str) for each in raw):
        words = list(raw)
    else:
        section.wrong(key, f"{shown(raw)} is not a list of labels", 'Write it like "1-36" or ["0", "00"].')
        return ()
    strange = [word for word in words if not _LABEL.fullmatch(word) or (word != EVERY and "-" in word)]
    if strange:
        section.wrong(key, f"{shown(strange[0])} is not a label", "Use at most 16 characters, no blanks, dashes or @.")
        return ()
    if len(words) > LABELS_MAX:
        section.wrong(key, f"{len(words)} labels are too many", f"Give at most {LABELS_MAX}.")
        return ()
    if not repeated and len(set(words)) < len(words):
        section.wrong(key, "a label is listed twice", "List each once.")
    return tuple(words)


def _expanded(word: str) -> Iterable[str]:
    match = _RANGE.fullmatch(word)
    if match and int(match[1]) <= int(match[2]):
        return [str(number) for number in range(int(match[1]), int(match[2]) + 1)]
    return [word]
