"""Notes, cosignatures, policies and proofs: the examples in C2SP's texts, and every changed byte."""

from __future__ import annotations

import base64
import contextlib
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.journal.cosignature import Cosigned, cosign, cosignatures
from croupier.journal.inclusion import NotSealed, prove_heads, prove_record
from croupier.journal.note import (
    COSIGNATURE,
    ED25519,
    BadNote,
    BadVerifierKey,
    VerifierKey,
    add_signatures,
    check_signed,
    parse_head,
    parse_key,
    parse_note,
    parse_signatures,
    sign_note,
)
from croupier.journal.policy import WitnessPolicy, parse_policy
from croupier.journal.proof import BadLogProof, parse_proof
from croupier.journal.submission import BadSubmission, parse_submission
from croupier.terms.problem import Problems
from tests.journal.examples import KEY, ORIGIN, OTHER_KEY, example
from tests.journal.witnesses import THIRD_KEY, policy_of, vkey

DASH = "\N{EM DASH}"

# What follows stands in the texts of C2SP: signed-note, tlog-checkpoint, tlog-cosignature and tlog-witness.
NOTE_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
NOTE = f"""\
This is an example message.

{DASH} example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
"""
LOG_LINE = (
    f"{DASH} example.com/behind-the-sofa "
    "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
)
CHECKPOINT = f"""\
example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

{LOG_LINE}"""
COSIGNED = (
    f"{CHECKPOINT}{DASH} witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2o"
    "yin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n"
)
REQUEST = f"""\
old 20852014
PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=
5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=
/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=

{CHECKPOINT}{DASH} example.com/behind-the-sofa opLqBQsREYCgu6xQkYQwJr9fo45a62DN9EdmHXnZdXNqlcVGlCum2Wks+49/V6267UEjw6QUXTS5Rovnzv++qbSzm9Q=
"""  # noqa: E501
ANSWER = f"""\
{DASH} witness.example/w1 CMp+6LWBU0anHGH5aNDTJkH/gj79sG+T6+iP2ThYN5krrDJbR1HDnucjL39QsZTSvVjyQLrdk3DXDqI5G2HgLatVs0pWh6Up69HVOw==
{DASH} witness.example/w1 I7rEps0pvK2UqkS2gSpVUDhrhVtQV9lgF6pRrWAvjJHjyWpW7VcE3SiOlVlbQNt64vWhO+DlkL0+UfzuOBMh9ChdMkP1vi/lCAsmlw==
{DASH} witness.example/w2 AWui8Sk55XjYLOijihBjhqEH6nS1ndDymE0a+6idX7pLcnoB+dhnz0854aLZgrrKbYKA7nC3HNJhm/kWl7oJlqU3rXXvpysAdyP3wQ==
"""  # noqa: E501


def test_the_verifier_key_of_c2sp_verifies_its_note() -> None:
    key = parse_key(NOTE_KEY)
    assert (str(key), key.name, key.type) == (NOTE_KEY, "example.com/foo", ED25519)
    assert check_signed(parse_note(NOTE), (key,)) == key
    with pytest.raises(BadNote, match="does not match its text"):
        check_signed(parse_note(NOTE.replace("This", "Thiz")), (key,))
    with pytest.raises(BadNote, match="None of the trusted keys"):
        check_signed(parse_note(NOTE), ())


@pytest.mark.parametrize("text", [NOTE, CHECKPOINT, COSIGNED])
def test_the_notes_of_c2sp_are_read_and_written_alike(text: str) -> None:
    assert str(parse_note(text)) == text


def test_the_text_of_a_note_ends_at_its_last_blank_line() -> None:
    signature = parse_note(NOTE).signatures[0].line
    assert parse_note(f"Red on the left\n\nblack on the right\n\n{signature}").text == (
        "Red on the left\n\nblack on the right\n"
    )


