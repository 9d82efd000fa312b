"""Long pages of officers are compressed where their reader can; no page with a secret is."""

import gzip

import pytest

from tests.builders import a_tournament, pair
from tests.tournaments.web.disputed import visitors

pytestmark = pytest.mark.django_db
EVENT = "/tournaments/open/"
LONG = ("", "players/", "ratings/", "rounds/1/", "desk/", "wishes/", "story/", "changes/")
ZIPPED = {"Accept-Encoding": "gzip"}


@pytest.fixture
def director():
    pair(a_tournament(players=12), 1)
    return visitors("director")[0].client


def test_a_long_page_is_compressed_for_who_can_read_it_so(director):
    for page in LONG:
        small, plain = director.get(EVENT + page, headers=ZIPPED), director.get(EVENT + page)
        assert (small.status_code, small["Content-Encoding"]) == (200, "gzip")
        assert "Content-Encoding" not in plain
        assert "Accept-Encoding" in small["Vary"]
        assert len(gzip.decompress(small.content)) == pytest.approx(len(plain.content), abs=50)
        assert len(small.content) < len(plain.content) / 2


def test_the_token_of_forms_is_masked_differently_each_time(director):
    pages = [gzip.decompress(director.get(f"{EVENT}desk/", headers=ZIPPED).content) for _ in range(2)]
    tokens = [page.split(b'csrfmiddlewaretoken" value="')[1][:64] for page in pages]
    assert tokens[0] != tokens[1]


def test_what_shows_a_secret_is_not_compressed(director):
    entry = director.get(f"/api/v1{EVENT}entries/").json()["results"][0]["id"]
    answer = director.get(f"{EVENT}players/{entry}/link/", headers=ZIPPED)
    assert answer.status_code == 200
    assert "Content-Encoding" not in answer


def test_a_refused_form_is_filled_in_for_who_reads_compressed_pages(director):
    page = gzip.decompress(director.get(f"{EVENT}desk/", headers=ZIPPED).content).decode()
    token = page.split('csrfmiddlewaretoken" value="')[1][:64]
    typed = {"code": "99999", "next": f"{EVENT}desk/", "command": "a", "csrfmiddlewaretoken": token}
    answer = director.post(f"{EVENT}rounds/2/check-in/", typed, headers=ZIPPED)
    assert answer.status_code == 422
    assert b'value="99999"' in gzip.decompress(answer.content)
