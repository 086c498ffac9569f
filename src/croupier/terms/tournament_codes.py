"""Refusals of a tournament, in order of precedence."""

from __future__ import annotations

from enum import StrEnum


class TournamentCode(StrEnum):
    """Why a command of a tournament is refused."""

    TOURNAMENT_EXISTS = "tournament-exists"
    TOURNAMENT_UNKNOWN = "tournament-unknown"
    TOURNAMENT_OVER = "tournament-over"
    TOURNAMENT_BEGUN = "tournament-begun"
    EVENT_UNKNOWN = "event-unknown"
    ENTRY_UNKNOWN = "entry-unknown"
    ENTRY_OUT = "entry-out"
    TOURNAMENT_STEP_OUT_OF_ORDER = "tournament-step-out-of-order"
    RULES_NOT_FILED = "rules-not-filed"
    RULES_OTHER_THAN_PRINTED = "rules-other-than-printed"
    FILED_TOO_LATE = "filed-too-late"
    SCHEDULED_TOO_SOON = "scheduled-too-soon"
    RULES_UNACCEPTABLE = "rules-unacceptable"
    OUTSIDE_DAYS = "outside-days"
    ESCROW_MISSING = "escrow-missing"
    REGISTRATION_NOT_OPEN = "registration-not-open"
    RULES_NOT_HANDED = "rules-not-handed"
    NOT_QUALIFIED = "not-qualified"
    PLAYER_BARRED = "player-barred"
    ENTERED_ALREADY = "entered-already"
    RE_ENTRY_NOT_ALLOWED = "re-entry-not-allowed"
    EVENT_FULL = "event-full"
    LICENSEE_UNKNOWN = "licensee-unknown"
    ITEM_UNKNOWN = "item-unknown"
    VOUCHER_UNKNOWN = "voucher-unknown"
    VOUCHER_NOT_YOURS = "voucher-not-yours"
    VOUCHER_USED = "voucher-used"
    VOUCHER_OTHER_EVENT = "voucher-other-event"
    VOUCHER_NEEDED = "voucher-needed"
    REFUND_NOT_ALLOWED = "refund-not-allowed"
    ENTRANTS_TOO_FEW = "entrants-too-few"
    DRAW_NOT_COMMITTED = "draw-not-committed"
    DRAW_BROKEN = "draw-broken"
    BEACON_TOO_SOON = "beacon-too-soon"
    BEACON_WRONG = "beacon-wrong"
    SEATS_NOT_DRAWN = "seats-not-drawn"
    SEATS_WRONG = "seats-wrong"
    PLAYER_SUBSTITUTED = "player-substituted"
    PLAYER_NOT_SEATED = "player-not-seated"
    WAGER_FOR_ANOTHER = "wager-for-another"
    NOT_TOURNAMENT_CHIPS = "not-tournament-chips"
    CHIPS_NOT_ON_TABLE = "chips-not-on-table"
    WAGER_ABOVE_CAP = "wager-above-cap"
    POINTS_NOT_EQUAL_PARTS = "points-not-equal-parts"
    CHIPS_NOT_REDEEMED = "chips-not-redeemed"
    GAME_IN_PLAY = "game-in-play"
    GAME_NOT_IN_PLAY = "game-not-in-play"
    GAMES_PLAYED = "games-played"
    GAMES_LEFT = "games-left"
    PURCHASE_NOT_ALLOWED = "purchase-not-allowed"
    COLORS_IN_PLAY = "colors-in-play"
    COLORS_WRONG = "colors-wrong"
    TABLE_UNKNOWN = "table-unknown"
    TABLE_ASSIGNED = "table-assigned"
    TABLE_NOT_OPEN = "table-not-open"
    TABLE_NOT_FOLLOWED = "table-not-followed"
    GAME_AT_HOUSE_TABLE = "game-at-house-table"
    WAGERS_CLOSED = "wagers-closed"
    TABLES_TOO_FULL = "tables-too-full"
    CORRECTION_TOO_LATE = "correction-too-late"
    TIE_OPEN = "tie-open"
    TIE_NONE = "tie-none"
    SPLIT_NOT_ALLOWED = "split-not-allowed"
    SPLIT_NOT_CASH = "split-not-cash"
    SPLIT_WRONG_SUM = "split-wrong-sum"
    SPLIT_NOT_UNANIMOUS = "split-not-unanimous"
    SPLIT_PRESSURED = "split-pressured"
    PRIZE_UNKNOWN = "prize-unknown"
    PRIZE_PAID = "prize-paid"
    PRIZE_NOT_YOURS = "prize-not-yours"
    FEES_NOT_HELD = "fees-not-held"
    MONEY_LEFT = "money-left"