def test_the_checkpoint_and_the_cosignature_of_c2sp_are_read() -> None:
    note = parse_note(COSIGNED)
    head = parse_head(note.text)
    assert (head.origin, head.size) == ("example.com/behind-the-sofa", 20_852_163)
    assert str(head) == note.text
    signature = note.signatures[1]
    assert int.from_bytes(signature.data[:8]) == 1_679_315_147, "the time that its signed message shows"
    assert len(signature.data) == 72


def test_the_request_and_the_answer_of_c2sp_are_read_and_written_alike() -> None:
    request = parse_submission(REQUEST.encode())
    assert (request.old, len(request.proof), len(request.note.signatures)) == (20_852_014, 4, 2)
    assert bytes(request) == REQUEST.encode()
    lines = parse_signatures(ANSWER)
    assert [each.name for each in lines] == ["witness.example/w1", "witness.example/w1", "witness.example/w2"]
    assert "".join(each.line for each in lines) == ANSWER


def test_the_policy_of_c2sp_is_met_by_two_of_x_and_one_of_y() -> None:
    def key(number: int) -> VerifierKey:
        return VerifierKey(f"w{number}", COSIGNATURE, bytes([number]) * 32)

    text = f"""
log {VerifierKey("log.example", ED25519, bytes(32))}

witness X1 {key(1)}
witness X2 {key(2)}
witness X3 {key(3)}
group X-witnesses 2 X1 X2 X3

witness Y1 {key(4)}
witness Y2 {key(5)}
witness Y3 {key(6)}
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
"""
    policy = parse_policy(text)
    for chosen in range(64):
        numbers = [number for number in range(1, 7) if chosen >> (number - 1) & 1]
        met = sum(number <= 3 for number in numbers) >= 2 and any(number > 3 for number in numbers)
        assert policy.met_by(tuple(Cosigned(key(number), 1) for number in numbers)) == met


LOG = str(VerifierKey(ORIGIN, ED25519, KEY.public))
W1, W2 = vkey("w1.example", OTHER_KEY), vkey("w2.example", THIRD_KEY)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is none"),
        ("quorum none\nquorum none", "second quorum"),
        ("quorum w1", "not a witness or group"),
        (f"witness w1 {W1}\nquorum w2", "w1"),
        (f"witness none {W1}\nquorum none", "is taken"),
        (f"witness w1 {W1}\nwitness w1 {W2}\nquorum w1", "is taken"),
        (f"witness w1 {W1}\nwitness w2 {W1}\nquorum w1", "named twice"),
        (f"log {W1}\nquorum none", "not the key of a log"),
        (f"witness w1 {LOG}\nquorum none", "not the key of a witness"),
        (f"witness w1 {W1} ftp://x\nquorum w1", "not an address"),
        (f"witness w1 {W1} http://x:99999999\nquorum w1", "not an address"),
        (f"witness w1 {W1}\ngroup g 2 w1\nquorum g", "2' of 1 cannot be met"),
        (f"witness w1 {W1}\ngroup g 0 w1\nquorum g", "cannot be met"),
        (f"witness w1 {W1}\ngroup g any w1\ngroup h any w1\nquorum h", "already a member"),
        (f"witness w1 {W1}\ngroup g any w1 w1\nquorum g", "already a member"),
        ("group g any g\nquorum g", "not a witness or group"),
        ("witness w1\nquorum none", "too few words"),
        ("witnesses w1\nquorum none", "not a keyword of a policy"),
        (
            "log example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k\nquorum none",
            "its id does not match",
        ),
        ("log nothing\nquorum none", "not a verifier key"),
        ("quorum none\r\n", "control characters"),
        ("#" * 70_000 + "\nquorum none", "longer than"),
    ],
)
def test_a_policy_that_is_wrong_says_where(text: str, words: str) -> None:
    with pytest.raises(Problems, match=words):
        parse_policy(text)


def test_every_problem_of_a_policy_is_reported_at_once() -> None:
    with pytest.raises(Problems) as caught:
        parse_policy("log nothing\nwitness w1 nothing\nquorum w9\nsomething")
    assert len(caught.value.problems) == 4


