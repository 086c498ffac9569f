"""Refusals of a command at a table, in order of precedence."""

from __future__ import annotations

from enum import StrEnum


class CommandRefusalCode(StrEnum):
    """Why a command is refused, apart from the wager it may carry."""

    ROLE_NOT_ALLOWED = "role-not-allowed"
    DEALER_NOT_IN_CHARGE = "dealer-not-in-charge"
    SUPERVISOR_NOT_ON_SHIFT = "supervisor-not-on-shift"
    MESSAGE_REPEATED = "message-repeated"
    DEALER_MAY_NOT_PLAY = "dealer-may-not-play"
    CLOCK_WENT_BACK = "clock-went-back"
    TABLE_CLOSED = "table-closed"
    TABLE_OPEN = "table-open"
    RULES_CHANGED = "rules-changed"
    RULES_NOT_IN_FORCE = "rules-not-in-force"
    TOURNAMENT_NOT_IN_TEXT = "tournament-not-in-text"
    TOURNAMENT_TABLE = "tournament-table"
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
    CORRECTION_PENDING = "correction-pending"
    PLAY_ENDED = "play-ended"
    CHECK_MISSING = "check-missing"
    GAME_OPEN = "game-open"
    PLACE_NOT_APPROVED = "place-not-approved"
    LICENSE_NOT_RECORDED = "license-not-recorded"
    TABLE_NOT_INSPECTED = "table-not-inspected"
    CHECK_FAILED = "check-failed"
    PART_NOT_INSPECTED = "part-not-inspected"
    SIGN_NOT_POSTED = "sign-not-posted"
    SIGN_OUTDATED = "sign-outdated"
    SIGN_NOT_APPROVED = "sign-not-approved"
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
    FLOAT_TOO_SMALL = "float-too-small"
    SAME_PERSON = "same-person"
    SLIP_UNKNOWN = "slip-unknown"
    SLIP_DIFFERS = "slip-differs"
    TICKET_UNKNOWN = "ticket-unknown"
    COUPON_UNKNOWN = "coupon-unknown"
    CLAIM_UNKNOWN = "claim-unknown"
    SECOND_UNKNOWN = "second-unknown"


AFTER_THE_WAGER = (
    CommandRefusalCode.VALUE_COLOR_IN_USE,
    CommandRefusalCode.TIP_WAGER_RESTRICTED,
    CommandRefusalCode.WAGER_NOT_STANDING,
    CommandRefusalCode.WAGER_IMPRISONED,
    CommandRefusalCode.STACK_TOO_SMALL,
)
"""Checked after the wager itself is allowed: conflicts with what is already at the table."""

