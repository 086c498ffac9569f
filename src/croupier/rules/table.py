"""Rules: one rulebook with a house's choices and a day, ready to admit and settle wagers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from croupier.game.called import is_called, read_called
from croupier.game.layout import Layout, Spot
from croupier.game.notation import NotationError
from croupier.game.settlement import Game, Ruling, SettlementReason
from croupier.game.titles import titled_spot
from croupier.game.wager import BetGroup, Shape, WagerId
from croupier.game.wheel import SpunPart
from croupier.game.zero import Choice
from croupier.odds import Odds, odds_of
from croupier.rules.book import Rulebook, WagerRule, WheelRule, ZeroOption
from croupier.rules.choices import CALLED_BETS, Bounds, Choices
from croupier.rules.wagers import Chips, RefusedWager, Settlement, Wager, WagerOutcome
from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.money import STAKE_MAX, Cents
from croupier.terms.problem import Problem, Problems, nearest, shown
from croupier.terms.refusal import Refusal, RefusalCode

CUSTOM = Authority(Basis.CUSTOMARY)
HOUSE = Authority(Basis.HOUSE)
WHOLE_CHIPS = CUSTOM
"""The authority for staking and selling whole chips: no text says that chips are not divided."""
MATCHED = Authority(Basis.READING, adr=13)
"""The authority for matching a coupon with chips; the texts only say where it may be placed."""

COVER_ADR = 14
"""The ADR on spots that include a covered number among others."""


class Admitted(Struct, frozen=True):
    """A wager that the rules allow, on its spot of this table."""

    wager: Wager
    spot: Spot


class Rules(Struct, frozen=True, dict=True):
    """What decides every wager at one table, with clauses.

    `known` are the wagers that the book, or custom if the house offers them, has at this wheel; `offered` are those on
    this table's layout.
    """

    book: Rulebook
    choices: Choices
    game: Game
    known: Mapping[WagerId, WagerRule]
    offered: frozenset[WagerId]
    layout: Layout
    """The spots on which wagers may be placed."""

    @cached_property
    def odds(self) -> Mapping[str, Odds]:
        """The exact figures of every known wager, including optional ones, in public order."""
        spots: dict[WagerId, Spot] = {}
        for spot in self.game.layout:
            if spot.wager in self.known and not self.game.layout.covers(spot):
                spots.setdefault(spot.wager, spot)
        for shape in self.game.layout.open_shapes:
            if shape.wager in self.known:
                spots[shape.wager] = self.game.layout.example(shape)
        return {kind: odds_of(self.game, spots[kind], self.choices.zero) for kind in self.known if kind in spots}

    def shape(self, kind: WagerId) -> Shape:
        return self.book.vocabulary.shapes[kind]

    def title(self, kind: WagerId) -> str:
        """The title of a wager, in the text's own words if it has any."""
        return self.shape(kind).title

    def called(self, kind: WagerId) -> str:
        """The title of a wager inside a sentence."""
        title = self.title(kind)
        return title if title[:1].isdigit() else title.lower()

    @property
    def even_money(self) -> tuple[WagerId, ...]:
        """The known even-money wagers, in public order."""
        return tuple(kind for kind in self.known if self.shape(kind).even_money)

    @property
    def zero_option(self) -> ZeroOption | None:
        """The zero rule in effect, with its authorities."""
        options = self.book.zero.get(self.choices.wheel)
        return options.options.get(self.game.zero.name) if options else None

    @cached_property
    def room(self) -> Mapping[str, range]:
        """The total allowed on each spot that is a wager's only place and takes any whole amount, in cents."""
        found: dict[str, range] = {}
        if self.player_maximum is not None:
            return found
        for spot in self.layout:
            if len(self.layout.places(spot)) == 1 and spot.parts == 1:
                bounds = self.bounds(spot.wager)
                least = bounds.minimum if bounds.minimum is not None else 1
                most = bounds.maximum if bounds.maximum is not None else STAKE_MAX
                found[spot.id] = range(least, min(most, STAKE_MAX) + 1)
        return found

    @cached_property
    def player_maximum(self) -> int | None:
        """The most that one player may wager on a spin, if the text sets a limit."""
        return self.book.limits.player.most(self.table_minimum)

    @property
    def table_minimum(self) -> int | None:
        """The minimum for every wager, which the text's multiples refer to."""
        posted = self.choices.limits.every.minimum
        return posted if posted is not None else self.book.limits.every.minimum

    def bounds(self, kind: WagerId) -> Bounds:
        """The limits in effect for one wager: the house's, within those of the text.

        Each part of a wager of equal straights is a straight and keeps to the limits of straights.
        """
        found = self._bounds.get(kind)
        if found is None:
            found = self._bounds[kind] = self._bounds_of(kind)
        return found

    @cached_property
    def _bounds(self) -> dict[WagerId, Bounds]:
        return {}

    def _bounds_of(self, kind: WagerId) -> Bounds:
        shape = self.shape(kind)
        if shape.parts == 1:
            return self._within_text(kind, shape.group, self.choices.limits.of(kind, shape.group))
        own, parts = self.choices.limits.groups.get(kind, Bounds()), shape.parts
        straight = next((each for each in self.known if self.shape(each).parts == 1), kind)
        part = self.bounds(straight) if straight != kind else Bounds()
        minimums = [own.minimum or 1, parts * (part.minimum or 1)]
        maximums = [own.maximum or STAKE_MAX, parts * (part.maximum or STAKE_MAX)]
        return Bounds(max(minimums), min(maximums))

    def _within_text(self, kind: WagerId, group: BetGroup, posted: Bounds) -> Bounds:
        texts = self.book.limits.of(kind, group)
        minimum = self.table_minimum
        lows = [posted.minimum, *(each.minimum for each in texts)]
        highs = [posted.maximum, *(each.most(minimum) for each in texts)]
        return Bounds(
            max((low for low in lows if low is not None), default=None),
            min((high for high in highs if high is not None), default=None),
        )

    def limit_authority(self, kind: WagerId) -> Authority:
        """The authority for the limits of a wager: the text if it sets one, otherwise the house, by the clause that
        lets it.
        """
        texts = self.book.limits.of(kind, self.shape(kind).group)
        if any(each.minimum or each.most(self.table_minimum) for each in texts):
            return self.book.limits.authority
        return Authority(Basis.HOUSE, self.book.limits.authority.clause)

    def pays(self, kind: WagerId) -> Fraction:
        return self.game.pays[kind]

    def authority(self, kind: WagerId) -> Authority:
        """The authority for the odds of a wager."""
        return self.known[kind].authority

    # Admission: is this wager allowed?

    def admit(self, wager: Wager) -> Admitted | Refusal:
        """The wager on its spot, or the first refusal in the order of `RefusalCode`."""
        spot = self.find(wager.spot)
        if isinstance(spot, Refusal):
            return spot
        return self.check(wager, spot, beside=wager.beside) or Admitted(wager, spot)

    def check(self, wager: Wager, spot: Spot, *, beside: int = 0) -> Refusal | None:
        """Why the wager may not be placed on the spot, where its owner already has `beside` cents; None if it may."""
        refusal = self._stake_refusal(wager, spot, beside)
        if refusal is None and wager.coupon:
            refusal = self._coupon_refusal(wager, spot)
        if refusal is None and (wager.imprisoned or wager.choice is not None):
            refusal = self._prison_refusal(wager, spot)
        return refusal

    def check_total(self, stake: int, others: int) -> Refusal | None:
        """Why a stake would exceed the text's limit on a player's total per spin; None if it does not."""
        most = self.player_maximum
        if most is None or stake + others <= most:
            return None
        facts = {"stake": stake + others, "maximum": most}
        return refusal_of(RefusalCode.TOTAL_ABOVE_MAXIMUM, self.book.limits.authority, facts)

    @property
    def wheel_rule(self) -> WheelRule:
        return self.book.wheels[self.choices.wheel]

    @property
    def placement(self) -> Authority:
        """The authority for where wagers may be placed."""
        return self.wheel_rule.placement or self.book.placement

    def find(self, typed: str) -> Spot | Refusal:
        """The spot of this table that was typed, or why there is none."""
        spot = self.layout.get(typed)
        if spot is not None:
            return spot
        try:
            id = self.book.vocabulary.notation.read(typed)
        except NotationError as error:
            spot = self.layout.named(typed)
            if spot is not None:
                return spot
            titled = titled_spot(self.game.layout, map(self.shape, self.known), typed)
            if titled is None:
                facts: dict[str, str | int] = {"spot": shown(typed), "reason": error.words, **error.facts}
                return refusal_of(RefusalCode.SPOT_UNREADABLE, self.placement, facts)
            id = titled
        spot = self.game.layout.get(id)
        if spot is None:
            facts = {"spot": id, **self._layout_words}
            return refusal_of(RefusalCode.SPOT_UNKNOWN, self.placement, facts)
        if self.game.layout.covers(spot):
            covered = " and ".join(sorted(self.game.layout.covered & set(spot.numbers)))
            facts = {"spot": spot.id, "covered": covered}
            return refusal_of(RefusalCode.SPOT_COVERED, self._cover(spot), facts)
        for exclusion in self.book.excludes:
            beside = sorted(exclusion.offer & self.choices.offers)
            if beside and spot.wager in exclusion.wagers:
                facts = {"wager": self.called(spot.wager), "beside": " and ".join(map(self.called, beside))}
                authority = Authority(Basis.TEXT, exclusion.clause)
                return refusal_of(RefusalCode.WAGER_EXCLUDED, authority, facts)
        if spot.wager not in self.offered:
            # the house withholds what the text leaves to it; the text does not permit what it does not list
            rule = self.book.wagers.get(spot.wager)
            left = rule.defined if rule and rule.optional else None
            authority = Authority(Basis.HOUSE, left) if rule else self.placement
            return refusal_of(RefusalCode.WAGER_NOT_OFFERED, authority, {"wager": self.called(spot.wager)})
        return spot

    def _cover(self, spot: Spot) -> Authority:
        """Texts cover the box of a number; that this closes every other spot with it is a reading."""
        cover = self.wheel_rule.cover or self.placement
        beyond = cover.basis is Basis.TEXT and len(spot.numbers) > 1
        return Authority(Basis.READING, cover.clause, COVER_ADR) if beyond else cover

    @property
    def _layout_words(self) -> Mapping[str, str | int]:
        layout, wheel = self.game.layout.id, self.choices.wheel
        return {"layout": "{plan} layout of the {wheel} wheel", "plan": layout, "wheel": wheel}

    def _amount_refusal(self, wager: Wager, parts: int, divided: Authority) -> Refusal | None:
        """Checks that the stake is an amount, in whole chips and equal parts."""
        stake = wager.stake
        if type(stake) is not int:
            return refusal_of(RefusalCode.STAKE_NOT_CENTS, self.book.limits.authority, {"given": shown(stake)})
        if stake <= 0:
            return refusal_of(RefusalCode.STAKE_NOT_POSITIVE, self.book.limits.authority, {"stake": stake})
        if stake > STAKE_MAX:
            return refusal_of(RefusalCode.STAKE_TOO_LARGE, HOUSE, {"stake": stake, "maximum": STAKE_MAX})
        chip = wager.chip or 1
        if stake % chip:
            return refusal_of(RefusalCode.STAKE_NOT_WHOLE_CHIPS, WHOLE_CHIPS, {"stake": stake, "chip": chip})
        if stake % (parts * chip):
            facts = {"stake": stake, "parts": parts, "unit": parts * chip}
            return refusal_of(RefusalCode.STAKE_NOT_EQUAL_PARTS, divided, facts)
        return None

    def _stake_refusal(self, wager: Wager, spot: Spot, beside: int) -> Refusal | None:
        defined = self.known[spot.wager].defined
        divided = Authority(Basis.TEXT, defined) if defined else CUSTOM
        refusal = self._amount_refusal(wager, spot.parts, divided)
        if refusal:
            return refusal
        stake, bounds = wager.stake + beside, self.bounds(spot.wager)
        if bounds.minimum is not None and stake < bounds.minimum:
            facts = {"stake": stake, "minimum": bounds.minimum}
            return refusal_of(RefusalCode.STAKE_BELOW_MINIMUM, self.limit_authority(spot.wager), facts)
        if bounds.maximum is not None and stake > bounds.maximum:
            facts = {"stake": stake, "maximum": bounds.maximum}
            return refusal_of(RefusalCode.STAKE_ABOVE_MAXIMUM, self.limit_authority(spot.wager), facts)
        return None

    def _coupon_refusal(self, wager: Wager, spot: Spot) -> Refusal | None:
        rule = self.book.coupons
        if not self.wheel_rule.coupons:
            return refusal_of(RefusalCode.COUPON_NOT_ACCEPTED, CUSTOM, {})
        if not (rule.accepted and self.choices.coupons):
            return refusal_of(RefusalCode.COUPON_NOT_ACCEPTED, HOUSE if rule.accepted else rule.authority, {})
        if rule.pays is not None and self.known[spot.wager].pays not in rule.pays:
            return refusal_of(RefusalCode.COUPON_WRONG_WAGER, rule.authority, {"wager": self.called(spot.wager)})
        if wager.chips is Chips.VALUE and not rule.with_value_chips:
            return refusal_of(RefusalCode.COUPON_WITH_VALUE_CHIP, rule.authority, {})
        if not 0 < wager.coupon <= wager.stake:
            facts = {"coupon": wager.coupon, "stake": wager.stake}
            return refusal_of(RefusalCode.COUPON_NOT_MATCHED, MATCHED, facts)
        return None

    def _prison_refusal(self, wager: Wager, spot: Spot) -> Refusal | None:
        asked = "an imprisoned wager" if wager.imprisoned else f"the choice {wager.choice}"
        options = self.book.zero.get(self.choices.wheel)
        zero = self.game.zero
        if zero.prison is None:
            left = options is not None and any(option.rule.prison for option in options.options.values())
            authority = Authority(Basis.HOUSE, options.clause) if left and options else self._zero_authority
            return refusal_of(RefusalCode.PRISON_NOT_OFFERED, authority, {"asked": asked})
        if spot.wager not in zero.wagers:
            facts: dict[str, str | int] = {"asked": asked, "wager": self.called(spot.wager)}
            return refusal_of(RefusalCode.PRISON_WRONG_WAGER, self._zero_authority, facts)
        return None

    @property
    def _zero_authority(self) -> Authority:
        option = self.zero_option
        return option.authority if option else CUSTOM

    # Settlement: what does the result do to it?

    def settle(self, result: str, wagers: Iterable[Wager], *, between: bool = False) -> Settlement:
        """Settles every wager that the rules allow and lists the others as refused.

        A result that is not a compartment of the wheel raises `Problems`. `between` is for a Big Six clapper that rests
        between `result`, just passed, and the next stop.
        """
        self.check_result(result, between)
        settled: list[WagerOutcome] = []
        refused: list[RefusedWager] = []
        totals: dict[int, int] = {}
        for wager in wagers:
            for part in self.expand(wager):
                answer = part if isinstance(part, Refusal) else self.admit(part)
                if isinstance(answer, Admitted):
                    others = totals.get(wager.seat, 0)
                    answer = self.check_total(answer.wager.stake, others) or answer
                if isinstance(answer, Refusal):
                    said = answer.in_currency(self.book.money.currency)
                    refused.append(RefusedWager(wager.seat, wager.spot, wager.stake, said))
                else:
                    totals[wager.seat] = totals.get(wager.seat, 0) + answer.wager.stake
                    settled.append(self._settled(result, answer, between))
        return Settlement(result, tuple(settled), tuple(refused))

    def expand(self, wager: Wager) -> Iterator[Wager | Refusal]:
        """A called bet as its component wagers; any other wager as itself."""
        bets = self.book.vocabulary.called
        if wager.spot in self.layout or not is_called(wager.spot, bets):
            yield wager
            return
        called = read_called(wager.spot, self.game.wheel, self.game.layout.plan, bets)
        if called is None:
            facts: dict[str, str | int] = {"spot": shown(wager.spot), **self._layout_words}
            yield refusal_of(RefusalCode.SPOT_UNKNOWN, self.placement, facts)
            return
        if CALLED_BETS not in self.choices.offers:
            yield refusal_of(RefusalCode.WAGER_NOT_OFFERED, self.placement, {"wager": called.name})
            return
        refusal = self._amount_refusal(wager, len(called.parts), CUSTOM)
        if refusal is None and wager.coupon:
            authority = self.book.coupons.authority
            refusal = refusal_of(RefusalCode.COUPON_WRONG_WAGER, authority, {"wager": called.name})
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
            wrong = f"{shown(result)} is not a compartment of the {wheel.id} wheel"
            raise Problems([Problem("result", wrong, nearest(result, wheel.labels), self._wheel_clause)])
        if not between:
            return
        if wheel.spun is not SpunPart.WHEEL or self.book.clapper is None:
            raise Problems([Problem("between", "only a Big Six clapper rests between two stops", "Leave it out.")])
        if problem := self._unchosen_clapper:
            raise Problems([problem])

    @property
    def unchosen(self) -> tuple[Problem, ...]:
        """Choices without a default that the house has not made; such a table does not open."""
        limits = self.book.limits.problem(self.choices.limits.every.minimum, self.book.money.currency)
        return tuple(each for each in (self._unchosen_clapper, limits) if each is not None)

    @property
    def _unchosen_clapper(self) -> Problem | None:
        option = self.book.clapper
        if option is None or self.game.wheel.spun is not SpunPart.WHEEL or self.game.clapper is not None:
            return None
        wrong = "the house has not chosen what a clapper between two stops means"
        return Problem("clapper", wrong, nearest("", sorted(option.options)), option.authority.clause)

    @property
    def _wheel_clause(self) -> ClauseId | None:
        return self.book.definitions.get(self.choices.wheel) or self.wheel_rule.authority.clause

    def _settled(self, result: str, admitted: Admitted, between: bool) -> WagerOutcome:
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
        return WagerOutcome(
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
        """The choice of a player who says nothing: the house's way of playing in prison, otherwise half back."""
        return self.choices.zero.choices[0]

    @property
    def position(self) -> Authority:
        """The authority for settling by position."""
        return self.wheel_rule.position or self.book.position

    def authority_for(self, ruling: Ruling, spot: Spot) -> Authority:
        """The authority for an outcome."""
        option = self.zero_option
        match ruling.reason:
            case SettlementReason.COVERED_BY_SPOT:
                odds = self.known[spot.wager].authority
                return odds if odds.clause else Authority(odds.basis, self.position.clause, odds.adr)
            case SettlementReason.NOT_COVERED:
                return self.position
            case SettlementReason.VOID_COMPARTMENT:
                return self.wheel_rule.authority
            case SettlementReason.VOID_CLAPPER:
                return self.book.clapper.authority if self.book.clapper else CUSTOM
            case SettlementReason.ZERO_LOSES:
                return self._zero_loses
            case SettlementReason.ZERO_HALVES | SettlementReason.ZERO_IMPRISONS:
                return option.authority if option else CUSTOM
            case SettlementReason.SECOND_ZERO:
                return option.second_zero if option else CUSTOM
            case SettlementReason.PRISONER_WINS:
                return option.prisoner_wins if option else CUSTOM
            case SettlementReason.PRISONER_LOSES:
                return option.prisoner_loses if option else CUSTOM
            case SettlementReason.TABLE_CLOSES:
                return option.close if option else CUSTOM

    @property
    def _zero_loses(self) -> Authority:
        """The authority for a zero that takes a whole even-money wager."""
        options = self.book.zero.get(self.choices.wheel)
        if options is None:
            return self.position
        plain = options.options.get("lose-all") or self.zero_option
        return plain.authority if plain else self.position


def refusal_of(code: RefusalCode, authority: Authority, facts: Mapping[str, str | int]) -> Refusal:
    return Refusal(code, authority, facts)
