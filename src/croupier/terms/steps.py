"""Refusals of a step at a table, in order of precedence."""

from __future__ import annotations

from enum import StrEnum


class StepCode(StrEnum):
    """Why a command is refused before its wager, if it has one, is looked at."""

    ROLE_NOT_ALLOWED = "role-not-allowed"
    CLOCK_WENT_BACK = "clock-went-back"
    TABLE_CLOSED = "table-closed"
    TABLE_OPEN = "table-open"
    RULES_CHANGED = "rules-changed"
    SEAT_UNKNOWN = "seat-unknown"
    SEAT_EMPTY = "seat-empty"
    SEAT_NOT_YOURS = "seat-not-yours"
    SEAT_TAKEN = "seat-taken"
    PLAYER_SEATED = "player-seated"
    SEAT_IN_PLAY = "seat-in-play"
    TEXT_MISSING = "text-missing"
    TEXT_TOO_LONG = "text-too-long"
    TEXT_NOT_PLAIN = "text-not-plain"
    BETS_CLOSED = "bets-closed"
    LAYOUT_LOCKED = "layout-locked"
    STEP_OUT_OF_ORDER = "step-out-of-order"
    DECISION_PENDING = "decision-pending"
    BALL_NOT_INSPECTED = "ball-not-inspected"
    SPIN_NOT_VALID = "spin-not-valid"
    NUMBER_UNKNOWN = "number-unknown"
    REVOLUTIONS_TOO_FEW = "revolutions-too-few"
    REASON_NOT_OPEN = "reason-not-open"
    CHOICE_OVER = "choice-over"
    CHOICE_PENDING = "choice-pending"
    FIFTHS_NOT_MOVED = "fifths-not-moved"
    NOTHING_TO_DO = "nothing-to-do"
    DISPUTE_UNKNOWN = "dispute-unknown"
    ROUND_UNKNOWN = "round-unknown"
    AMOUNT_NOT_POSITIVE = "amount-not-positive"
    VERBAL_NOT_ACCEPTED = "verbal-not-accepted"
    CHIPS_NOT_ACCEPTED = "chips-not-accepted"
    CHIPS_NOT_SET = "chips-not-set"
    CHIPS_IN_PLAY = "chips-in-play"
    COLOR_TAKEN = "color-taken"
    VALUE_COLOR_IN_USE = "value-color-in-use"
    TIP_WAGER_RESTRICTED = "tip-wager-restricted"
    WAGER_NOT_STANDING = "wager-not-standing"
    WAGER_IMPRISONED = "wager-imprisoned"
    STACK_TOO_SMALL = "stack-too-small"


AFTER_THE_WAGER = (
    StepCode.VALUE_COLOR_IN_USE,
    StepCode.TIP_WAGER_RESTRICTED,
    StepCode.WAGER_NOT_STANDING,
    StepCode.WAGER_IMPRISONED,
    StepCode.STACK_TOO_SMALL,
)
"""What is asked once the wager itself is known to be lawful: what it meets at the table."""