ANY_POLICY = st.text("logwitness group quorum none any all 12+/=#\n\t") | st.binary().map(lambda b: b.decode("latin-1"))


@given(ANY_POLICY)
def test_any_policy_is_read_or_reported(text: str) -> None:
    with contextlib.suppress(Problems):
        assert isinstance(parse_policy(text), WitnessPolicy)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "text\n",
        "text\n\n",
        f"text\n\n{DASH} name AAAAAAAA",
        f"text\n\n{DASH} name AAAAAA==\n",
        f"text\n\n{DASH} name AAAAAAA\n",
        f"text\n\n{DASH} na+me AAAAAAAA\n",
        f"text\n\n{DASH}  AAAAAAAA\n",
        "text\n\n- name AAAAAAAA\n",
        f"text\t\n\n{DASH} name AAAAAAAA\n",
        f"text\n\n{DASH} name AAAAAB==\n",
        "text\n\n" + f"{DASH} name AAAAAAAA\n" * 65,
        "t" * (1 << 20) + f"\n\n{DASH} name AAAAAAAA\n",
    ],
)  # fmt: skip
def test_a_malformed_note_is_reported(text: str) -> None:
    with pytest.raises(BadNote):
        parse_note(text)


def test_sixteen_signatures_and_more_are_read() -> None:
    assert len(parse_note("text\n\n" + f"{DASH} name AAAAAAAA\n" * 64).signatures) == 64


@pytest.mark.parametrize(
    "text",
    ["a\n1\n", "a\n01\n" + "A" * 43 + "=\n", "a\n-1\n" + "A" * 43 + "=\n", "\n1\n" + "A" * 43 + "=\n", "a\n1\nAAAA\n",
     "a\n1\n" + "A" * 43 + "=\n\n", f"a\n{1 << 63}\n" + "A" * 43 + "=\n", "a\n1\n" + "A" * 42 + "B=\n"],
)  # fmt: skip
def test_a_malformed_tree_head_is_reported(text: str) -> None:
    with pytest.raises(BadNote):
        parse_head(text)


def test_another_logs_extension_lines_and_spaces_are_read() -> None:
    head = parse_head("go.sum database tree\n1\n" + "A" * 43 + "=\nmore\n")
    assert (head.origin, head.extensions) == ("go.sum database tree", ("more",))


@pytest.mark.parametrize("text", ["", "a", "a+b", "a+00000000+AQ==", "a b+00000000+AQ==", NOTE_KEY + "=", NOTE_KEY[1:]])
def test_a_malformed_verifier_key_is_reported(text: str) -> None:
    with pytest.raises(BadVerifierKey):
        parse_key(text)


@pytest.mark.parametrize(
    "data",
    [b"", b"old 1\n", b"old 01\n\n" + CHECKPOINT.encode(), b"old 1\nAAAA\n\n" + CHECKPOINT.encode(), b"\xff",
     b"old 1\n" + (b"A" * 43 + b"=\n") * 64 + b"\n" + CHECKPOINT.encode(), b"old 1\n\nno checkpoint\n"],
)  # fmt: skip
def test_a_malformed_submission_is_reported(data: bytes) -> None:
    with pytest.raises(BadSubmission):
        parse_submission(data)


def changed(text: str) -> Iterator[str]:
    """The text with each byte changed, in a few ways, as far as it is still UTF-8; and with each byte left out."""
    data = text.encode()
    for at in range(len(data)):
        for mask in (0x01, 0x02, 0x04, 0x20, 0x80):
            try:
                yield (data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :]).decode()
            except UnicodeDecodeError:
                continue
        try:
            yield (data[:at] + data[at + 1 :]).decode()
        except UnicodeDecodeError:
            continue


