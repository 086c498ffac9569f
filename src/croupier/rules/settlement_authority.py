"""The authority behind the outcome of a wager."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game.layout import Spot
from croupier.game.settlement import Ruling, SettlementReason
from croupier.terms.citation import Authority, Basis

if TYPE_CHECKING:
    from croupier.rules.table import Rules

_CUSTOM = Authority(Basis.CUSTOMARY)


def settlement_authority(rules: Rules, ruling: Ruling, spot: Spot) -> Authority:
    """The authority for an outcome."""
    option = rules.zero_option
    match ruling.reason:
        case SettlementReason.COVERED_BY_SPOT:
            odds = rules.known[spot.wager].authority
            return odds if odds.clause else Authority(odds.basis, rules.position.clause, odds.adr)
        case SettlementReason.NOT_COVERED:
            return rules.position
        case SettlementReason.VOID_COMPARTMENT:
            return rules.wheel_rule.authority
        case SettlementReason.VOID_CLAPPER:
            return rules.book.clapper.authority if rules.book.clapper else _CUSTOM
        case SettlementReason.ZERO_LOSES:
            return _zero_loses(rules)
        case SettlementReason.ZERO_HALVES | SettlementReason.ZERO_IMPRISONS:
            return option.authority if option else _CUSTOM
        case SettlementReason.SECOND_ZERO:
            return option.second_zero if option else _CUSTOM
        case SettlementReason.PRISONER_WINS:
            return option.prisoner_wins if option else _CUSTOM
        case SettlementReason.PRISONER_LOSES:
            return option.prisoner_loses if option else _CUSTOM
        case SettlementReason.TABLE_CLOSES:
            return option.close if option else _CUSTOM


def _zero_loses(rules: Rules) -> Authority:
    """The authority for a zero that takes a whole even-money wager."""
    options = rules.book.zero.get(rules.choices.wheel)
    if options is None:
        return rules.position
    plain = options.options.get("lose-all") or rules.zero_option
    return plain.authority if plain else rules.position