COMMAND_REFUSAL_TEXT: dict[CommandRefusalCode, str] = {
    CommandRefusalCode.ROLE_NOT_ALLOWED: "The role {who} may not {what}{clause}. Allowed: {allowed}.",
    CommandRefusalCode.DEALER_NOT_IN_CHARGE: (
        "{who} is not in charge of this table: {dealer} deals{clause}. The pit supervisor relieves the dealer first."
    ),
    CommandRefusalCode.SUPERVISOR_NOT_ON_SHIFT: (
        "{who} is not on shift at this table: {supervisor} supervises{clause}. Relieve {supervisor} first."
    ),
    CommandRefusalCode.MESSAGE_REPEATED: (
        "Message {counter} of {device} is not newer than {last}, the last one received{clause}. "
        "Continue counting from there."
    ),
    CommandRefusalCode.DEALER_MAY_NOT_PLAY: (
        "{player} deals at this table, and a dealer may not sit or bet there{clause}. Name another person."
    ),
    CommandRefusalCode.CLOCK_WENT_BACK: (
        "The time {at} is before {last}, when the table last changed{clause}. Set the clock."
    ),
    CommandRefusalCode.TABLE_CLOSED: "The table is closed{clause}. A supervisor opens it.",
    CommandRefusalCode.TABLE_OPEN: "The table is open{clause}. Close it first.",
    CommandRefusalCode.RULES_CHANGED: (
        "The table was opened under other rules{clause}. Close it; the next start opens it under the new ones."
    ),
    CommandRefusalCode.RULES_NOT_IN_FORCE: (
        "The rulebook {book} ({validity}) is not in force on {day}{clause}. "
        "Open the table under the text of that day, or set plays_day to play a past day."
    ),
    CommandRefusalCode.TOURNAMENT_NOT_IN_TEXT: (
        "{book} has no rules for tournaments{clause}. Open the table for play with money."
    ),
    CommandRefusalCode.TOURNAMENT_TABLE: (
        "The table is open for the tournament {tournament}, where only tournament chips are wagered{clause}. {instead}"
    ),
    CommandRefusalCode.SEAT_UNKNOWN: "There is no seat {seat}{clause}. The seats are 1 to {seats}.",
    CommandRefusalCode.SEAT_EMPTY: "Nobody sits at seat {seat}{clause}. Take the seat first.",
    CommandRefusalCode.SEAT_NOT_YOURS: "Seat {seat} belongs to another player{clause}. Play at your own seat.",
    CommandRefusalCode.SEAT_TAKEN: "Seat {seat} is taken{clause}. Choose another seat.",
    CommandRefusalCode.PLAYER_SEATED: "{player} already sits at seat {seat}{clause}. Leave that seat first.",
    CommandRefusalCode.SEAT_IN_PLAY: (
        "Players still have {left} at the table{clause}. Settle, color up and cash out first."
    ),
    CommandRefusalCode.TEXT_MISSING: "The {what} is missing{clause}. Enter it.",
    CommandRefusalCode.TEXT_TOO_LONG: "The {what} has {length}, and {most} are allowed{clause}. Shorten it.",
    CommandRefusalCode.TEXT_NOT_PLAIN: (
        "The {what} contains {character}, which is invisible or changes how the rest is read{clause}. Remove it."
    ),
    CommandRefusalCode.BETS_CLOSED: ("No more bets: {stake} on {spot} came too late{clause}. Bet on the next spin."),
    CommandRefusalCode.LAYOUT_LOCKED: (
        "Nothing on the layout may be touched until winners are paid and the crown is lifted{clause}. Wait until then."
    ),
    CommandRefusalCode.STEP_OUT_OF_ORDER: "{step} is out of order: {phase}{clause}. Next comes {next}.",
    CommandRefusalCode.DECISION_PENDING: "An irregularity is open{clause}. Next comes {next}.",
    CommandRefusalCode.CORRECTION_PENDING: "The correction to {number} is open{clause}. Next comes {next}.",
    CommandRefusalCode.PLAY_ENDED: ("Play has ended at this table; there are no more spins{clause}. Close the table."),
    CommandRefusalCode.LICENSE_NOT_RECORDED: (
        "{name} is not on record as {role} with this license{clause}. "
        "A key manager or a pit supervisor records the license first."
    ),
    CommandRefusalCode.CHECK_MISSING: "The inspection does not cover: {check}{clause}. Check it and record the result.",
    CommandRefusalCode.GAME_OPEN: (
        "A wheel on the floor may not be adjusted while the game is open{clause}. "
        "Close the table, or move the wheel to the approved secure place."
    ),
    CommandRefusalCode.PLACE_NOT_APPROVED: (
        "No secure place is approved for adjusting this wheel{clause}. Adjust it at the closed table."
    ),
    CommandRefusalCode.TABLE_NOT_INSPECTED: (
        "Table and wheel have not been inspected {since}{clause}. "
        "A key manager, a member of security or a pit supervisor inspects them first."
    ),
    CommandRefusalCode.CHECK_FAILED: (
        "The last inspection found {found}{clause}. {remedy}, then inspect the table again."
    ),
    CommandRefusalCode.PART_NOT_INSPECTED: (
        "A part of a wheel with external movable parts was replaced: {parts}{clause}. "
        "The Director or a designee inspects it first."
    ),
    CommandRefusalCode.SIGN_NOT_POSTED: (
        "This sign is not on record as posted: {sign}{clause}. Print it, post it, and record where it hangs."
    ),
    CommandRefusalCode.SIGN_OUTDATED: (
        "The posted sign does not match the current rules: {sign}{clause}. "
        "Print it again (code {code}) and post the new one."
    ),
    CommandRefusalCode.SIGN_NOT_APPROVED: (
        "The sign is not approved as posted: {sign}, {why}{clause}. Have it approved, and name the approval."
    ),
    CommandRefusalCode.BALL_NOT_INSPECTED: (
        "The ball left the wheel{clause}. The pit supervisor inspects it before it goes back."
    ),
    CommandRefusalCode.SPIN_NOT_VALID: "This spin is not valid: {reason}{clause}. Call no spin.",
    CommandRefusalCode.NUMBER_UNKNOWN: (
        "{number} is not a compartment of this wheel{clause}. Check the wheel and enter what it shows."
    ),
    CommandRefusalCode.REVOLUTIONS_TOO_FEW: "The spin made {revolutions}, fewer than {least}{clause}. Call no spin.",
    CommandRefusalCode.REASON_NOT_OPEN: "{reason} is not a reason to call no spin here{clause}. {instead}",
    CommandRefusalCode.CHOICE_OVER: "There is no choice to make for {spot} now{clause}. Play continues.",
    CommandRefusalCode.CHOICE_PENDING: (
        "Players have yet to choose for {count}{clause}. Wait for the players or for the time limit."
    ),
    CommandRefusalCode.FIFTHS_NOT_MOVED: (
        "A fifth of each winning five-adjacent wager must move to the number's box{clause}. Move it first."
    ),
    CommandRefusalCode.NOTHING_TO_DO: "There is nothing to {what}{clause}. Continue.",
    CommandRefusalCode.DISPUTE_UNKNOWN: "There is no open dispute {dispute}{clause}. Check the list of disputes.",
    CommandRefusalCode.ROUND_UNKNOWN: "This does not apply to round {round}{clause}. {instead}",
    CommandRefusalCode.AMOUNT_NOT_POSITIVE: "{amount} is not an amount to {what}{clause}. Enter more than zero.",
    CommandRefusalCode.VERBAL_NOT_ACCEPTED: "Verbal wagers are not accepted here{clause}. Buy chips and place them.",
    CommandRefusalCode.CHIPS_NOT_ACCEPTED: "{chips} chips are not accepted for this here{clause}. Use {instead}.",
    CommandRefusalCode.CHIPS_NOT_SET: (
        "Seat {seat} has no chips of its own color and value yet{clause}. Set the color and the value first."
    ),
    CommandRefusalCode.CHIPS_IN_PLAY: "Seat {seat} has chips of its color in play{clause}. Color them up first.",
    CommandRefusalCode.COLOR_TAKEN: "Chips in {color} are {owner}{clause}. Choose another color.",
    CommandRefusalCode.VALUE_COLOR_IN_USE: (
        "Seat {owner} has {color} value chips on an inside bet of this spin{clause}. Bet outside or with other chips."
    ),
    CommandRefusalCode.TIP_WAGER_RESTRICTED: "A tip wager of {stake} breaks the posted restriction{clause}. {posted}",
    CommandRefusalCode.WAGER_NOT_STANDING: (
        "Seat {seat} does not have {stake} in these chips on {spot}{clause}. Check the layout."
    ),
    CommandRefusalCode.WAGER_IMPRISONED: "The wager on {spot} is in prison{clause}. It stays for the next spin.",
    CommandRefusalCode.STACK_TOO_SMALL: (
        "Seat {seat} has {has} in these chips, not {amount}{clause}. Ask for less or buy chips."
    ),
    CommandRefusalCode.FLOAT_TOO_SMALL: ("The float holds {has}, not {amount}{clause}. Have a fill brought first."),
    CommandRefusalCode.SAME_PERSON: (
        "{who} has already taken part in this{clause}. Another person must do the next step."
    ),
    CommandRefusalCode.SLIP_UNKNOWN: "Slip {slip} is not waiting for this{clause}. {instead}",
    CommandRefusalCode.SLIP_DIFFERS: (
        "Slip {slip} is for {amount}, but {counted} was counted{clause}. Count again, or void the slip."
    ),
    CommandRefusalCode.TICKET_UNKNOWN: (
        "Ticket {ticket} is not an unpaid ticket of this table for {amount}{clause}. Call the cage."
    ),
    CommandRefusalCode.COUPON_UNKNOWN: (
        "Coupon {serial} for {face} was not issued for this table, or has been used{clause}. Call a cashier."
    ),
    CommandRefusalCode.CLAIM_UNKNOWN: (
        "No claim of {amount} or more is open for {player}{clause}. Check the list of claims."
    ),
    CommandRefusalCode.SECOND_UNKNOWN: (
        "No request {request} waits for a second person{clause}. Check the list of requests."
    ),
}

