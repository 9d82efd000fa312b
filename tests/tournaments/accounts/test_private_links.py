"""Private links of entries: access, replacement and revocation."""

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from games.log.store import read_all
from games.refusals import Refusal
from tests.builders import NOW, a_context, a_tournament, an_account, pair
from tournaments.accounts.private_links import link_state, open_link, renew, revoke, token_of
from tournaments.commands import carry_out
from tournaments.competition.history import Winner
from tournaments.domain.tournament import Archive
from tournaments.tables.people import Office, Player
from tournaments.tables.rows import EntryRow, PairingRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    row = a_tournament(players=4)
    pair(row, 1)
    return PairingRow.objects.select_related("tournament", "black", "white").filter(tournament=row).first()


def code_of(token):
    with pytest.raises(Refusal) as no:
        open_link(token)
    return no.value.code


def opened_by(entry, user=None):
    client = Client()
    if user:
        client.force_login(user)
    answer = client.get(reverse("web:open-link", args=(token_of(entry),)))
    return client, answer


def report(client, game, result="black"):
    address = reverse("web:report", args=(game.tournament.slug, game.game_id))
    return client.post(address, {"result": result, "next": "/my/"})


def test_token_opens_its_entry_and_altered_tokens_open_none(game):
    token, other = token_of(game.black), token_of(game.white)
    assert open_link(token).entry == game.black
    crossed = other.partition(".")[0] + "." + token.partition(".")[2]
    for wrong in ("", "x", token[:-1], token + "A", token.replace(".1:", ".2:"), crossed, "\u00e9" * 9):
        assert code_of(wrong) == "no_such_link"


def test_new_link_revokes_the_old_one_and_repeated_request_makes_one(game):
    old = token_of(game.black)
    for _ in range(2):
        renew(game.black_id, 1, NOW)
    assert link_state(game.black_id).serial == 2
    assert code_of(old) == "link_revoked"
    assert open_link(token_of(game.black)).serial == 2
    revoke(game.black_id, NOW)
    with pytest.raises(Refusal):
        token_of(game.black)
    renew(game.black_id, 2, NOW)
    assert open_link(token_of(game.black)).serial == 3


def test_link_ends_when_its_person_is_erased_or_replaced(game):
    token = token_of(game.black)
    Player.objects.filter(pk=game.black.player_id).update(erased=True)
    assert code_of(token) == "link_ended"
    someone = Player.objects.create(organisation_id=game.tournament.organisation_id, rank=0, rating=0)
    Player.objects.filter(pk=game.black.player_id).update(erased=False)
    client, _ = opened_by(game.black)
    EntryRow.objects.filter(pk=game.black_id).update(player_id=someone.pk)
    assert code_of(token) == "no_such_link"
    report(client, game)  # on a phone that had opened it
    game.refresh_from_db()
    assert game.reports == {}
    assert client.get(reverse("web:my")).status_code == 410


def test_report_by_link_is_logged_as_such(game):
    client, answer = opened_by(game.black)
    assert answer["Location"] == reverse("web:my")
    assert answer["Referrer-Policy"] == "strict-origin"
    assert "no-store" in answer["Cache-Control"]
    cookie = answer.cookies["nigiri_links"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert token_of(game.black) not in cookie.value
    report(client, game)
    game.refresh_from_db()
    assert game.winner == Winner.BLACK
    assert list(game.reports) == [game.black_id]
    assert list(read_all())[-1].actor == f"entry:{game.black_id}"
    story = client.get(reverse("web:story", args=("open", game.game_id))).content.decode()
    assert "you, by link" in story


def test_rejects_link_for_other_players_games(game):
    other = PairingRow.objects.filter(tournament=game.tournament).exclude(pk=game.pk).get()
    client, _ = opened_by(game.black)
    answer = report(client, other)
    assert answer["Location"].startswith(reverse("account_login"))
    other.refresh_from_db()
    assert other.winner == Winner.NOBODY_YET


def test_link_that_is_revoked_or_archived_changes_nothing(game):
    client, _ = opened_by(game.black)
    carry_out(str(game.tournament_id), Archive(), a_context())
    report(client, game)
    game.refresh_from_db()
    assert game.reports == {}
    assert client.get(reverse("web:my")).status_code == 200
    revoke(game.black_id, NOW)
    answer = client.get(reverse("web:my"))
    assert answer.status_code == 410
    assert "Ask the desk for a new badge" in answer.content.decode()


def test_badge_of_archived_tournament_grants_no_player_access(game):
    carry_out(str(game.tournament_id), Archive(), a_context())
    client, shown = opened_by(game.black, an_account("finder"))
    assert b"tie them" not in shown.content
    client.post(reverse("web:tie-player", args=(token_of(game.black), game.black.player_id)))
    assert Player.objects.get(pk=game.black.player_id).user is None


def test_logged_in_user_confirms_before_acting_as_entry(game):
    director = an_account("director", Office.DIRECTOR)
    client, answer = opened_by(game.black, director)
    assert answer.status_code == 200
    assert report(client, game).status_code == 403
    client.post(reverse("web:open-link-as", args=(token_of(game.black),)))
    assert report(client, game).status_code == 302
    client.post(reverse("web:switch-link"), {"entry": ""})
    assert report(client, game, "white").status_code == 403
    assert client.get(reverse("web:desk", args=("open",))).status_code == 200


def test_one_phone_can_switch_between_two_links(game):
    client, _ = opened_by(game.black)
    client.get(reverse("web:open-link", args=(token_of(game.white),)))
    report(client, game)
    client.post(reverse("web:switch-link"), {"entry": game.black_id})
    report(client, game)
    client.post(reverse("web:close-link"), {"entry": game.black_id})
    report(client, game, "white")
    game.refresh_from_db()
    assert set(game.reports) == {game.white_id, game.black_id}
    assert game.winner == Winner.BLACK


def test_token_reports_and_claims_over_rest_with_a_key(game):
    client = APIClient(headers={"Authorization": f"Link {token_of(game.white)}"})
    address = reverse("api:game-reports", args=(game.game_id,))
    for _ in range(2):
        answer = client.post(address, {"result": "white"}, headers={"Idempotency-Key": "once"})
        assert answer.status_code == 201
    assert len([one for one in read_all() if one.actor == f"entry:{game.white_id}"]) == 1
    assert client.get("/api/v1/claims/").status_code == 401
    wrong = APIClient(headers={"Authorization": "Link nothing"}).get("/api/v1/tournaments/")
    assert wrong.status_code == 401
    assert "Link" in wrong.json()["detail"] or "link" in wrong.json()["detail"]


def test_guessing_is_throttled_and_valid_link_still_opens(game):
    client = Client()
    answers = [client.get("/my/nothing-of-ours/").status_code for _ in range(31)]
    assert answers == [404] * 30 + [429]
    assert opened_by(game.black)[1].status_code == 302
