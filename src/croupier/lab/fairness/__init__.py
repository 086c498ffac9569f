"""Is a wheel fair? A monitor valid at every look, an audit battery with its power, and words for both.

Nothing here touches an outcome, and nothing here says anything about the next spin.

>>> import croupier
>>> from croupier.lab.fairness import Monitor, ring_of
>>> monitor = Monitor(ring_of(croupier.rulebook("nj").table("american").game.wheel), alpha=0.01)
>>> monitor.observe("17"), monitor.spins, monitor.evidence < 2
(False, 1, True)
"""

from croupier.lab.fairness.audit import Audit, audit
from croupier.lab.fairness.monitor import Monitor, Suspect
from croupier.lab.fairness.report import Report, lines, report
from croupier.lab.fairness.ring import Ring, ring_of
from croupier.lab.fairness.spins import Spins, read_spins, spins_of
from croupier.lab.fairness.sprt import Allegation, Sprt, read_allegation, sprt
from croupier.lab.fairness.words import Words, words

__all__ = [
    "Allegation",
    "Audit",
    "Monitor",
    "Report",
    "Ring",
    "Spins",
    "Sprt",
    "Suspect",
    "Words",
    "audit",
    "lines",
    "read_allegation",
    "read_spins",
    "report",
    "ring_of",
    "spins_of",
    "sprt",
    "words",
]