@pytest.mark.slow
def test_every_changed_byte_of_a_cosigned_note_is_found() -> None:
    first, _ = example().checkpoints()
    lines = (cosign(first.note.text, "w1.example", OTHER_KEY, 9), cosign(first.note.text, "w2.example", THIRD_KEY, 9))
    note = str(add_signatures(first.note, lines))
    policy = parse_policy(f"log {LOG}\nwitness w1 {W1}\nwitness w2 {W2}\ngroup both all w1 w2\nquorum both")
    assert {each.time_s for each in policy.check(parse_note(note))} == {9}
    for bad in changed(note):
        with pytest.raises(BadNote):
            policy.check(parse_note(bad))


@pytest.mark.slow
def test_every_changed_byte_of_a_proof_is_found() -> None:
    journal = example()
    policy = policy_of(journal)
    text = str(prove_record(journal, "table/9", 2, policy))

    def check(text: str) -> None:
        proof = parse_proof(text)
        policy.check(proof.note)
        assert proof.record().version == 2

    check(text)
    for bad in changed(text):
        with pytest.raises((BadLogProof, BadNote)):
            check(bad)


def test_heads_are_proved_like_any_record_also_under_a_later_note() -> None:
    journal = example()
    policy = policy_of(journal, only=2)
    first, second = journal.checkpoints()
    proof = prove_heads(journal, first, policy)
    proof.check(first.statement.entry)
    assert (proof.index, proof.head) == (4, second.head)
    with pytest.raises(BadLogProof, match="proves nothing"):
        proof.check(second.statement.entry)
    with pytest.raises(BadLogProof, match="holds no record"):
        proof.record()


def test_what_is_not_sealed_or_cosigned_has_no_proof() -> None:
    journal = example(sealed=False)
    with pytest.raises(NotSealed, match="no checkpoint seals"):
        prove_record(journal, "table/7", 1)
    with pytest.raises(LookupError, match="no record 9"):
        prove_record(example(), "table/7", 9)
    lonely = example()
    with pytest.raises(NotSealed, match="quorum"):
        prove_record(lonely, "table/7", 1, policy_of(example()))


def test_a_cosignature_of_another_text_length_or_without_time_is_wrong() -> None:
    first, second = example().checkpoints()
    keys = (parse_key(W1),)
    good = cosign(first.note.text, "w1.example", OTHER_KEY, 9)
    assert cosignatures(add_signatures(first.note, (good,)), keys) == (Cosigned(keys[0], 9),)
    assert cosignatures(add_signatures(first.note, (good,)), ()) == ()
    for bad in (
        cosign(second.note.text, "w1.example", OTHER_KEY, 9),
        cosign(first.note.text, "w1.example", OTHER_KEY, 0),
        sign_note(first.note.text, "w1.example", OTHER_KEY).signatures[0],
    ):
        forged = type(good)(good.name, good.key_id, bad.data)
        with pytest.raises(BadNote, match="cosignature"):
            cosignatures(add_signatures(first.note, (forged,)), keys)


@pytest.mark.parametrize(
    "text", ["", "c2sp.org/tlog-proof@v1\n", "c2sp.org/tlog-proof@v1\nindex 01\n\n" + CHECKPOINT,
             "c2sp.org/tlog-proof@v1\nextra A\nindex 1\n\n" + CHECKPOINT, "c2sp.org/tlog-proof@v1\n\n" + CHECKPOINT,
             "c2sp.org/tlog-proof@v1\nindex 1\nAAAA\n\n" + CHECKPOINT, "c2sp.org/tlog-proof@v1\nindex 1\n\nx\n",
             "c2sp.org/tlog-proof@v1\nindex 1\n" + "A" * (2 << 20)],
)  # fmt: skip
def test_a_malformed_proof_is_reported(text: str) -> None:
    with pytest.raises(BadLogProof):
        parse_proof(text)


def test_a_proof_is_read_and_written_alike() -> None:
    extra = base64.b64encode(b"more").decode()
    for text in (
        f"c2sp.org/tlog-proof@v1\nindex 0\n\n{CHECKPOINT}",
        f"c2sp.org/tlog-proof@v1\nextra {extra}\nindex 7\n{'A' * 43}=\n\n{CHECKPOINT}",
    ):
        assert str(parse_proof(text)) == text
