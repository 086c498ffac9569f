"""Exact edge and variance of a wager, by walking every compartment."""

from croupier.odds.exact import Law, Odds, ZeroPlay, odds_of

__all__ = ["Law", "Odds", "ZeroPlay", "odds_of"]
