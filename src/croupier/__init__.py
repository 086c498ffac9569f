"""Regulated roulette and Big Six tables: the regulation is the program.

>>> import croupier
>>> rules = croupier.rulebook("nj").table("american", zero="half")
>>> rules.odds["red"].edge
Fraction(1, 38)
"""

from croupier.game.settlement import Clapper, Verdict
from croupier.game.zero import Choice
from croupier.odds import Odds, ZeroPlay
from croupier.rules.book import Rulebook
from croupier.rules.catalogue import Clause, catalogue
from croupier.rules.library import rulebook, rulebooks
from croupier.rules.table import Rules
from croupier.rules.wagers import Chips, RefusedWager, Settlement, Wager, WagerOutcome
from croupier.terms.citation import Authority, Basis
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems
from croupier.terms.refusal import Refusal, RefusalCode

__version__ = "0.1.0"

__all__ = [
    "Authority",
    "Basis",
    "Chips",
    "Choice",
    "Clapper",
    "Clause",
    "Fault",
    "Odds",
    "Problem",
    "Problems",
    "Refusal",
    "RefusalCode",
    "RefusedWager",
    "Rulebook",
    "Rules",
    "Settlement",
    "Verdict",
    "Wager",
    "WagerOutcome",
    "ZeroPlay",
    "catalogue",
    "rulebook",
    "rulebooks",
]
