"""Rules: one rulebook with a house's choices and a day, ready to admit and settle wagers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from croupier.game.called import is_called, read_called
from croupier.game.layout import Layout, Spot
from croupier.game.notation import NotationError, read_spot
from croupier.game.settlement import Choice, Game, Reason, Ruling, ZeroEffect
from croupier.game.wager import ADJACENT_PARTS, EVEN_MONEY, WagerKind
from croupier.game.wheel import WheelId
from croupier.odds import Odds, odds_of
from croupier.rules.book import Rulebook, WagerRule, WheelRule
from croupier.rules.choices import CALLED_BETS, Bounds, Choices
from croupier.rules.wagers import Chips, Refused, Settled, Settlement, Wager
from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.money import STAKE_MAX, Cents
from croupier.terms.problem import Problem, Problems, nearest, shown
from croupier.terms.refusal import Refusal, RefusalCode


class Admitted(Struct, frozen=True):
    """A wager that the rules allow: it stands on a spot of this table."""

    wager: Wager
    spot: Spot


class Rules(Struct, frozen=True, dict=True):
    """What decides every wager at one table, each answer with its clause.

    `known` are the wagers that the book (or custom, where the house turned it on) has at this wheel;
    `offered` are those that stand on this table's layout.
    """

    book: Rulebook
    choices: Choices
    game: Game
    known: Mapping[WagerKind, WagerRule]
    offered: frozenset[WagerKind]
    layout: Layout
    """The spots on which a wager may stand."""

    @cached_property
    def odds(self) -> Mapping[str, Odds]:
        """The exact figures of every known wager, optional ones included, in their public order."""
        spots: dict[WagerKind, Spot] = {}
        for spot in self.game.layout:
            if spot.wager in self.known and not self.game.layout.covers(spot):
                spots.setdefault(spot.wager, spot)
        return {kind.value: odds_of(self.game, spot, self.choices.zero) for kind, spot in spots.items()}

    @cached_property
    def room(self) -> Mapping[str, range]:
        """What may stand in all on each spot that is a wager's only place and takes any whole amount; in cents."""
        found: dict[str, range] = {}
        for spot in self.layout:
            if len(self.layout.places(spot)) == 1 and spot.wager is not WagerKind.FIVE_ADJACENT:
                bounds = self.bounds(spot.wager)
                least = bounds.minimum if bounds.minimum is not None else 1
                most = bounds.maximum if bounds.maximum is not None else STAKE_MAX
                found[spot.id] = range(least, min(most, STAKE_MAX) + 1)
        return found

    def bounds(self, kind: WagerKind) -> Bounds:
        """The limits in effect for one kind: the house's, or the text's where the house posts none.

        Each fifth of a five-adjacent wager is a straight and keeps to the limits of straights.
        """
        found = self._bounds.get(kind)
        if found is None:
            found = self._bounds[kind] = self._bounds_of(kind)
        return found

    @cached_property
    def _bounds(self) -> dict[WagerKind, Bounds]:
        return {}

    def _bounds_of(self, kind: WagerKind) -> Bounds:
        posted, text = self.choices.limits.of(kind), self.book.limits
        if kind is not WagerKind.FIVE_ADJACENT:
            return Bounds(
                posted.minimum if posted.minimum is not None else text.minimum,
                posted.maximum if posted.maximum is not None else text.maximum,
            )
        own, fifth = self.choices.limits.groups.get(kind, Bounds()), self.bounds(WagerKind.STRAIGHT)
        minimums = [own.minimum or 1, ADJACENT_PARTS * (fifth.minimum or 1)]
        maximums = [own.maximum or STAKE_MAX, ADJACENT_PARTS * (fifth.maximum or STAKE_MAX)]
        return Bounds(max(minimums), min(maximums))

    def pays(self, kind: WagerKind) -> Fraction:
        return self.game.pays[kind]

    def authority(self, kind: WagerKind) -> Authority:
        """What stands behind the odds of a wager."""
        return self.known[kind].authority

    # Admitting: may this wager stand?

    def admit(self, wager: Wager) -> Admitted | Refusal:
        """The wager on its spot, or the first refusal in the order of `RefusalCode`."""
        spot = self.find(wager.spot)
        if isinstance(spot, Refusal):
            return spot
        return self.check(wager, spot, beside=wager.beside) or Admitted(wager, spot)

    def check(self, wager: Wager, spot: Spot, *, beside: int = 0) -> Refusal | None:
        """Why the wager may not stand on that spot of the layout, where its owner has `beside` cents already."""
        refusal = self._stake_refusal(wager, spot, beside)
        if refusal is None and wager.coupon:
            refusal = self._coupon_refusal(wager, spot)
        if refusal is None and (wager.imprisoned or wager.choice is not None):
            refusal = self._prison_refusal(wager, spot)
        return refusal

    def _refuse(self, code: RefusalCode, clause: ClauseId | None, **facts: str | int) -> Refusal:
        return Refusal(code, clause or self.wheel_rule.placement or self.book.placement.clause, facts)

    @property
    def wheel_rule(self) -> WheelRule:
        return self.book.wheels[self.choices.wheel]

    def find(self, typed: str) -> Spot | Refusal:
        """The spot on which a wager may stand at this table, as typed; or why there is none."""
        spot = self.layout.get(typed)
        if spot is not None:
            return spot
        try:
            id = read_spot(typed)
        except NotationError as error:
            return self._refuse(RefusalCode.SPOT_UNREADABLE, None, spot=shown(typed), reason=str(error))
        spot = self.game.layout.get(id)
        if spot is None:
            return self._refuse(RefusalCode.SPOT_UNKNOWN, None, spot=id, layout=self._layout_words)
        if self.game.layout.covers(spot):
            covered = " and ".join(sorted(self.game.layout.covered & set(spot.numbers)))
            cover = self.wheel_rule.cover
            return self._refuse(RefusalCode.SPOT_COVERED, cover, spot=spot.id, covered=covered)
        for exclusion in self.book.excludes:
            beside = sorted(exclusion.offer & self.choices.offers)
            if beside and spot.wager in exclusion.wagers:
                return self._refuse(
                    RefusalCode.WAGER_EXCLUDED, exclusion.clause, wager=spot.wager, beside=" and ".join(beside)
                )
        if spot.wager not in self.offered:
            rule = self.known.get(spot.wager)
            return self._refuse(RefusalCode.WAGER_NOT_OFFERED, rule.defined if rule else None, wager=spot.wager)
        return spot

    @property
    def _layout_words(self) -> str:
        return f"{self.game.layout.felt} layout of the {self.choices.wheel} wheel"

    def _amount_refusal(self, wager: Wager, parts: int, clause: ClauseId | None) -> Refusal | None:
        """Whether the stake is an amount at all, of whole chips, in so many equal parts."""
        stake, limit = wager.stake, self.book.limits.authority.clause
        if type(stake) is not int:
            return self._refuse(RefusalCode.STAKE_NOT_CENTS, limit, given=shown(stake))
        if stake <= 0:
            return self._refuse(RefusalCode.STAKE_NOT_POSITIVE, limit, stake=stake)
        if stake > STAKE_MAX:
            return Refusal(RefusalCode.STAKE_TOO_LARGE, limit, {"stake": stake, "maximum": STAKE_MAX}, Basis.HOUSE)
        chip = wager.chip or 1
        if stake % chip:
            return self._refuse(RefusalCode.STAKE_NOT_WHOLE_CHIPS, None, stake=stake, chip=chip)
        if stake % (parts * chip):
            return self._refuse(RefusalCode.STAKE_NOT_EQUAL_PARTS, clause, stake=stake, parts=parts, unit=parts * chip)
        return None

    def _stake_refusal(self, wager: Wager, spot: Spot, beside: int) -> Refusal | None:
        parts = ADJACENT_PARTS if spot.wager is WagerKind.FIVE_ADJACENT else 1
        refusal = self._amount_refusal(wager, parts, self.known[spot.wager].defined)
        if refusal:
            return refusal
        stake, limit, bounds = wager.stake + beside, self.book.limits.authority, self.bounds(spot.wager)
        if bounds.minimum is not None and stake < bounds.minimum:
            facts = {"stake": stake, "minimum": bounds.minimum}
            return Refusal(RefusalCode.STAKE_BELOW_MINIMUM, limit.clause, facts, limit.basis)
        if bounds.maximum is not None and stake > bounds.maximum:
            facts = {"stake": stake, "maximum": bounds.maximum}
            return Refusal(RefusalCode.STAKE_ABOVE_MAXIMUM, limit.clause, facts, limit.basis)
        return None

    def _coupon_refusal(self, wager: Wager, spot: Spot) -> Refusal | None:
        rule = self.book.coupons
        clause = rule.authority.clause
        if not (rule.accepted and self.choices.coupons and self.wheel_rule.coupons):
            cited = clause if self.wheel_rule.coupons else self.wheel_rule.placement
            return self._refuse(RefusalCode.COUPON_NOT_ACCEPTED, cited)
        if rule.pays is not None and self.known[spot.wager].pays not in rule.pays:
            return self._refuse(RefusalCode.COUPON_WRONG_WAGER, clause, wager=spot.wager)
        if wager.chips is Chips.VALUE and not rule.with_value_chips:
            return self._refuse(RefusalCode.COUPON_WITH_VALUE_CHIP, clause)
        if not 0 < wager.coupon <= wager.stake:
            return self._refuse(RefusalCode.COUPON_NOT_MATCHED, clause, coupon=wager.coupon, stake=wager.stake)
        return None

    def _prison_refusal(self, wager: Wager, spot: Spot) -> Refusal | None:
        asked = "an imprisoned wager" if wager.imprisoned else f"the choice {wager.choice}"
        rules = self.book.zero.get(self.choices.wheel)
        clause = rules.clause if rules else None
        if self.game.zero is not ZeroEffect.IN_PRISON:
            return self._refuse(RefusalCode.PRISON_NOT_OFFERED, clause, asked=asked)
        if spot.wager not in EVEN_MONEY:
            return self._refuse(RefusalCode.PRISON_WRONG_WAGER, clause, asked=asked, wager=spot.wager)
        return None

    # Settling: what does the result do to it?

    def settle(self, result: str, wagers: Iterable[Wager], *, between: bool = False) -> Settlement:
        """Settles every wager that the rules allow and lists the others as refused.

        A result that is no compartment of the wheel raises `Problems`. `between` is for a Big Six clapper that
        rests between `result`, just passed, and the next stop.
        """
        self.check_result(result, between)
        settled: list[Settled] = []
        refused: list[Refused] = []
        for wager in wagers:
            for part in self.expand(wager):
                answer = part if isinstance(part, Refusal) else self.admit(part)
                if isinstance(answer, Refusal):
                    refused.append(Refused(wager.seat, wager.spot, wager.stake, answer))
                else:
                    settled.append(self._settled(result, answer, between))
        return Settlement(result, tuple(settled), tuple(refused))

    def expand(self, wager: Wager) -> Iterator[Wager | Refusal]:
        """A called bet as its component wagers; any other wager as itself."""
        if wager.spot in self.layout or not is_called(wager.spot):
            yield wager
            return
        called = read_called(wager.spot, self.game.wheel)
        if called is None:
            yield self._refuse(RefusalCode.SPOT_UNKNOWN, None, spot=shown(wager.spot), layout=self._layout_words)
            return
        if CALLED_BETS not in self.choices.offers:
            yield self._refuse(RefusalCode.WAGER_NOT_OFFERED, None, wager=called.name)
            return
        refusal = self._amount_refusal(wager, len(called.parts), None)
        if refusal is None and wager.coupon:
            clause = self.book.coupons.authority.clause
            refusal = self._refuse(RefusalCode.COUPON_WRONG_WAGER, clause, wager=called.name)
        if refusal:
            yield refusal
            return
        part = wager.stake // len(called.parts)
        spots = dict.fromkeys(called.parts)
        components = [replace(wager, spot=spot, stake=part * called.parts.count(spot)) for spot in spots]
        refusals = [answer for answer in map(self.admit, components) if isinstance(answer, Refusal)]
        if refusals:
            yield min(refusals, key=lambda refusal: refusal.precedence)
        else:
            yield from components

    def check_result(self, result: str, between: bool = False) -> None:
        wheel = self.game.wheel
        if result not in wheel.color:
            wrong = f"{shown(result)} is no compartment of the {wheel.id} wheel"
            raise Problems([Problem("result", wrong, nearest(result, wheel.labels), self._wheel_clause)])
        if not between:
            return
        if wheel.id is not WheelId.BIG_SIX or self.book.clapper is None:
            raise Problems([Problem("between", "only a Big Six clapper rests between two stops", "Leave it out.")])
        if self.game.clapper is None:
            raise Problems(
                [
                    Problem(
                        "clapper",
                        "the house has not chosen what a clapper between two stops means",
                        nearest("", sorted(self.book.clapper.options)),
                        self.book.clapper.authority.clause,
                    )
                ]
            )

    @property
    def _wheel_clause(self) -> ClauseId | None:
        return self.book.definitions.get(self.choices.wheel) or self.wheel_rule.authority.clause

    def _settled(self, result: str, admitted: Admitted, between: bool) -> Settled:
        wager, spot = admitted.wager, admitted.spot
        ruling = self.game.settle(
            spot,
            wager.stake,
            result,
            choice=wager.choice or self.default_choice,
            imprisoned=wager.imprisoned,
            coupon=wager.coupon,
            between=between,
        )
        return Settled(
            wager.seat,
            spot,
            Cents(wager.stake),
            ruling.verdict,
            ruling.winnings,
            ruling.returned,
            ruling.reason,
            self.authority_for(ruling, spot),
            ruling.coupon,
        )

    @property
    def default_choice(self) -> Choice:
        """What counts when a player says nothing: the house's way of playing in prison, else half back."""
        return self.choices.zero.choices[0]

    @property
    def position(self) -> Authority:
        """Behind settling by position."""
        own = self.wheel_rule.position
        return Authority(Basis.TEXT, own) if own else self.book.position

    def authority_for(self, ruling: Ruling, spot: Spot) -> Authority:
        """The authority behind an outcome."""
        match ruling.reason:
            case Reason.COVERED_BY_SPOT:
                odds = self.known[spot.wager].authority
                return odds if odds.clause else Authority(odds.basis, self.position.clause, odds.adr)
            case Reason.NOT_COVERED:
                return self.position
            case Reason.VOID_COMPARTMENT:
                return self.wheel_rule.authority
            case Reason.VOID_CLAPPER:
                return self.book.clapper.authority if self.book.clapper else self.position
            case Reason.PRISONER_WINS:
                zero = self.book.zero[self.choices.wheel].options[self.game.zero]
                return zero.second_win or zero.authority
            case Reason.ZERO_LOSES:
                options = self.book.zero[self.choices.wheel].options
                return options.get(ZeroEffect.LOSE_ALL, options[self.game.zero]).authority
            case Reason.ZERO_HALVES | Reason.ZERO_IMPRISONS | Reason.SECOND_ZERO | Reason.PRISONER_LOSES:
                return self.book.zero[self.choices.wheel].options[self.game.zero].authority