COMMAND_WORDS: dict[str, str] = {
    "inspect-table": "the inspection of table and wheel",
    "inspect-replacement": "the Director's inspection of the wheel",
    "record-license": "recording a license",
    "post-sign": "posting a sign",
    "remove-sign": "taking down a sign",
    "adjust-wheel": "adjusting the wheel",
    "replace-part": "replacing a part of the wheel",
    "open-table": "opening the table",
    "close-table": "closing the table",
    "change-shift": "a change of shift",
    "relieve-staff": "a relief",
    "spin-ball": "spinning the ball",
    "spin-wheel": "spinning the wheel",
    "call-no-more-bets": "no more bets",
    "call-no-spin": "no spin",
    "inspect-ball": "the pit supervisor's inspection of the ball",
    "announce-number": "announcing the number",
    "decide-irregularity": "the pit supervisor's decision",
    "carry-out-direction": "carrying out the pit supervisor's direction",
    "observe-action": "the pit supervisor's observation that it was done",
    "void-round": "voiding the round",
    "end-play": "the end of play",
    "place-crown": "placing the crown",
    "move-fifths": "moving a fifth of each winning five-adjacent wager",
    "collect-losers": "collecting losers",
    "pay-winners": "paying winners",
    "lift-crown": "lifting the crown",
    "correct-number": "correcting a number",
}
"""The name of each command, by tag, in refusals and on consoles."""

PHASE_WORDS: dict[str, str] = {
    "closed": "the table is closed",
    "betting": "bets are open",
    "in-track": "the ball is in the track",
    "no-more-bets": "no more bets was called",
    "spinning": "the spin is under way",
    "at-rest": "the number was announced",
    "crowned": "the crown is on the number",
    "collected": "losers are collected",
    "paid": "winners are paid",
}
"""Where a round stands, as a clause of a sentence."""