TOURNAMENT_REFUSAL_TEXT: dict[TournamentCode, str] = {
    TournamentCode.TOURNAMENT_EXISTS: "Tournament {id} already exists{clause}. Change it instead.",
    TournamentCode.TOURNAMENT_UNKNOWN: "There is no tournament here yet{clause}. Draft it first.",
    TournamentCode.TOURNAMENT_OVER: "The tournament is {stage}{clause}. It takes no more entries or play.",
    TournamentCode.TOURNAMENT_BEGUN: "{what}, so the rules can no longer change{clause}. {instead}",
    TournamentCode.EVENT_UNKNOWN: "There is no event {event}{clause}. The events are: {events}.",
    TournamentCode.ENTRY_UNKNOWN: "There is no entry {entry}{clause}. Check the list of entries.",
    TournamentCode.ENTRY_OUT: "Entry {entry} is {status}{clause}. Only an active entry can do this.",
    TournamentCode.TOURNAMENT_STEP_OUT_OF_ORDER: "This step is out of order: {phase}{clause}. Next comes {next}.",
    TournamentCode.RULES_NOT_FILED: (
        "The rules have not been filed with the local office{clause}. File the printed rules first."
    ),
    TournamentCode.RULES_OTHER_THAN_PRINTED: (
        "The filed rules have the digest {found}, the printed ones {expected}{clause}. File the printed rules."
    ),
    TournamentCode.FILED_TOO_LATE: (
        "The rules must be filed {least} hours ahead{clause}, not {hours}. Start at {earliest} or later."
    ),
    TournamentCode.SCHEDULED_TOO_SOON: (
        "The office received these rules on {filed}, but the first day is {first} and they must be filed {days} days "
        "ahead{clause}. Set the first day to {earliest} or later, and file those rules."
    ),
    TournamentCode.RULES_UNACCEPTABLE: (
        "The regulator found these rules unacceptable{clause}. Change them and file the new ones."
    ),
    TournamentCode.OUTSIDE_DAYS: (
        "{day} is not between {first} and {until}, the days of this tournament{clause}. Play on one of them."
    ),
    TournamentCode.ESCROW_MISSING: (
        "{amount} of prizes must be in escrow before this, and {has} is{clause}. Deposit the rest first."
    ),
    TournamentCode.REGISTRATION_NOT_OPEN: (
        "Registration for {event} is not open: it is {stage}{clause}. Enter the player in an event that takes entries."
    ),
    TournamentCode.RULES_NOT_HANDED: (
        "The written rules were not handed to {name}{clause}. Hand them over, and record it in the entry."
    ),
    TournamentCode.NOT_QUALIFIED: (
        "{name} is not recorded as meeting the criteria of this tournament ({criteria}){clause}. Check them first."
    ),
    TournamentCode.PLAYER_BARRED: "{name} was disqualified from this tournament{clause}. No further entry is taken.",
    TournamentCode.ENTERED_ALREADY: (
        "{name} has the active entry {entry} in this tournament{clause}. One player has one entry at a time."
    ),
    TournamentCode.RE_ENTRY_NOT_ALLOWED: (
        "{name} has used all re-entries{clause}: entries so far {count}, re-entries allowed {allowed}. "
        "No further entry is taken."
    ),
    TournamentCode.EVENT_FULL: "All {seats} seats of {event} are taken{clause}. No further entry is taken.",
    TournamentCode.LICENSEE_UNKNOWN: (
        "{licensee} does not conduct this tournament{clause}. Name one of its licensees: {licensees}."
    ),
    TournamentCode.ITEM_UNKNOWN: (
        "No cash value was set in advance for {item} as {what}{clause}. Take cash, or one of: {items}."
    ),
    TournamentCode.VOUCHER_UNKNOWN: (
        "This tournament did not issue voucher {voucher}{clause}. Refuse it, and collect the fee and the buy-in."
    ),
    TournamentCode.VOUCHER_NOT_YOURS: (
        "{name} did not win voucher {voucher}{clause}. Only the patron who won it may redeem it."
    ),
    TournamentCode.VOUCHER_USED: "Voucher {voucher} has been used or has lapsed{clause}. It cannot be used again.",
    TournamentCode.VOUCHER_OTHER_EVENT: "Voucher {voucher} is for {event}{clause}. Use it there.",
    TournamentCode.VOUCHER_NEEDED: "No voucher is named{clause}. Give its number, or pay another way.",
    TournamentCode.REFUND_NOT_ALLOWED: "{what}{clause}. The entry stays in the event.",
    TournamentCode.ENTRANTS_TOO_FEW: (
        "There are too few entries to play {event}{clause}: {count}. Wait for more, or cancel."
    ),
    TournamentCode.DRAW_NOT_COMMITTED: "No draw has been committed for {event}{clause}. Commit one first.",
    TournamentCode.DRAW_BROKEN: (
        "The seed is not the one that was committed{clause}. Reveal that one, or commit a new draw."
    ),
    TournamentCode.BEACON_TOO_SOON: (
        "{what}{clause}. Name a beacon that is published at least {seconds} seconds later, and reveal after it."
    ),
    TournamentCode.BEACON_WRONG: (
        "{what}{clause}. Name it as pulse-2.0, its certificate's SHA-512 and its time; reveal the pulse of that time."
    ),
    TournamentCode.SEATS_NOT_DRAWN: "The seats for this round have not been drawn{clause}. Draw them first.",
    TournamentCode.SEATS_WRONG: "{what}{clause}. Record one seat of the tournament's tables for each entry.",
    TournamentCode.PLAYER_SUBSTITUTED: (
        "This person is not {name}, who holds entry {entry}{clause}. Nobody may play in another player's place."
    ),
    TournamentCode.PLAYER_NOT_SEATED: (
        "{name} has not been seated{clause}. Check the player's identity, and seat the player."
    ),
    TournamentCode.WAGER_FOR_ANOTHER: (
        "Entry {entry} is {name}'s{clause}. No player wagers for another; a dealer may on that player's instruction."
    ),
    TournamentCode.NOT_TOURNAMENT_CHIPS: (
        "{stake} cannot be wagered in a tournament{clause}. Wager approved tournament chips."
    ),
    TournamentCode.CHIPS_NOT_ON_TABLE: (
        "Entry {entry} has {points} left of those on the table at the start of this game, not {asked}{clause}. "
        "Wager no more than that."
    ),
    TournamentCode.WAGER_ABOVE_CAP: (
        "A wager of {points} is above {cap}, the most in an initial round{clause}. Wager less."
    ),
    TournamentCode.POINTS_NOT_EQUAL_PARTS: (
        "{points} cannot be divided into {parts} equal wagers{clause}. Wager a multiple of {parts}."
    ),
    TournamentCode.CHIPS_NOT_REDEEMED: (
        "Tournament chips have no cash value and are never redeemed{clause}. They only rank the players."
    ),
    TournamentCode.GAME_IN_PLAY: "A game is open at table {table}{clause}. Settle it first.",
    TournamentCode.GAME_NOT_IN_PLAY: "No game is open at table {table}{clause}. Open one first.",
    TournamentCode.GAMES_PLAYED: "Table {table} has played every game of this round ({games}){clause}. End the round.",
    TournamentCode.GAMES_LEFT: "Table {table} has games left: {played} of {games} played{clause}. Play them first.",
    TournamentCode.PURCHASE_NOT_ALLOWED: "{what}{clause}. No chips are sold to entry {entry} now.",
    TournamentCode.COLORS_IN_PLAY: "A round is being played{clause}. Points of colors change between rounds only.",
    TournamentCode.COLORS_WRONG: "{what}{clause}. Give every color of the tournament chips its points.",
    TournamentCode.TABLE_UNKNOWN: (
        "There is no table {table} in this round of {event}{clause}. The tables are: {tables}."
    ),
    TournamentCode.TABLE_ASSIGNED: (
        "House table {place} is assigned to table {table} of {event}{clause}. Free it there, or assign another."
    ),
    TournamentCode.TABLE_NOT_OPEN: (
        "Table {table} is played at house table {place}, which is not open for {event}{clause}. "
        "Open it for the tournament first."
    ),
    TournamentCode.TABLE_NOT_FOLLOWED: (
        "Record {version} of house table {place} was already counted, or the table is not assigned{clause}. "
        "Assign it first."
    ),
    TournamentCode.GAME_AT_HOUSE_TABLE: (
        "Table {table} is played at house table {place}{clause}. The dealer announces and voids there."
    ),
    TournamentCode.WAGERS_CLOSED: "No more bets was called at table {table}{clause}. Wait for the next game.",
    TournamentCode.TABLES_TOO_FULL: "{what}{clause}. Continue at the tables as they are.",
    TournamentCode.CORRECTION_TOO_LATE: (
        "{what}{clause}. A count or an elimination is corrected until the next round starts."
    ),
    TournamentCode.TIE_OPEN: "Entries {entries} have equal points{clause}. Decide the tie by {rule} first.",
    TournamentCode.TIE_NONE: "{what}{clause}. Check the points.",
    TournamentCode.SPLIT_NOT_ALLOWED: "{what}{clause}. Play to the end.",
    TournamentCode.SPLIT_NOT_CASH: "{prizes} cannot be split{clause}. Only cash prizes can; play to the end.",
    TournamentCode.SPLIT_WRONG_SUM: "{what}{clause}. Divide exactly {amount} among the remaining players.",
    TournamentCode.SPLIT_NOT_UNANIMOUS: (
        "Entries {entries} have not agreed{clause}. Every remaining player agrees, or all play on."
    ),
    TournamentCode.SPLIT_PRESSURED: "{what}{clause}. The director does not permit it; play to the end.",
    TournamentCode.PRIZE_UNKNOWN: "There is no award {award}{clause}. Look at the list of awards.",
    TournamentCode.PRIZE_PAID: "Award {award} has been paid{clause}. It cannot be paid again.",
    TournamentCode.PRIZE_NOT_YOURS: "Award {award} is {name}'s{clause}. Pay it to that player.",
    TournamentCode.FEES_NOT_HELD: (
        "No cash from entry fees of {month} is waiting to be counted{clause}. Check the accounts."
    ),
    TournamentCode.MONEY_LEFT: "{what}{clause}. {instead}",
}
