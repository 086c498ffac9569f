"""Every operation of the service and who may ask for it, from docs/protocol.md and the texts, never from the code.

Every new path or command must be listed here with its roles, or the tests fail.
"""

from __future__ import annotations

from collections.abc import Mapping

from croupier.terms.people import Role

R = Role
ALL = frozenset(Role)
HOUSE = frozenset({R.SUPERVISOR, R.KEY_MANAGER, R.ACCOUNTANT, R.SURVEILLANCE, R.REGULATOR})
STAFF = ALL - {R.PLAYER, R.DEVICE}
WATCHERS = frozenset({R.SUPERVISOR, R.SECURITY, R.KEY_MANAGER, R.SURVEILLANCE, R.REGULATOR})
EQUIPMENT = HOUSE | {R.DEALER, R.SECURITY, R.MAINTENANCE, R.SLOT_TECHNICIAN}
TECHNICIANS = frozenset({R.SLOT_TECHNICIAN, R.KEY_MANAGER})
TOURNAMENT_STORY = frozenset({R.DIRECTOR, R.KEY_MANAGER, R.REGULATOR, R.SURVEILLANCE})
KEYS, PIT, PLAYERS, DIRECTOR, CAGE = (
    frozenset({each}) for each in (R.KEY_MANAGER, R.SUPERVISOR, R.PLAYER, R.DIRECTOR, R.CASHIER)
)
NOBODY_TOO = None
"""Also open to people who have not signed in."""

PATHS: Mapping[str, frozenset[Role] | None] = {
    "GET /tables": NOBODY_TOO,
    "GET /tables/{number}": NOBODY_TOO,
    "GET /tables/{number}/rules": NOBODY_TOO,
    "POST /tables/{number}/dealing": frozenset({R.DEALER, R.SUPERVISOR}),
    "GET /tables/{number}/rounds": ALL,
    "GET /tables/{number}/play": PLAYERS,
    "GET /tables/{number}/results": NOBODY_TOO,
    "POST /tables/{number}/receipts": PLAYERS,
    "GET /receipts/{receipt}": NOBODY_TOO,
    "GET /verifier": NOBODY_TOO,
    "GET /policy": NOBODY_TOO,
    "GET /tables/{number}/correction": PIT,
    "GET /tables/{number}/log": EQUIPMENT,
    "GET /tables/{number}/prints": NOBODY_TOO,
    "GET /tables/{number}/prints/{thing}": NOBODY_TOO,
    "POST /tables/{number}/prints/{thing}": frozenset({R.SUPERVISOR, R.KEY_MANAGER, R.ACCOUNTANT, R.CASHIER}),
    "GET /waiting": HOUSE | {R.DEALER, R.CASHIER, R.SECURITY},
    "POST /vouchers": CAGE,
    "POST /vouchers/redeem": CAGE,
    "POST /vouchers/{number}/paper": CAGE,
    "GET /tables/{number}/wheel": HOUSE,
    "GET /tables/{number}/records": HOUSE,
    "GET /premises/records": HOUSE,
    "GET /tables/{number}/at/{version}": HOUSE,
    "GET /tables/{number}/bundle": HOUSE,
    "GET /tables/{number}/report": HOUSE,
    "GET /chain": HOUSE,
    "POST /chain": HOUSE,
    "GET /odds": NOBODY_TOO,
    "POST /backup": KEYS,
    "POST /session": NOBODY_TOO,
    "GET /session": NOBODY_TOO,
    "DELETE /session": ALL,
    "POST /session/unlock": ALL,
    "POST /session/password": ALL,
    "POST /session/active": ALL,
    "POST /session/language": ALL,
    "POST /session/challenge": NOBODY_TOO,
    "GET /session/keys": STAFF,
    "POST /session/keys": STAFF,
    "POST /session/keys/new": STAFF,
    "POST /session/keys/challenge": STAFF,
    "POST /session/keys/{id}/remove": STAFF,
    "POST /session/codes": STAFF,
    "POST /tickets": ALL,
    "GET /accounts": KEYS,
    "POST /accounts": KEYS,
    "POST /accounts/{name}/role": KEYS,
    "POST /accounts/{name}/details": KEYS,
    "POST /accounts/{name}/disable": KEYS,
    "POST /accounts/{name}/enable": KEYS,
    "POST /accounts/{name}/reset": KEYS,
    "POST /accounts/{name}/factor": KEYS,
    "POST /accounts/{name}/lift": KEYS,
    "POST /accounts/challenge": KEYS,
    "GET /favorites": PLAYERS,
    "POST /favorites": PLAYERS,
    "GET /terminals": TECHNICIANS,
    "POST /terminals/codes": TECHNICIANS,
    "POST /terminals/enroll": NOBODY_TOO,
    "POST /terminals/{id}/revoke": TECHNICIANS,
    "GET /alerts": WATCHERS,
    "POST /alerts/{id}/acknowledge": WATCHERS - {R.REGULATOR},
    "POST /program": WATCHERS,
    "GET /tournaments": NOBODY_TOO,
    "POST /tournaments": DIRECTOR,
    "GET /tournaments/{id}": NOBODY_TOO,
    "POST /tournaments/{id}/commands": frozenset(
        {R.DIRECTOR, R.DEALER, R.PLAYER, R.ACCOUNTANT, R.KEY_MANAGER, R.REGULATOR}
    ),
    "POST /tournaments/{id}/join": PLAYERS,
    "GET /tournaments/{id}/rules": NOBODY_TOO,
    "GET /tournaments/{id}/forms": TOURNAMENT_STORY | {R.ACCOUNTANT},
    "GET /tournaments/{id}/draws/{event}/{round}": NOBODY_TOO,
    "GET /tournaments/{id}/prints": NOBODY_TOO,
    "GET /tournaments/{id}/prints/{thing}": NOBODY_TOO,
    "POST /tournaments/{id}/prints/{thing}": frozenset({R.DIRECTOR, R.KEY_MANAGER, R.ACCOUNTANT}),
    "GET /tournaments/{id}/records": TOURNAMENT_STORY,
    "GET /tournaments/{id}/at/{version}": TOURNAMENT_STORY,
    "GET /tournament-books": ALL,
    "POST /tournament-checks": DIRECTOR,
    "GET /tournaments/{id}/people": DIRECTOR,
    "GET /tournaments/{id}/card": NOBODY_TOO,
    "GET /openapi.json": NOBODY_TOO,
}

