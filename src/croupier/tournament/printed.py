"""The printed rules of a tournament, worded from what is enforced, with everything that the text requires."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from croupier.rules.tournaments import TournamentDuty
from croupier.terms.citation import ClauseId
from croupier.terms.coded_message import CodedMessage
from croupier.terms.money import dollars
from croupier.terms.text import counted, times
from croupier.terms.wording import IN_ENGLISH, codes
from croupier.tournament.check import PlannedTournament
from croupier.tournament.setup import EventPlan, PrizeKind, PrizePlan, RoundChips, RoundPlan, TieRule

_TIES = {
    TieRule.PLAY_OFF: "Players with equal points who cannot all have the place play further games until one leads.",
    TieRule.DRAW: "Between players with equal points lots are drawn before witnesses.",
    TieRule.SHARE: "At a cut all players with equal points advance. At the end they share the prizes of their places.",
}
BREAKING = (
    "Tables are balanced and broken between games. From the fullest table, of equal ones the one with the highest "
    "number, the player in the last seat moves to the lowest free seat of the emptiest table, until tables differ by "
    "one player at most. When a table is broken, its players move in the order of their seats, each to the lowest free "
    "seat of the table that has the fewest players."
)
DRAWING = (
    "Seats are drawn by lot before each round. The house publishes the hash of a secret seed, every entrant may add a "
    "word of their own, and the seats follow from all of these; anybody can check them with the published file. Seats "
    "may be drawn with cards instead, before a witness."
)


class RulesParagraph(Struct, frozen=True):
    """One sentence or more, and the clause that requires it in print, if any."""

    text: str
    clause: ClauseId | None = None


class RulesChapter(Struct, frozen=True):
    heading: str
    paragraphs: tuple[RulesParagraph, ...]


class PrintedRules(Struct, frozen=True):
    """The rules of one tournament, as printed, handed to players and filed."""

    title: str
    house: str
    chapters: tuple[RulesChapter, ...]

    @property
    def text(self) -> str:
        """The rules as plain text; its SHA-256 identifies them."""
        lines = [self.title, self.house]
        for chapter in self.chapters:
            lines += ["", chapter.heading, *(paragraph.text for paragraph in chapter.paragraphs)]
        return "\n".join(lines) + "\n"


_FEWER = (
    "Where fewer players have a place than there are prizes, their shares grow in proportion: "
    "all of the pool is paid out."
)
_FEWER_EARLIER = "The share of a place that nobody has is carried forward with the rest."


def printed_rules(planned: PlannedTournament) -> PrintedRules:
    setup = planned.setup
    chapters = [
        RulesChapter("The tournament", tuple(_tournament(planned))),
        *(RulesChapter(f"Event: {event.title}", tuple(_event(planned, event))) for event in setup.events),
        RulesChapter("How it is concluded", tuple(_conclusion(planned))),
        RulesChapter("Conduct", tuple(_conduct(planned))),
        RulesChapter("House rules", tuple(_house_rules(planned))),
    ]
    return PrintedRules(setup.title, setup.house, tuple(chapters))


def _cited(planned: PlannedTournament, duty: TournamentDuty, text: str) -> RulesParagraph:
    return RulesParagraph(text, planned.law.authority(duty).clause)


def _tournament(planned: PlannedTournament) -> Iterator[RulesParagraph]:
    setup = planned.setup
    days = (
        f"from {setup.first_day} to {setup.last_day}" if setup.last_day > setup.first_day else f"on {setup.first_day}"
    )
    kind = f"a series of {len(setup.events)} events" if setup.is_series else "a single event"
    yield _cited(
        planned, TournamentDuty.LENGTH, f"The tournament is {kind}, held {days} at {setup.premises or setup.house}."
    )
    if setup.demonstration:
        yield RulesParagraph("It is a demonstration: nobody pays anything, and every prize is play money.")
    if setup.is_joint:
        others = ", ".join(setup.licensees)
        words = f"It is conducted jointly by {others}. {setup.designated} is responsible for the award of all prizes"
        escrow = " and for the escrow of prizes" if planned.law.asks(TournamentDuty.ESCROW) else ""
        yield _cited(planned, TournamentDuty.DESIGNATED, f"{words}{escrow}, and for the records of the whole.")
    if setup.criteria:
        yield _cited(planned, TournamentDuty.CRITERIA, f"Who may play: {setup.criteria}")
    if setup.re_entries:
        often = times(setup.re_entries)
        again = f"After being eliminated a player may enter again, {often}, as a new and separate entry."
    else:
        again = "A player who was eliminated may not enter the same event again."
    one = "Nobody has more than one active entry at a time; a player found with two is disqualified and gets no prize."
    yield _cited(planned, TournamentDuty.ONE_ENTRY, f"{one} {again}")
    if setup.refunds:
        yield RulesParagraph("Who withdraws before registration closes gets back what was paid.")
    if setup.overall:
        yield _cited(planned, TournamentDuty.SERIES, f"Overall winner: {setup.overall}")


def _event(planned: PlannedTournament, event: EventPlan) -> Iterator[RulesParagraph]:
    fee = f"The entry fee is {dollars(event.fee)}." if event.fee else "There is no entry fee."
    buy_in = f"The initial buy-in is {dollars(event.buy_in)}." if event.buy_in else "There is no buy-in."
    items = [
        f"{item} is taken as {what} at {dollars(value)}."
        for what, each in (("the entry fee", event.fee_items), ("the buy-in", event.buy_in_items))
        for item, value in each.items()
    ]
    yield _cited(planned, TournamentDuty.PRINT_FEES, " ".join([fee, buy_in, *items]))
    yield _cited(planned, TournamentDuty.PRINT_FEES, _purchases(event))
    yield RulesParagraph(
        f"Every player starts the event with {event.points}. It is played at up to "
        f"{counted(event.tables, 'table')} of {counted(event.seats, 'seat')}."
    )
    for number, plan in enumerate(event.rounds, start=1):
        yield RulesParagraph(_round(event, number, plan))
    until = f"until the end of round {event.late_round}" if event.late_round else "until registration closes"
    nobody = "" if event.late_round else ", before the seats of the first round are drawn"
    yield _cited(planned, TournamentDuty.ENTRIES_CLOSE, f"Entries and re-entries are taken {until}{nobody}.")
    count = len(event.prizes)
    words = "There is 1 prize." if count == 1 else f"There are {count or 'no'} prizes."
    if event.guaranteed:
        words += f" The house guarantees a prize pool of {dollars(event.guaranteed)}."
    yield _cited(planned, TournamentDuty.PRINT_PRIZES, words)
    for prize in event.prizes:
        yield _cited(
            planned, TournamentDuty.PRINT_PRIZES, f"Place {prize.place}: {prize_words(planned, event, prize)}."
        )
    if any(prize.kind is PrizeKind.SHARE for prize in event.prizes):
        yield _cited(
            planned, TournamentDuty.PRINT_PRIZES, _FEWER if event is planned.setup.events[-1] else _FEWER_EARLIER
        )
    if event is not planned.setup.events[-1]:
        yield _cited(planned, TournamentDuty.POOL, "What is not awarded is carried forward to the next event.")


def _purchases(event: EventPlan) -> str:
    purchase = event.purchase
    if purchase is None:
        return "Re-buys are not permitted."
    often = "any number of times" if purchase.most is None else f"at most {times(purchase.most)}"
    when = "upon losing all chips, " if purchase.broke_only else ""
    words = (
        f"Re-buys are permitted: {when}between games, until the end of round {purchase.until_round}, each player may "
        f"purchase {purchase.points} for {dollars(purchase.price)}, {often}."
    )
    return f"{words} {purchase.conditions}".rstrip()


def best_advance(count: int, among: str = "") -> str:
    """Who advances, as a clause.

    >>> best_advance(1, " of each table"), best_advance(3)
    ('The best player of each table advances', 'The best 3 advance')
    """
    return f"The best player{among} advances" if count == 1 else f"The best {count}{among} advance"


def _round(event: EventPlan, number: int, plan: RoundPlan) -> str:
    last = number == len(event.rounds)
    begins = (
        ""
        if number == 1
        else f" All begin with {event.points}."
        if plan.chips is RoundChips.FRESH
        else (" All begin with the points they have.")
    )
    goes = ""
    if plan.best:
        goes = f" {best_advance(plan.best)}."
    elif plan.best_of_table:
        goes = f" {best_advance(plan.best_of_table, ' of each table')}."
    if plan.second_chance:
        goes += f" {best_advance(plan.second_chance, ' of the others')} as well."
    cap = f" No wager is above {plan.cap} in this round." if plan.cap else ""
    secret = " Wagers of the last game are secret until they are settled." if plan.secret_last else ""
    name = ", the final round, is" if last and number > 1 else " is"
    games = counted(plan.games, "game")
    return f"Round {number}{name} {games} at each table.{begins}{goes}{cap}{secret}"


def prize_words(planned: PlannedTournament, event: EventPlan, prize: PrizePlan) -> str:
    """The description of a prize."""
    return IN_ENGLISH.say("tournament", prize_message(planned, event, prize))


def prize_message(planned: PlannedTournament, event: EventPlan, prize: PrizePlan) -> CodedMessage:
    """The description as code and facts; a share is of what vouchers and fixed sums leave of the pool."""
    match prize.kind:
        case PrizeKind.SHARE:
            kinds = {each.kind for each in event.prizes}
            before = codes(kind for kind in (PrizeKind.VOUCHER, PrizeKind.CASH) if kind in kinds)
            return CodedMessage("prize.share", {"share": percent(prize.share), "before": before})
        case PrizeKind.CASH:
            return CodedMessage("prize.cash", {"amount": prize.amount})
        case PrizeKind.ITEM:
            return CodedMessage("prize.item", {"item": prize.item, "amount": prize.amount})
        case PrizeKind.VOUCHER:
            target = planned.setup.event(prize.event)
            title = target.title if target else prize.event
            value = prize.amount or (target.fee + target.buy_in if target else 0)
            return CodedMessage("prize.voucher", {"amount": value, "title": title})


def percent(share: Fraction) -> str:
    """A share in percent if it has at most two decimals, otherwise as a fraction.

    >>> percent(Fraction(1, 2)), percent(Fraction(1, 8)), percent(Fraction(1, 3))
    ('50%', '12.5%', '1/3')
    """
    hundredths = share * 10_000
    if hundredths.denominator != 1:
        return str(share)
    whole, part = divmod(int(hundredths), 100)
    return f"{whole}.{part:02d}".rstrip("0").rstrip(".") + "%"


def _conclusion(planned: PlannedTournament) -> Iterator[RulesParagraph]:
    setup, duty = planned.setup, TournamentDuty.PRINT_CONCLUSION
    if setup.final_round:
        yield _cited(planned, duty, f"The final round: {setup.final_round}")
    if setup.conclusion:
        yield _cited(planned, duty, f"The end: {setup.conclusion}")
    if setup.tie is not None:
        yield _cited(planned, duty, _TIES[setup.tie])
    yield RulesParagraph("Shares of the pool are paid in whole cents; odd cents go to the largest remainders.")


def _conduct(planned: PlannedTournament) -> Iterator[RulesParagraph]:
    for duty in TournamentDuty:
        words = planned.law.sentences.get(duty)
        if duty is TournamentDuty.SPLIT and not planned.setup.split:
            if words:
                yield _cited(planned, duty, "The remaining players may not agree to split the prizes.")
        elif words:
            yield _cited(planned, duty, words)
    yield RulesParagraph("A dealer may place chips on the instruction of the player to whom they belong.")
    yield RulesParagraph(DRAWING)
    yield RulesParagraph(BREAKING)


def _house_rules(planned: PlannedTournament) -> Iterator[RulesParagraph]:
    setup, duty = planned.setup, TournamentDuty.PRINT_HOUSE_RULES
    if setup.house_rules:
        yield _cited(planned, duty, setup.house_rules)
    elif planned.law.house_rules_sentence:
        yield _cited(planned, duty, planned.law.house_rules_sentence.format(house=setup.house))
    for change in setup.changes:
        yield _cited(planned, TournamentDuty.PRINT_CHANGES, change)
    if not setup.changes and planned.law.asks(TournamentDuty.PRINT_CHANGES):
        words = "No other house rule changes the normal play of the game."
        yield _cited(planned, TournamentDuty.PRINT_CHANGES, words)
