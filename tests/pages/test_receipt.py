"""The receipt page checks receipts by itself, with WebCrypto: what Python made is proved, and no changed byte is."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from croupier.journal.policy import WitnessPolicy
from croupier.records.receipt import make_receipt
from tests.accessibility import violations
from tests.journal.witnesses import policy_text
from tests.pages.house import House
from tests.records.test_receipts import ORIGIN, cosigned_day

EACH_BYTE = """async ([text, policy]) => {
  const { verifyReceipt } = await import('/static/core/proof.js');
  const bytes = new TextEncoder().encode(text);
  const believed = [];
  for (let at = 0; at < bytes.length; at += 1) {
    for (const mask of [1, 2, 32]) {
      const changed = Uint8Array.from(bytes);
      changed[at] ^= mask;
      try {
        await verifyReceipt(new TextDecoder('utf-8', { fatal: true }).decode(changed), policy);
        believed.push([at, mask]);
      } catch {}
    }
  }
  return believed;
}"""
TIMED = """async ([text, policy]) => {
  const { verifyReceipt } = await import('/static/core/proof.js');
  const began = performance.now();
  const proved = await verifyReceipt(text, policy);
  return [performance.now() - began, proved];
}"""


@pytest.fixture(scope="module")
def receipt() -> tuple[str, WitnessPolicy]:
    journal, policy = cosigned_day()
    return str(make_receipt(journal, 1, policy)), policy


def test_a_receipt_is_proved_in_the_browser_in_under_a_second(house: House, receipt: tuple[str, WitnessPolicy]) -> None:
    text, policy = receipt
    house.open("/static/css/tokens.css")
    took, proved = house.page.evaluate(TIMED, [text, policy.text])
    assert took < 1_000
    assert proved["origin"] == ORIGIN
    assert [each["name"] for each in proved["cosigned"]] == ["w1.example", "w2.example"]
    slip = proved["slip"]
    assert (slip["table"], slip["round"], slip["seat"], slip["number"]) == ("7", 1, 1, "1")
    assert [(each["wager"], each["winnings"]) for each in slip["wagers"]] == [("red", 500), ("17", 0)]


def test_no_changed_byte_is_accepted_in_the_browser(house: House, receipt: tuple[str, WitnessPolicy]) -> None:
    text, policy = receipt
    house.open("/static/css/tokens.css")
    assert house.page.evaluate(EACH_BYTE, [text, policy.text]) == []


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ("quorum none", "has not signed it"),
        ("", "names no quorum"),
        ("nonsense", "not a policy"),
        (policy_text(origin="other.example"), "has not signed it"),
        (policy_text(origin=ORIGIN).replace("w2.example", "w3.example"), "base64|does not match its id"),
    ],
)
def test_another_policy_is_not_met(house: House, receipt: tuple[str, WitnessPolicy], policy: str, words: str) -> None:
    house.open("/static/css/tokens.css")
    script = """async ([text, policy]) => {
      const { verifyReceipt } = await import('/static/core/proof.js');
      try { await verifyReceipt(text, policy); return ''; } catch (error) { return error.message; }
    }"""
    told = house.page.evaluate(script, [receipt[0], policy])
    assert any(each in told for each in words.split("|")), told


def test_the_page_asks_waits_checks_and_offers_the_file(house: House, receipt: tuple[str, WitnessPolicy]) -> None:
    text, policy = receipt
    house.signs_in("pat", "player")
    house.answers["POST /tables/7/receipts"] = (
        201,
        {"table": "7", "round": 1, "receipts": [{"receipt": 1, "nonce": "n"}]},
    )
    asked = iter(["waiting", "ready"])

    def answer(values: dict[str, str]) -> dict[str, object]:
        assert values == {"nonce": "n"}
        status = next(asked)
        return {"status": status, "proof": text if status == "ready" else None}

    house.answers["GET /receipts/1"] = answer
    house.answers["GET /policy"] = {"policy": policy.text}
    house.open("/receipt?table=7&round=1")
    expect(house.page.locator(".receipt h2")).to_have_text("Table 7, round 1, seat 1")
    expect(house.page.locator(".receipt .proved")).to_contain_text("2 of 2 witnesses")
    expect(house.page.locator(".receipt li").first).to_contain_text("red $5")
    with house.page.expect_download() as started:
        house.page.locator(".receipt a[download]").click()
    assert started.value.suggested_filename == "table-7-round-1.tlog-proof"
    assert started.value.path().read_text("utf-8") == text
    assert violations(house.page) == ""


def test_a_file_is_checked_and_a_changed_one_is_reported(house: House, receipt: tuple[str, WitnessPolicy]) -> None:
    text, policy = receipt
    house.answers["GET /policy"] = {"policy": "quorum none\n"}
    house.open("/receipt")
    files = {"name": "a.tlog-proof", "mimeType": "text/plain", "buffer": text.encode()}
    own = {"name": "house.policy", "mimeType": "text/plain", "buffer": policy.text.encode()}
    house.page.set_input_files("#file", files)  # type: ignore[arg-type]
    house.page.get_by_role("button", name="Check").click()
    expect(house.page.locator("#trouble")).to_contain_text("has not signed it")
    house.page.set_input_files("#policy", own)  # type: ignore[arg-type]
    house.page.get_by_role("button", name="Check").click()
    expect(house.page.locator(".receipt .proved")).to_contain_text("Proved")
    expect(house.page.locator("#trouble")).to_have_text("")
    for wrong in (text.replace("index 0", "index 1").encode() + b"x", b"\xff\xfe", b"x" * 100_000):
        house.page.set_input_files("#file", files | {"buffer": wrong})  # type: ignore[arg-type]
        house.page.get_by_role("button", name="Check").click()
        expect(house.page.locator("#trouble")).not_to_be_empty()
        expect(house.page.locator(".receipt")).to_have_count(0)
