"""The words of forms and slips, in the language of whoever reads them."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from croupier.game.wager import WagerId
from croupier.rules.number_format import odds_to_one, percent
from croupier.table.posted import posted_title
from croupier.table.signs import slug
from croupier.terms.amount_words import amount_in_words
from croupier.terms.day import moment_of
from croupier.terms.money import DOLLAR, Currency
from croupier.terms.refusal import filled
from croupier.terms.wording import ENGLISH, Wording, has_text

CATALOGUE = "paper"


class Labels(Struct, frozen=True):
    """Words of forms are looked up by themselves, as those inside refusals are.

    >>> Labels()("Table {table}, slip {slip}", table="7", slip="F-1")
    'Table 7, slip F-1'
    >>> Labels("de")("Table {table}, slip {slip}", table="7", slip="F-1")
    'Tisch 7, Beleg F-1'
    """

    language: str = ENGLISH
    currency: Currency = DOLLAR

    def __call__(self, words: str, **facts: str | int) -> str:
        """The words with their facts; what has no text in the language stays as it is."""
        key = f"{CATALOGUE}.{slug(words)}"
        if self.language == ENGLISH or not has_text(key, self.language):
            return filled(words, facts)
        return Wording(self.language).text(key, facts)

    def title(self, title: str) -> str:
        """The title of a form, which a rulebook gives; a title of its own stays."""
        return title if self.language == ENGLISH else Wording(self.language).name(f"posted.paper.{slug(title)}", title)

    def money(self, amount: int) -> str:
        """An amount as the language writes it."""
        return Wording(self.language, self.currency).money(amount)

    def in_words(self, amount: int) -> str:
        """An amount in words, which are English: the language of the rulebooks and of the records."""
        return amount_in_words(amount, self.currency)

    def number(self, value: int) -> str:
        return Wording(self.language).number(value)

    def share(self, value: Fraction) -> str:
        """A share in percent."""
        return percent(value) if self.language == ENGLISH else Wording(self.language).share(float(value))

    def odds(self, pays: Fraction) -> str:
        return odds_to_one(pays) if self.language == ENGLISH else Wording(self.language).odds(str(pays))

    def wager(self, kind: WagerId, title: str) -> str:
        """The name of a wager; a title that a book gives on purpose stays."""
        own = posted_title(kind, title)
        return title if self.language == ENGLISH else Wording(self.language).name(f"table.wager.{own}", title)

    def check(self, words: str) -> str:
        """A point of an inspection."""
        return words if self.language == ENGLISH else Wording(self.language).name(f"refusal.word.{slug(words)}", words)

    def outcome(self, outcome: str) -> str:
        key = f"{CATALOGUE}.outcome.{outcome}"
        return outcome if self.language == ENGLISH else Wording(self.language).name(key, outcome)

    def color(self, color: str) -> str:
        return color if self.language == ENGLISH else Wording(self.language).name(f"house.color.{color}", color)

    @property
    def lang(self) -> str:
        """The language of a document with these words, as a BCP 47 tag."""
        return "en-US" if self.language == ENGLISH else self.language


IN_ENGLISH_LABELS = Labels()


def moment(at_ms: int) -> str:
    """A time of a record, as every language writes it."""
    return f"{moment_of(at_ms):%Y-%m-%d %H:%M:%S} UTC"
