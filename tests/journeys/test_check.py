"""The page that checks proofs by itself, in a browser: against Python's proofs of trees of every shape."""

import pytest

from games.log.tree import signed_checkpoints
from games.log.tree.checkpoints import Checkpoint, sign_note
from games.receipts.proving import find_event, pack_proof, proof_text
from tests.builders import NOW, a_tournament, pair
from tests.games.sample import count

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def told(page):
    """The sentences that are shown, by their names."""
    shown = page.locator("#check [data-say]:visible")
    shown.first.wait_for()
    return {shown.nth(at).get_attribute("data-say") for at in range(shown.count())}


def checked(page, text):
    page.evaluate("for (const one of document.querySelectorAll('[data-say]')) one.hidden = true")
    page.get_by_label("Proof or checkpoint").fill(text)
    page.get_by_role("button", name="Check").click()
    return told(page)


def test_a_receipt_is_checked_offline_by_its_code(page):
    row = a_tournament(players=4)
    pair(row, 1)
    head = signed_checkpoints.sign_checkpoint(NOW)
    text = proof_text(find_event("3"), NOW)
    page.goto(f"/log/check/#{pack_proof(text)}")
    assert told(page) == {"included", "signed", "first", "line"}
    page.context.set_offline(True)
    assert checked(page, text) == {"included", "signed", "known", "line"}
    assert checked(page, text.replace("index 2", "index 3")) == {"elsewhere", "signed", "known", "line"}
    assert checked(page, text.replace("\n\nnigiri/test\n", "\n\nnigiri/text\n")) == {
        "included",
        "forged",
        "line",
    }
    assert checked(page, "nonsense") == {"unreadable"}
    assert checked(page, head.note) == {"signed", "known"}
    page.context.set_offline(False)


def test_each_head_is_compared_with_the_one_before(page):
    page.goto("/log/check/")
    heads = []
    for more in (1, 1, 1, 2, 3, 5, 4, 60):
        count("game-1", *range(more))
        heads.append(signed_checkpoints.sign_checkpoint(NOW).note)
    assert checked(page, heads[0]) == {"signed", "first"}
    for note in heads[1:]:
        assert checked(page, note) == {"signed", "continued"}
    assert checked(page, heads[3]) == {"signed", "continued"}


@pytest.mark.parametrize("size", [4, 3])
def test_two_heads_that_contradict_each_other_are_shown_side_by_side(page, size):
    count("game-1", 1, 2, 3, 4)
    honest = signed_checkpoints.sign_checkpoint(NOW)
    another = Checkpoint(
        origin=signed_checkpoints.log_signer().name, size=size, root=b"another log, of other events...!"
    )
    other = str(sign_note(another.text, signed_checkpoints.log_signer()))
    page.goto("/log/check/")
    assert checked(page, other) == {"signed", "first"}
    assert checked(page, honest.note) == {"signed", "split"}
    assert [line.strip() for line in page.locator("#check pre:visible").all_inner_texts()] == [
        other.strip(), honest.note.strip()
    ]  # fmt: skip
