"""Rules: one rulebook with a house's choices and a day, ready to admit and settle wagers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property

from msgspec import Struct

from croupier.game.layout import Layout, Spot
from croupier.game.settlement import Game
from croupier.game.wager import BetGroup, Shape, WagerId
from croupier.game.wheel import SpunPart
from croupier.game.zero import Choice
from croupier.odds import Odds, odds_of
from croupier.rules.admission import check_wager, expand_called, find_named
from croupier.rules.book import Rulebook, WagerRule, WheelRule, ZeroOption
from croupier.rules.choices import Bounds, Choices
from croupier.rules.settlement_authority import settlement_authority
from croupier.rules.wagers import RefusedWager, Settlement, Wager, WagerOutcome
from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.money import STAKE_MAX, Cents
from croupier.terms.problem import Problem, Problems, nearest, shown
from croupier.terms.refusal import Refusal, RefusalCode


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
        return check_wager(self, wager, spot, beside=wager.beside) or Admitted(wager, spot)

    def check_total(self, stake: int, others: int) -> Refusal | None:
        """Why a stake would exceed the text's limit on a player's total per spin; None if it does not."""
        most = self.player_maximum
        if most is None or stake + others <= most:
            return None
        facts = {"stake": stake + others, "maximum": most}
        return Refusal(RefusalCode.TOTAL_ABOVE_MAXIMUM, self.book.limits.authority, facts)

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
        return spot if spot is not None else find_named(self, typed)

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
            for part in expand_called(self, wager):
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
            settlement_authority(self, ruling, spot),
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
