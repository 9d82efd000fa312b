"""The Python client that is made of the document: its types, and a tournament played with it."""

from pathlib import Path

import pytest

from tests.builders import a_founder, an_account
from tests.conftest import wait_until
from tests.tournaments.webhooks.receiver import receiving

HERE = Path(__file__).parent
PASSWORD = "nine-stones-and-a-bowl"


def with_password(name):
    user = an_account(name)
    user.set_password(PASSWORD)
    user.save()
    return user


def test_it_is_typed_strictly_and_so_is_who_uses_it(client_sources, typed):
    assert typed(str(client_sources / "nigiri"), str(HERE / "played.py")) == ""


def test_a_wrong_type_is_found(typed, tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "from nigiri.client.models import ResultLineRequest\nResultLineRequest(game='1', result='green')\n"
    )
    assert 'incompatible type "str"; expected "UUID"' in (said := typed(str(wrong)))
    assert "Literal['green']" in said


@pytest.mark.django_db(transaction=True)
def test_a_tournament_from_login_to_standings(nigiri_client, live_server, settings):
    from tests.clients.played import played

    settings.WEBHOOK_PRIVATE = True
    for name in ("white", "black"):
        with_password(name)
    a_founder(with_password("director"))
    with receiving() as receiver:
        day = played(live_server.url, PASSWORD, receiver.url)
        wait_until(lambda: len(receiver.got) == len(day.messages))
    messages = [nigiri_client.verify(got.headers, got.body, day.secret) for got in receiver.got]
    assert {message["sequence"]: message["type"] for message in messages} == day.messages
    kinds = list(day.messages.values())
    assert {kind: kinds.count(kind) for kind in ("dispute", "claim.ruled", "round.published")} == {
        "dispute": 1,
        "claim.ruled": 1,
        "round.published": 3,
    }
    places = [row.place for row in day.standings.rows]
    assert (len(places), places[0], places) == (4, 1, sorted(places))
    assert sum(row.scores["MMS"] for row in day.standings.rows) > 0
    with pytest.raises(nigiri_client.Forged):
        nigiri_client.verify(receiver.got[0].headers, receiver.got[0].body + b" ", day.secret)