STEP_WORDS: dict[StepCode, str] = {
    StepCode.ROLE_NOT_ALLOWED: "The role of {who} may not {what}{clause}. It is for: {allowed}.",
    StepCode.CLOCK_WENT_BACK: "The time {at} is before {last}, when the table last changed{clause}. Set the clock.",
    StepCode.TABLE_CLOSED: "The table is closed{clause}. A supervisor opens it.",
    StepCode.TABLE_OPEN: "The table is open{clause}. Close it first.",
    StepCode.RULES_CHANGED: "The table was opened under other rules{clause}. Close it and open it under the new ones.",
    StepCode.SEAT_UNKNOWN: "There is no seat {seat}{clause}. The seats are 1 to {seats}.",
    StepCode.SEAT_EMPTY: "Nobody sits at seat {seat}{clause}. Take the seat first.",
    StepCode.SEAT_NOT_YOURS: "Seat {seat} is another player's{clause}. Play at your own seat.",
    StepCode.SEAT_TAKEN: "Seat {seat} is taken{clause}. Choose another seat.",
    StepCode.PLAYER_SEATED: "{player} sits at seat {seat} already{clause}. Leave that seat first.",
    StepCode.SEAT_IN_PLAY: "Players still have {left} at the table{clause}. Settle, color up and cash out first.",
    StepCode.TEXT_MISSING: "The {what} is missing{clause}. Say it in words.",
    StepCode.TEXT_TOO_LONG: "The {what} has {length} characters, more than {most}{clause}. Say it in fewer.",
    StepCode.TEXT_NOT_PLAIN: (
        "The {what} holds {character}, which cannot be seen or changes how the rest is read{clause}. Write it without."
    ),
    StepCode.BETS_CLOSED: "No more bets: {stake} on {spot} came late and goes back{clause}. Bet on the next spin.",
    StepCode.LAYOUT_LOCKED: (
        "Nothing on the layout may be touched until winners are paid and the crown is lifted{clause}. Wait for it."
    ),
    StepCode.STEP_OUT_OF_ORDER: "{step} does not come now: the round is at {phase}{clause}. Next comes {next}.",
    StepCode.DECISION_PENDING: "An irregularity waits for the pit supervisor{clause}. The supervisor decides it first.",
    StepCode.BALL_NOT_INSPECTED: (
        "The ball left the wheel{clause}. The pit supervisor inspects it before it goes back."
    ),
    StepCode.SPIN_NOT_VALID: "This spin is not valid: {reason}{clause}. Call no spin.",
    StepCode.NUMBER_UNKNOWN: "{number} is no compartment of this wheel{clause}. Look again and enter what it shows.",
    StepCode.REVOLUTIONS_TOO_FEW: "{revolutions} revolutions are fewer than {least}{clause}. Call no spin.",
    StepCode.REASON_NOT_OPEN: "{reason} is no reason for no spin here{clause}. {instead}",
    StepCode.CHOICE_OVER: "There is nothing to choose for {spot} now{clause}. The table goes on.",
    StepCode.CHOICE_PENDING: (
        "{count} wagers wait for their players' choice{clause}. Wait for them or for the time to end."
    ),
    StepCode.FIFTHS_NOT_MOVED: (
        "A fifth of each winning five-adjacent wager has yet to be moved to the number's box{clause}. Move it first."
    ),
    StepCode.NOTHING_TO_DO: "There is nothing to {what}{clause}. Go on.",
    StepCode.DISPUTE_UNKNOWN: "There is no open dispute {dispute}{clause}. Look at the list of disputes.",
    StepCode.ROUND_UNKNOWN: "Round {round} is not one that this concerns{clause}. {instead}",
    StepCode.AMOUNT_NOT_POSITIVE: "{amount} is not an amount to {what}{clause}. Give more than nothing.",
    StepCode.VERBAL_NOT_ACCEPTED: "Verbal wagers are not accepted here{clause}. Buy chips and place them.",
    StepCode.CHIPS_NOT_ACCEPTED: "{chips} chips are not accepted for this here{clause}. Use {instead}.",
    StepCode.CHIPS_NOT_SET: (
        "Seat {seat} has no chips of its own color and value yet{clause}. Set the color and the value first."
    ),
    StepCode.CHIPS_IN_PLAY: "Seat {seat} has chips of its color in play{clause}. Color them up first.",
    StepCode.COLOR_TAKEN: "Chips in {color} are {owner}{clause}. Choose another color.",
    StepCode.VALUE_COLOR_IN_USE: (
        "Seat {owner} has {color} value chips on an inside bet of this spin{clause}. Bet outside or with other chips."
    ),
    StepCode.TIP_WAGER_RESTRICTED: "A tip wager of {stake} breaks the posted restriction{clause}. {posted}",
    StepCode.WAGER_NOT_STANDING: "Seat {seat} has no {stake} in such chips on {spot}{clause}. Look at the layout.",
    StepCode.WAGER_IMPRISONED: "The wager on {spot} is in prison{clause}. It stays for the next spin.",
    StepCode.STACK_TOO_SMALL: "Seat {seat} has {has} in such chips, not {amount}{clause}. Ask for less or buy chips.",
}
