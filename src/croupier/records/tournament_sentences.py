"""The sentences of a tournament's script. They name players; the entry is looked up when the line is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from croupier.records.pattern import Found, Pattern
from croupier.records.sentence_fields import SentenceError, amount, number, text, word
from croupier.terms.money import Cents
from croupier.terms.people import Actor
from croupier.terms.problem import nearest, shown
from croupier.tournament import command as c
from croupier.tournament.check import PlannedTournament
from croupier.tournament.command import PaidBy, StakeKind
from croupier.tournament.points import POINTS_MAX, Points
from croupier.tournament.setup import ColorValue, TournamentSetup
from croupier.tournament.state import Tournament


class SentenceContext(Struct, frozen=True):
    """Who acts and when, and the tournament so far."""

    by: Actor
    at: int
    setup: TournamentSetup
    planned: PlannedTournament
    tournament: Tournament

    def entry(self, name: str) -> int:
        """The entry of the named player: the active one, or the last; 0 if there is none."""
        own = [each for each in self.tournament.entries.values() if each.name == name]
        active = [each for each in own if each.is_active]
        return (active or own)[-1].number if own else 0


Build = Callable[[SentenceContext, Found], c.TournamentCommand]


def _points(found: Found, key: str = "points") -> Points:
    return Points(number(found, key, min(POINTS_MAX, 10**9)))


def _pairs(scene: SentenceContext, found: Found, key: str) -> list[tuple[int, str]]:
    """Names, each with what follows it, such as ``ann $160 bob $140``."""
    words = (found[key] or "").split(" ")
    if len(words) % 2:
        raise SentenceError(f"{shown(' '.join(words))} lacks something for a name", "Write ann $160 bob $140.")
    return [(scene.entry(name), value) for name, value in zip(words[::2], words[1::2], strict=True)]


def _enter(s: SentenceContext, f: Found) -> c.EnterPlayer:
    fee = PaidBy(word(f, "fee", PaidBy)) if f["fee"] else PaidBy.CASH
    buy_in = PaidBy(word(f, "buy_in", PaidBy)) if f["buy_in"] else PaidBy.CASH
    return c.EnterPlayer(
        by=s.by,
        at=s.at,
        event=f["event"] or "",
        person=(text(f, "person") if f["person"] else f["name"]) or "",
        name=f["name"] or "",
        fee=fee,
        buy_in=buy_in,
        fee_item=text(f, "fee_item") if f["fee_item"] else "",
        buy_in_item=text(f, "buy_in_item") if f["buy_in_item"] else "",
        voucher=f["voucher"] or "",
        handed=f["unhanded"] is None,
        qualified=True,
        licensee=text(f, "licensee") if f["licensee"] else "",
    )


def _cards(s: SentenceContext, f: Found) -> c.RecordCardDraw:
    seats: dict[int, tuple[int, int]] = {}
    for entry, place in _pairs(s, f, "seats"):
        table, _, seat = place.partition("-")
        if not (table.isdecimal() and seat.isdecimal() and len(place) < 9):
            raise SentenceError(f"{shown(place)} is not a seat", "Write table and seat, such as 1-4.")
        seats[entry] = int(table), int(seat)
    return c.RecordCardDraw(by=s.by, at=s.at, event=f["event"] or "", seats=seats, witness=text(f, "witness"))


def _propose(s: SentenceContext, f: Found) -> c.ProposeSplit:
    amounts = {entry: Cents(amount(Found({"each": each}, f.money), "each")) for entry, each in _pairs(s, f, "amounts")}
    return c.ProposeSplit(by=s.by, at=s.at, event=f["event"] or "", amounts=amounts)


def _colors(s: SentenceContext, f: Found) -> c.SetColorPoints:
    words = (f["values"] or "").split(" ")
    if len(words) % 2 or not all(each.isdecimal() and len(each) < 10 for each in words[1::2]):
        raise SentenceError("not every color has points", "Write green 25 black 100.")
    pairs = zip(words[::2], words[1::2], strict=True)
    return c.SetColorPoints(by=s.by, at=s.at, values=tuple(ColorValue(name, Points(int(n))) for name, n in pairs))


def _order(s: SentenceContext, f: Found) -> c.DecideTie:
    order = tuple(s.entry(name) for name in (f["names"] or "").split(" "))
    return c.DecideTie(by=s.by, at=s.at, event=f["event"] or "", order=order, how=text(f, "how"))


def _wager(s: SentenceContext, f: Found) -> c.WagerPoints:
    stake = StakeKind(word(f, "stake", StakeKind)) if f["stake"] else StakeKind.TOURNAMENT_CHIPS
    entry = s.entry(f["player"] or s.by.name)
    return c.WagerPoints(by=s.by, at=s.at, entry=entry, spot=f["spot"] or "", points=_points(f), stake=stake)


def _purchase(s: SentenceContext, f: Found) -> c.PurchaseChips:
    paid = PaidBy(word(f, "paid", PaidBy)) if f["paid"] else PaidBy.CASH
    return c.PurchaseChips(by=s.by, at=s.at, entry=s.entry(f["name"] or ""), paid_by=paid)


def _event(f: Found) -> str:
    return f["event"] or ""


_PAYMENTS = (
    "[, fee {fee:word}][, fee item {fee_item:text}][, buy-in {buy_in:word}][, buy-in item {buy_in_item:text}]"
    "[, voucher {voucher:word}]"
)

SENTENCES: Mapping[str, Build] = {
    "drafts it": lambda s, _: c.DraftTournament(by=s.by, at=s.at, setup=s.setup),
    "files the rules, received by {who:text}": lambda s, f: c.FileRules(
        by=s.by, at=s.at, digest=s.planned.rules_digest, received_by=text(f, "who")
    ),
    "finds the rules unacceptable: {what:text}": lambda s, f: c.FindUnacceptable(
        by=s.by, at=s.at, what=text(f, "what")
    ),
    "opens registration for {event:word}": lambda s, f: c.OpenRegistration(by=s.by, at=s.at, event=_event(f)),
    "closes registration for {event:word}": lambda s, f: c.CloseRegistration(by=s.by, at=s.at, event=_event(f)),
    "enters {name:name} in {event:word}[ as {person:text}]"
    + _PAYMENTS
    + "[, at {licensee:text}][, without the {unhanded:name}]": _enter,
    "withdraws {name:name}": lambda s, f: c.WithdrawEntry(by=s.by, at=s.at, entry=s.entry(f["name"] or "")),
    "disqualifies {names:words}, because {why:text}": lambda s, f: c.DisqualifyPlayer(
        by=s.by, at=s.at, entries=tuple(s.entry(each) for each in (f["names"] or "").split(" ")), why=text(f, "why")
    ),
    "commits the draw of {event:word} as {hash:word}": lambda s, f: c.CommitDraw(
        by=s.by, at=s.at, event=_event(f), commitment=f["hash"] or ""
    ),
    "adds {nonce:text} to the draw of {event:word}": lambda s, f: c.AddNonce(
        by=s.by, at=s.at, event=_event(f), entry=s.entry(s.by.name), nonce=text(f, "nonce")
    ),
    "reveals the draw of {event:word} with {seed:word}": lambda s, f: c.RevealDraw(
        by=s.by, at=s.at, event=_event(f), seed=f["seed"] or ""
    ),
    "records cards for {event:word}: {seats:words}, witness {witness:text}": _cards,
    "deposits {amount:amount} in escrow with {agent:text}": lambda s, f: c.DepositEscrow(
        by=s.by, at=s.at, amount=Cents(amount(f, "amount")), agent=text(f, "agent")
    ),
    "values colors {values:words}": _colors,
    "starts a round of {event:word}": lambda s, f: c.StartRound(by=s.by, at=s.at, event=_event(f)),
    "assigns house table {place:word} to table {table:number} of {event:word}": lambda s, f: c.AssignTable(
        by=s.by, at=s.at, event=_event(f), table=number(f, "table"), place=f["place"] or ""
    ),
    "takes the house table from table {table:number} of {event:word}": lambda s, f: c.AssignTable(
        by=s.by, at=s.at, event=_event(f), table=number(f, "table")
    ),
    "seats {name:name}[ as {person:text}]": lambda s, f: c.SeatEntrant(
        by=s.by,
        at=s.at,
        entry=s.entry(f["name"] or ""),
        person=(text(f, "person") if f["person"] else f["name"]) or "",
    ),
    "opens a game at table {table:number} of {event:word}": lambda s, f: c.OpenGame(
        by=s.by, at=s.at, event=_event(f), table=number(f, "table")
    ),
    "wagers {points:number} on {spot:word}[ for {player:name}][ in {stake:word}]": _wager,
    "announces {number:word} at table {table:number} of {event:word}": lambda s, f: c.SettleGame(
        by=s.by, at=s.at, event=_event(f), table=number(f, "table"), number=f["number"] or ""
    ),
    "voids the game at table {table:number} of {event:word}: {why:text}": lambda s, f: c.VoidGame(
        by=s.by, at=s.at, event=_event(f), table=number(f, "table"), why=text(f, "why")
    ),
    "sells chips to {name:name}[ for {paid:word}]": _purchase,
    "buys no chips": lambda s, _: c.DeclinePurchase(by=s.by, at=s.at, entry=s.entry(s.by.name)),
    "redeems {points:number}": lambda s, f: c.RedeemChips(
        by=s.by, at=s.at, entry=s.entry(s.by.name), points=_points(f)
    ),
    "balances the tables of {event:word}": lambda s, f: c.BalanceTables(by=s.by, at=s.at, event=_event(f)),
    "breaks table {table:number} of {event:word}": lambda s, f: c.BreakTable(
        by=s.by, at=s.at, event=_event(f), table=number(f, "table")
    ),
    "corrects {name:name} to {points:number}: {why:text}": lambda s, f: c.CorrectPoints(
        by=s.by, at=s.at, entry=s.entry(f["name"] or ""), points=_points(f), why=text(f, "why")
    ),
    "reinstates {name:name} with {points:number}: {why:text}": lambda s, f: c.ReinstateEntry(
        by=s.by, at=s.at, entry=s.entry(f["name"] or ""), points=_points(f), why=text(f, "why")
    ),
    "reopens the round of {event:word}: {why:text}": lambda s, f: c.ReopenRound(
        by=s.by, at=s.at, event=_event(f), why=text(f, "why")
    ),
    "decides the tie in {event:word}: {names:words}, by {how:text}": _order,
    "ends the round of {event:word}": lambda s, f: c.EndRound(by=s.by, at=s.at, event=_event(f)),
    "proposes to split {event:word}: {amounts:words}": _propose,
    "agrees to split {event:word}": lambda s, f: c.AgreeToSplit(
        by=s.by, at=s.at, event=_event(f), entry=s.entry(s.by.name)
    ),
    "refuses to split {event:word}: {why:text}": lambda s, f: c.RefuseSplit(
        by=s.by, at=s.at, event=_event(f), why=text(f, "why")
    ),
    "grants the split of {event:word}, understood and voluntary": lambda s, f: c.GrantSplit(
        by=s.by, at=s.at, event=_event(f), understood=True, voluntary=True
    ),
    "grants the split of {event:word} under pressure": lambda s, f: c.GrantSplit(
        by=s.by, at=s.at, event=_event(f), understood=True, voluntary=True, pressured=True
    ),
    "concludes {event:word}": lambda s, f: c.ConcludeEvent(by=s.by, at=s.at, event=_event(f)),
    "reopens {event:word}: {why:text}": lambda s, f: c.ReopenEvent(
        by=s.by, at=s.at, event=_event(f), why=text(f, "why")
    ),
    "pays award {award:number} to {name:name}[ as {person:text}]": lambda s, f: c.PayPrize(
        by=s.by,
        at=s.at,
        award=number(f, "award"),
        person=(text(f, "person") if f["person"] else f["name"]) or "",
    ),
    "counts the fees of {month:word}: {amount:amount}": lambda s, f: c.CountFees(
        by=s.by, at=s.at, month=f["month"] or "", counted=Cents(amount(f, "amount"))
    ),
    "closes the tournament": lambda s, _: c.CloseTournament(by=s.by, at=s.at),
    "cancels the tournament: {why:text}": lambda s, f: c.CancelTournament(by=s.by, at=s.at, why=text(f, "why")),
}
_PATTERNS = [(Pattern(template), build) for template, build in SENTENCES.items()]


def read_tournament_sentence(sentence: str) -> tuple[Build, Found]:
    """The command of a sentence; raises `SentenceError` if no pattern matches."""
    for pattern, build in _PATTERNS:
        found = pattern.match(sentence)
        if found is not None:
            return build, found
    verb = sentence.partition(" ")[0]
    near = [pattern.shown for pattern, _ in _PATTERNS if pattern.verb == verb]
    verbs = dict.fromkeys(pattern.verb for pattern, _ in _PATTERNS)
    right = f"Write: {' or: '.join(near)}." if near else nearest(verb, verbs)
    raise SentenceError(f"{shown(sentence)} is not a sentence of a tournament script", right)