DEALER = frozenset({R.DEALER})
PLAY = frozenset({R.PLAYER, R.DEALER})
ATTESTED = frozenset({R.DEALER, R.CASHIER, R.DEVICE})
WORKS = frozenset({R.KEY_MANAGER, R.MAINTENANCE, R.SLOT_TECHNICIAN, R.SUPERVISOR})
POSTS = frozenset({R.KEY_MANAGER, R.SUPERVISOR})

COMMANDS: Mapping[str, frozenset[Role]] = {
    **dict.fromkeys(("open-table", "close-table", "change-shift", "relieve-staff", "end-play", "inspect-ball"), PIT),
    **dict.fromkeys(("decide-irregularity", "observe-action", "decide-dispute", "correct-number"), PIT),
    **dict.fromkeys(("request-slip", "settle-claim", "give-second", "deny-second"), PIT),
    **dict.fromkeys(("take-seat", "leave-seat", "set-chips", "give-tip", "raise-dispute", "choose-in-prison"), PLAY),
    **dict.fromkeys(("place-wager", "move-wager", "take-down", "change-wagers", "rebet", "offer-verbal-wager"), PLAY),
    **dict.fromkeys(("buy-chips", "cash-out"), ATTESTED),
    **dict.fromkeys(("bring-chips", "color-up", "confirm-verbal-wager", "return-late-bet"), DEALER),
    **dict.fromkeys(("spin-ball", "spin-wheel", "call-no-more-bets", "announce-number", "call-no-spin"), DEALER),
    **dict.fromkeys(("report-irregularity", "carry-out-direction", "void-round", "place-crown", "move-fifths"), DEALER),
    **dict.fromkeys(("collect-losers", "pay-winners", "lift-crown"), DEALER),
    **dict.fromkeys(("prepare-slip", "accept-slip"), frozenset({R.CASHIER, R.DEALER})),
    "carry-slip": frozenset({R.SECURITY}),
    "void-slip": frozenset({R.SUPERVISOR, R.CASHIER}),
    "redeem-ticket": CAGE,
    "issue-coupons": CAGE,
    "count-drop": frozenset({R.ACCOUNTANT}),
    "inspect-table": frozenset({R.KEY_MANAGER, R.SECURITY, R.SUPERVISOR}),
    "adjust-wheel": WORKS,
    "replace-part": WORKS,
    "record-license": POSTS,
    "inspect-replacement": frozenset({R.REGULATOR}),
    "post-sign": POSTS,
    "remove-sign": POSTS,
}
AT_A_FELT: Mapping[str, frozenset[Role]] = {"buy-chips": DEALER, "cash-out": PLAY}
"""With physical chips, the dealer sells them and players carry them away."""

GAME = frozenset({R.DEALER, R.DIRECTOR})
OWN = frozenset({R.PLAYER, R.DIRECTOR})
TOURNAMENT_COMMANDS: Mapping[str, frozenset[Role]] = {
    **dict.fromkeys(("draft-tournament", "change-tournament", "file-rules", "open-registration"), DIRECTOR),
    **dict.fromkeys(("enter-player", "close-registration", "commit-draw", "reveal-draw", "record-card-draw"), DIRECTOR),
    **dict.fromkeys(("set-color-points", "start-round", "assign-table", "purchase-chips", "balance-tables"), DIRECTOR),
    **dict.fromkeys(("break-table", "correct-points", "reinstate-entry", "reopen-round", "decide-tie"), DIRECTOR),
    **dict.fromkeys(("end-round", "disqualify-player", "grant-split", "conclude-event", "reopen-event"), DIRECTOR),
    **dict.fromkeys(("pay-prize", "close-tournament", "cancel-tournament"), DIRECTOR),
    "find-unacceptable": frozenset({R.REGULATOR}),
    "add-nonce": PLAYERS,
    "follow-table": DEALER,
    **dict.fromkeys(("seat-entrant", "open-game", "settle-game", "void-game"), GAME),
    "wager-points": PLAY,
    **dict.fromkeys(("decline-purchase", "withdraw-entry", "refuse-split"), OWN),
    "redeem-chips": PLAY | DIRECTOR,
    **dict.fromkeys(("propose-split", "agree-to-split"), PLAYERS),
    "count-fees": frozenset({R.ACCOUNTANT, R.KEY_MANAGER}),
    "deposit-escrow": frozenset({R.DIRECTOR, R.KEY_MANAGER, R.ACCOUNTANT}),
}
