"""The words of forms and slips, in the language of whoever reads them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from croupier.game.wager import WagerId
from croupier.rules.number_format import odds_to_one, percent
from croupier.table.posted import posted_title
from croupier.table.signs import slug
from croupier.terms.amount_words import amount_in_words
from croupier.terms.citation import Authority, Basis
from croupier.terms.money import DOLLAR, Currency
from croupier.terms.refusal import filled
from croupier.terms.wording import ENGLISH, LANGUAGES, Wording, has_text
from croupier.tournament.points import Points

CATALOGUE = "paper"


class Labels(Struct, frozen=True):
    """The English text of a form is its own key in the catalogue, as for texts inside refusals.

    >>> Labels()("Table {table}, slip {slip}", table="7", slip="F-1")
    'Table 7, slip F-1'
    >>> Labels("de")("Table {table}, slip {slip}", table="7", slip="F-1")
    'Tisch 7, Beleg F-1'
    """

    language: str = ENGLISH
    currency: Currency = DOLLAR

    def __call__(self, words: str, **facts: str | int) -> str:
        """The text with its facts filled in; stays in English if the language has no translation."""
        key = f"{CATALOGUE}.{slug(words)}"
        if self.language == ENGLISH or not has_text(key, self.language):
            return filled(words, facts)
        return Wording(self.language).text(key, facts)

    def title(self, title: str) -> str:
        """The title of a form, from the rulebook; a title without a translation stays as it is."""
        return title if self.language == ENGLISH else Wording(self.language).name(f"posted.paper.{slug(title)}", title)

    def money(self, amount: int) -> str:
        """An amount as the language writes it."""
        return Wording(self.language, self.currency).money(amount)

    def in_words(self, amount: int) -> str:
        """An amount in words of the language."""
        return amount_in_words(amount, self.currency, self.language)

    def number(self, value: int) -> str:
        return Wording(self.language).number(value)

    def share(self, value: Fraction) -> str:
        """A share in percent."""
        return percent(value) if self.language == ENGLISH else Wording(self.language).share(float(value))

    def odds(self, pays: Fraction) -> str:
        return odds_to_one(pays) if self.language == ENGLISH else Wording(self.language).odds(str(pays))

    def wager(self, kind: WagerId, title: str) -> str:
        """The name of a wager; a title that differs from the usual one stays as the book has it."""
        if self.language == ENGLISH:
            return title
        wording = Wording(self.language)
        return wording.name(f"table.wager.{posted_title(kind, title)}", wording.name(f"house.stop.{kind}", title))

    def kind(self, kind: str, title: str = "") -> str:
        """A kind of wager: its code in English, its name in another language."""
        return kind if self.language == ENGLISH else self.wager(WagerId(kind), title or kind)

    def wheel(self, wheel: str, title: str) -> str:
        return title if self.language == ENGLISH else Wording(self.language).name(f"house.wheel.{wheel}", title)

    def game(self, wheel: str, title: str) -> str:
        """The game of a wheel, such as American roulette."""
        return title if self.language == ENGLISH else Wording(self.language).name(f"house.game.{wheel}", title)

    def zero(self, zero: str) -> str:
        """A zero rule: its code in English, its name in another language."""
        return zero if self.language == ENGLISH else Wording(self.language).name(f"house.zero.{zero}", zero)

    def limits(self, group: str) -> str:
        """A group of wagers that has its own limits."""
        return group if self.language == ENGLISH else Wording(self.language).name(f"posted.group.{group}", group)

    def basis(self, basis: Basis) -> str:
        named = basis.value
        return named if self.language == ENGLISH else Wording(self.language).name(f"house.basis-name.{named}", named)

    def authority(self, authority: Authority) -> str:
        """The clause of a value, and its basis where that is not the text."""
        if self.language == ENGLISH:
            return str(authority)
        bare = authority.basis is Basis.TEXT and authority.clause
        adr = f"ADR {authority.adr}" if authority.adr else ""
        return ", ".join(filter(None, (authority.clause, "" if bare else self.basis(authority.basis), adr)))

    def figure(self, written: str) -> str:
        """A figure in English, such as −1,234.5 or 5.26%, as the language writes it."""
        return written if self.language == ENGLISH else Wording(self.language).figure(written)

    def listed(self, things: Iterable[str], how: str = "and") -> str:
        """Joins things for a sentence; `how` is and, or, or comma."""
        return Wording(self.language).listed(things, how)

    def check(self, words: str) -> str:
        """A point of an inspection."""
        return words if self.language == ENGLISH else Wording(self.language).name(f"refusal.word.{slug(words)}", words)

    def outcome(self, outcome: str) -> str:
        key = f"{CATALOGUE}.outcome.{outcome}"
        return outcome if self.language == ENGLISH else Wording(self.language).name(key, outcome)

    def paid_by(self, how: str) -> str:
        """How an entry was paid; an item is named as in the records."""
        return how if self.language == ENGLISH else Wording(self.language).name(f"tournament.paid-by.{how}", how)

    def points(self, points: Points) -> str:
        if self.language == ENGLISH:
            return str(points)
        return Wording(self.language).text("tournament.points-count", {"points": self.number(points.count)})

    def color(self, color: str) -> str:
        return color if self.language == ENGLISH else Wording(self.language).name(f"house.color.{color}", color)

    @property
    def lang(self) -> str:
        """The language of a document with these words, as a BCP 47 tag."""
        return "en-US" if self.language == ENGLISH else self.language


IN_ENGLISH_LABELS = Labels()


def labels_in(lang: str) -> Labels:
    """The words of a document whose language has this BCP 47 tag; English if there are none.

    >>> labels_in("de")("Preview"), labels_in("en-US")("Preview")
    ('Vorschau', 'Preview')
    """
    return Labels(lang) if lang in LANGUAGES else IN_ENGLISH_LABELS
