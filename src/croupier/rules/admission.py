"""Admission: which spot is meant, and whether a wager may be placed on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.game.called import is_called, read_called
from croupier.game.layout import Spot
from croupier.game.notation import NotationError
from croupier.game.titles import titled_spot
from croupier.rules.choices import CALLED_BETS
from croupier.rules.wagers import Chips, Wager
from croupier.terms.citation import Authority, Basis
from croupier.terms.money import STAKE_MAX
from croupier.terms.problem import shown
from croupier.terms.refusal import Refusal, RefusalCode

if TYPE_CHECKING:
    from croupier.rules.table import Rules

CUSTOM = Authority(Basis.CUSTOMARY)
HOUSE = Authority(Basis.HOUSE)
WHOLE_CHIPS = CUSTOM
"""The authority for staking and selling whole chips: no text says that chips are not divided."""
MATCHED = Authority(Basis.READING, adr=13)
"""The authority for matching a coupon with chips; the texts only say where it may be placed."""

COVER_ADR = 14
"""The ADR on spots that include a covered number among others."""


def find_named(rules: Rules, typed: str) -> Spot | Refusal:
    """The spot of the table that a name or a notation means, or why there is none."""
    try:
        id = rules.book.vocabulary.notation.read(typed)
    except NotationError as error:
        spot = rules.layout.named(typed)
        if spot is not None:
            return spot
        titled = titled_spot(rules.game.layout, map(rules.shape, rules.known), typed)
        if titled is None:
            facts: dict[str, str | int] = {"spot": shown(typed), "reason": error.words, **error.facts}
            return Refusal(RefusalCode.SPOT_UNREADABLE, rules.placement, facts)
        id = titled
    spot = rules.game.layout.get(id)
    if spot is None:
        facts = {"spot": id, **_layout_words(rules)}
        return Refusal(RefusalCode.SPOT_UNKNOWN, rules.placement, facts)
    if rules.game.layout.covers(spot):
        covered = " and ".join(sorted(rules.game.layout.covered & set(spot.numbers)))
        facts = {"spot": spot.id, "covered": covered}
        return Refusal(RefusalCode.SPOT_COVERED, _cover(rules, spot), facts)
    for exclusion in rules.book.excludes:
        beside = sorted(exclusion.offer & rules.choices.offers)
        if beside and spot.wager in exclusion.wagers:
            facts = {"wager": rules.called(spot.wager), "beside": " and ".join(map(rules.called, beside))}
            authority = Authority(Basis.TEXT, exclusion.clause)
            return Refusal(RefusalCode.WAGER_EXCLUDED, authority, facts)
    if spot.wager not in rules.offered:
        # the house withholds what the text leaves to it; the text does not permit what it does not list
        rule = rules.book.wagers.get(spot.wager)
        left = rule.defined if rule and rule.optional else None
        authority = Authority(Basis.HOUSE, left) if rule else rules.placement
        return Refusal(RefusalCode.WAGER_NOT_OFFERED, authority, {"wager": rules.called(spot.wager)})
    return spot


def expand_called(rules: Rules, wager: Wager) -> Iterator[Wager | Refusal]:
    """A called bet as its component wagers; any other wager as itrules."""
    bets = rules.book.vocabulary.called
    if wager.spot in rules.layout or not is_called(wager.spot, bets):
        yield wager
        return
    called = read_called(wager.spot, rules.game.wheel, rules.game.layout.plan, bets)
    if called is None:
        facts: dict[str, str | int] = {"spot": shown(wager.spot), **_layout_words(rules)}
        yield Refusal(RefusalCode.SPOT_UNKNOWN, rules.placement, facts)
        return
    if CALLED_BETS not in rules.choices.offers:
        yield Refusal(RefusalCode.WAGER_NOT_OFFERED, rules.placement, {"wager": called.name})
        return
    refusal = _amount_refusal(rules, wager, len(called.parts), CUSTOM)
    if refusal is None and wager.coupon:
        authority = rules.book.coupons.authority
        refusal = Refusal(RefusalCode.COUPON_WRONG_WAGER, authority, {"wager": called.name})
    if refusal:
        yield refusal
        return
    part = wager.stake // len(called.parts)
    spots = dict.fromkeys(called.parts)
    components = [replace(wager, spot=spot, stake=part * called.parts.count(spot)) for spot in spots]
    refusals = [answer for answer in map(rules.admit, components) if isinstance(answer, Refusal)]
    if refusals:
        yield min(refusals, key=lambda refusal: refusal.precedence)
    else:
        yield from components


def check_wager(rules: Rules, wager: Wager, spot: Spot, *, beside: int = 0) -> Refusal | None:
    """Why the wager may not be placed on the spot, where its owner already has `beside` cents; None if it may."""
    refusal = _stake_refusal(rules, wager, spot, beside)
    if refusal is None and wager.coupon:
        refusal = _coupon_refusal(rules, wager, spot)
    if refusal is None and (wager.imprisoned or wager.choice is not None):
        refusal = _prison_refusal(rules, wager, spot)
    return refusal


def _cover(rules: Rules, spot: Spot) -> Authority:
    """Texts cover the box of a number; that this closes every other spot with it is a reading."""
    cover = rules.wheel_rule.cover or rules.placement
    beyond = cover.basis is Basis.TEXT and len(spot.numbers) > 1
    return Authority(Basis.READING, cover.clause, COVER_ADR) if beyond else cover


def _layout_words(rules: Rules) -> Mapping[str, str | int]:
    layout, wheel = rules.game.layout.id, rules.choices.wheel
    return {"layout": "{plan} layout of the {wheel} wheel", "plan": layout, "wheel": wheel}


def _amount_refusal(rules: Rules, wager: Wager, parts: int, divided: Authority) -> Refusal | None:
    """Checks that the stake is an amount, in whole chips and equal parts."""
    stake = wager.stake
    if type(stake) is not int:
        return Refusal(RefusalCode.STAKE_NOT_CENTS, rules.book.limits.authority, {"given": shown(stake)})
    if stake <= 0:
        return Refusal(RefusalCode.STAKE_NOT_POSITIVE, rules.book.limits.authority, {"stake": stake})
    if stake > STAKE_MAX:
        return Refusal(RefusalCode.STAKE_TOO_LARGE, HOUSE, {"stake": stake, "maximum": STAKE_MAX})
    chip = wager.chip or 1
    if stake % chip:
        return Refusal(RefusalCode.STAKE_NOT_WHOLE_CHIPS, WHOLE_CHIPS, {"stake": stake, "chip": chip})
    if stake % (parts * chip):
        facts = {"stake": stake, "parts": parts, "unit": parts * chip}
        return Refusal(RefusalCode.STAKE_NOT_EQUAL_PARTS, divided, facts)
    return None


def _stake_refusal(rules: Rules, wager: Wager, spot: Spot, beside: int) -> Refusal | None:
    defined = rules.known[spot.wager].defined
    divided = Authority(Basis.TEXT, defined) if defined else CUSTOM
    refusal = _amount_refusal(rules, wager, spot.parts, divided)
    if refusal:
        return refusal
    stake, bounds = wager.stake + beside, rules.bounds(spot.wager)
    if bounds.minimum is not None and stake < bounds.minimum:
        facts = {"stake": stake, "minimum": bounds.minimum}
        return Refusal(RefusalCode.STAKE_BELOW_MINIMUM, rules.limit_authority(spot.wager), facts)
    if bounds.maximum is not None and stake > bounds.maximum:
        facts = {"stake": stake, "maximum": bounds.maximum}
        return Refusal(RefusalCode.STAKE_ABOVE_MAXIMUM, rules.limit_authority(spot.wager), facts)
    return None


def _coupon_refusal(rules: Rules, wager: Wager, spot: Spot) -> Refusal | None:
    rule = rules.book.coupons
    if not rules.wheel_rule.coupons:
        return Refusal(RefusalCode.COUPON_NOT_ACCEPTED, CUSTOM, {})
    if not (rule.accepted and rules.choices.coupons):
        return Refusal(RefusalCode.COUPON_NOT_ACCEPTED, HOUSE if rule.accepted else rule.authority, {})
    if rule.pays is not None and rules.known[spot.wager].pays not in rule.pays:
        return Refusal(RefusalCode.COUPON_WRONG_WAGER, rule.authority, {"wager": rules.called(spot.wager)})
    if wager.chips is Chips.VALUE and not rule.with_value_chips:
        return Refusal(RefusalCode.COUPON_WITH_VALUE_CHIP, rule.authority, {})
    if not 0 < wager.coupon <= wager.stake:
        facts = {"coupon": wager.coupon, "stake": wager.stake}
        return Refusal(RefusalCode.COUPON_NOT_MATCHED, MATCHED, facts)
    return None


def _prison_refusal(rules: Rules, wager: Wager, spot: Spot) -> Refusal | None:
    asked = "an imprisoned wager" if wager.imprisoned else f"the choice {wager.choice}"
    options = rules.book.zero.get(rules.choices.wheel)
    zero = rules.game.zero
    if zero.prison is None:
        left = options is not None and any(option.rule.prison for option in options.options.values())
        authority = Authority(Basis.HOUSE, options.clause) if left and options else _zero_authority(rules)
        return Refusal(RefusalCode.PRISON_NOT_OFFERED, authority, {"asked": asked})
    if spot.wager not in zero.wagers:
        facts: dict[str, str | int] = {"asked": asked, "wager": rules.called(spot.wager)}
        return Refusal(RefusalCode.PRISON_WRONG_WAGER, _zero_authority(rules), facts)
    return None


def _zero_authority(rules: Rules) -> Authority:
    option = rules.zero_option
    return option.authority if option else CUSTOM
