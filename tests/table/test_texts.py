"""Texts that people type at a table: what is kept for years still reads as written."""

from __future__ import annotations

import unicodedata

import pytest

from croupier.table import command as c
from croupier.table import money_command as m
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.people import Actor, Role
from croupier.terms.text import stray
from tests.table.playing import BOSS, CASHIER, DEALER, Play

HONEST = [
    "Zoë Ångström-O’Neill",
    "می\u200cکنم",  # Persian is written with the non-joiner
    "क्\u200dष",  # and Hindi with the joiner
    "👩🏽\u200d🚀 said black",
    "❤\ufe0f",
    "葛\U000e0100城",  # a Japanese name with its variant
    "שלום, 17 please",
    "100 €\u00a0– “no”",
]


@pytest.mark.parametrize("text", HONEST)
def test_honest_texts_of_every_script_are_kept(text: str) -> None:
    assert stray(text) == ""


def test_no_control_or_direction_character_passes() -> None:
    """Every character that Unicode calls a control, a separator of lines or a mark of direction."""
    joiners = {"\u200c", "\u200d"}
    for char in map(chr, range(0x110000)):
        turns = unicodedata.bidirectional(char) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
        if turns or unicodedata.category(char) in ("Cc", "Zl", "Zp", "Cs", "Co"):
            assert stray(f"é{char}é"), hex(ord(char))
        elif unicodedata.category(char) in ("Lu", "Nd", "Sc", "Ll"):
            assert not stray(f"é{char}é"), hex(ord(char))
    assert not any(stray(f"é{char}é") for char in joiners)


@pytest.mark.parametrize(
    "text",
    ["\u200dana", "ana\u200d", "a\u200cn", "é\u200d\u200dé", "\u200b", "\ufeffana", "\u3164", "a\u00adb", "\U000e0061"],
)
def test_what_cannot_be_seen_makes_no_second_name(text: str) -> None:
    """A joiner joins two characters of the scripts that need it; it does not make another `ana`."""
    assert stray(text)


def refused(play: Play, by: Actor, kind: type[c.Command], **fields: object) -> tuple[CommandRefusalCode, object]:
    refusal = play.refused(by, kind, **fields)
    assert isinstance(refusal.code, CommandRefusalCode)
    return refusal.code, refusal.facts.get("character")


def test_every_text_of_a_command_is_looked_at() -> None:
    play = Play("sd")
    turned = ("text-not-plain", "U+202E RIGHT-TO-LEFT OVERRIDE")
    assert refused(play, DEALER, c.ReportIrregularity, what="\u202ex") == turned
    assert refused(play, BOSS, c.InspectBall, fit=True, note="fine\u202e") == turned
    assert refused(play, BOSS, c.DecideDispute, dispute=1, decision="\u202e", why="x") == turned
    assert refused(play, BOSS, c.DecideDispute, dispute=1, decision="x", why="\u202e") == turned
    assert refused(play, CASHIER, m.RedeemTicket, ticket="17\u202e") == turned
    assert refused(play, DEALER, c.TakeSeat, seat=2, player="bo\u202eb") == turned
    play.sit(1)
    assert refused(play, DEALER, c.PlaceWager, seat=1, spot="\u202e17", stake=100) == turned
    opening = {"dealer": "ana\x00", "supervisor": "sue", "float_count": 100}
    assert refused(Play("sd", opened=False), BOSS, c.OpenTable, **opening) == ("text-not-plain", "U+0000")


def test_what_somebody_tells_may_have_lines_and_a_name_may_not() -> None:
    play = Play("sd")
    assert refused(play, DEALER, c.TakeSeat, seat=2, player="bob\nann") == ("text-not-plain", "U+000A")
    assert refused(play, CASHIER, m.RedeemTicket, ticket="1\n2") == ("text-not-plain", "U+000A")
    assert refused(play, DEALER, c.ReportIrregularity, what="one\r\ntwo") == ("text-not-plain", "U+000D")
    play.does(DEALER, c.ReportIrregularity, what="The ball is chipped.\nIt was dropped.")


def test_a_player_is_told_what_to_write_without() -> None:
    refusal = Play("sd").refused(Actor("dora", Role.DEALER), c.ReportIrregularity, what="a\u202eb")
    assert refusal.message.startswith("The text contains U+202E RIGHT-TO-LEFT OVERRIDE, which is invisible or changes")
    assert refusal.message.endswith("Remove it.")
