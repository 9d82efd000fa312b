"""A picture on the page of a claim: sent with the form, seen by whoever sees the claim, erased on request."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.claims.pictures import stored_purposes
from games.claims.redrawing import redraw
from games.claims.rows import ClaimPicture, ClaimRow
from tests.builders import a_claim, an_account
from tests.games.claims.pictures import SECRETS, photo
from tests.tournaments.web.disputed import a_dispute, game_page, visitors
from tests.tournaments.web.visitor import Visitor

pytestmark = pytest.mark.django_db


def address(claim_id):
    return f"/tournaments/open/claims/{claim_id}/"


@pytest.fixture
def pairing():
    return a_dispute()


@pytest.fixture
def claim(pairing):
    """Black's, with a picture."""
    claim_id = a_claim(str(pairing.game_id), "b", redraw(photo()))
    return address(claim_id)


def test_a_claim_is_made_with_a_picture(pairing):
    (black,) = visitors("black")
    black.open(f"{game_page(pairing)}claims/new/?kind=wrong_result")
    page = black.press("Claim this", result="B+", picture=photo())
    assert "Your claim is stored." in page.text
    shown = black.client.get(f"{address(ClaimRow.objects.get().claim_id)}pictures/claim/")
    assert [secret for secret in SECRETS if secret in shown.content] == []
    assert shown.content == redraw(photo())


def test_what_is_no_picture_is_said_at_its_field_and_all_else_kept(pairing):
    (black,) = visitors("black")
    black.open(f"{game_page(pairing)}claims/new/?kind=wrong_result")
    page = black.press("Claim this", result="B+", text="Look at A3.", picture=b"<svg/>")
    assert page.status == 422
    said = "This picture cannot be read. Send a JPEG, PNG or WebP"
    assert f'<strong class="alarm" id="picture_error">{said}' in page.html
    form = next(form for form in page.forms if form.action.endswith("claims/"))
    assert (form.fields["result"], form.fields["text"]) == ("B+", "Look at A3.")
    assert not ClaimRow.objects.exists()


@pytest.mark.parametrize("path", ["claims/", "record/"])
def test_sixty_megabytes_are_refused_unread_and_in_words(pairing, path):
    (black,) = visitors("black")

    class Unread:
        def read(self, *_):
            raise AssertionError("it was read")

        readline = read

    answer = black.client.generic(
        "POST",
        game_page(pairing) + path,
        b"",
        "multipart/form-data; boundary=x",
        **{"CONTENT_LENGTH": "60000000", "wsgi.input": Unread()},
    )
    assert answer.status_code == 413
    assert "Too large: nothing was stored" in answer.content.decode()
    assert "Take the picture again at a lower resolution" in answer.content.decode()


def test_a_photo_of_five_megabytes_passes_the_door_of_claims(pairing):
    (black,) = visitors("black")
    page = black.open(f"{game_page(pairing)}claims/new/?kind=wrong_result")
    form = next(form for form in page.forms if form.action.endswith("claims/"))
    padded = SimpleUploadedFile("IMG.jpg", photo() + bytes(5_000_000), "image/jpeg")
    answer = black.client.post(form.action, {**form.fields, "result": "B+", "picture": padded})
    assert answer.status_code == 302
    assert len(ClaimPicture.objects.get().data) < 50_000


READERS = [
    ("public", 404),
    ("outsider", 404),
    ("desk", 404),
    ("black", 200),
    ("white", 200),
    ("referee", 200),
    ("committee", 200),
    ("director", 200),
]


def test_it_is_seen_by_whoever_sees_the_claim(claim):
    for role, status in READERS:
        (visitor,) = visitors(role) if role != "outsider" else [Visitor(an_account(role))]
        answer = visitor.client.get(f"{claim}pictures/claim/")
        assert answer.status_code == status
        assert visitor.client.get(claim).status_code == status
        if status == 200:
            assert answer["Content-Type"] == "image/jpeg"
            assert answer["Cache-Control"] == "private, no-store"
            assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
            assert answer["X-Content-Type-Options"] == "nosniff"


def test_no_other_picture_is_there(claim):
    (black,) = visitors("black")
    for purpose in ("appeal", "x"):
        assert black.client.get(f"{claim}pictures/{purpose}/").status_code == 404
    elsewhere = claim.replace("/open/", "/other/")
    assert black.client.get(f"{elsewhere}pictures/claim/").status_code == 404


def test_who_sent_it_has_it_erased(claim):
    black, white = visitors("black", "white")
    white.open(claim)
    assert "Erase it for good" not in white.page.buttons
    black.open(claim)
    page = black.press("Erase it for good")
    assert "The picture is erased. Its digest stays in the log." in page.text
    assert "A picture came with it and is not here: it was erased" in page.text
    assert f"sha256 {ClaimPicture.objects.get().sha256}" in page.text
    assert stored_purposes(ClaimRow.objects.get().claim_id) == frozenset()
    assert black.client.get(f"{claim}pictures/claim/").status_code == 404
