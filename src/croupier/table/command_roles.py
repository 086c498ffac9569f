"""Roles that may give the commands of a table."""

from __future__ import annotations

from croupier.terms.people import Role

DEALER = (Role.DEALER,)
PIT = (Role.SUPERVISOR,)
CAGE = (Role.CASHIER,)
PLAY = (Role.PLAYER, Role.DEALER)
"""A player, or a dealer on the player's instruction."""
ATTESTED = (Role.DEALER, Role.CASHIER, Role.DEVICE)
"""Who may vouch for money that enters or leaves; a player may not."""
