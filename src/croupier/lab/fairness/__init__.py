"""Is a wheel fair? A monitor that is valid after every spin, an audit with its power, and both in words.

Nothing here affects an outcome or predicts the next spin.

>>> import croupier
>>> from croupier.lab.fairness import Monitor, ring_of
>>> monitor = Monitor(ring_of(croupier.rulebook("nj").table("american").game.wheel), alpha=0.01)
>>> monitor.observe("17"), monitor.spins, monitor.evidence < 2
(False, 1, True)
"""

from croupier.lab.fairness.audit import Audit, audit
from croupier.lab.fairness.audit_text import Words, words
from croupier.lab.fairness.monitor import Monitor, Suspect
from croupier.lab.fairness.report import FairnessReport, lines, report
from croupier.lab.fairness.ring import Ring, ring_of
from croupier.lab.fairness.spins import Spins, read_spins, spins_of
from croupier.lab.fairness.sprt import Allegation, Sprt, read_allegation, sprt

__all__ = [
    "Allegation",
    "Audit",
    "FairnessReport",
    "Monitor",
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
