"""Exact edge and variance of a wager, by enumeration."""

from croupier.odds.exact import LOSE_ALL, Law, Odds, ZeroPlay, odds_of

__all__ = ["LOSE_ALL", "Law", "Odds", "ZeroPlay", "odds_of"]
