"""Bundles are valid by themselves, independent of later events, and contain only public data."""

from uuid import uuid4

import pytest
from django.test import Client

from games.log.tables import Event
from tests.builders import NOW, a_context, a_team_tournament, a_tournament, pair
from tests.verifier.reading import checked, json_lines
from tournaments.commands import carry_out
from tournaments.demo.making import make_demo
from tournaments.demo.stages import Stage
from tournaments.domain.pairs import MakePair, UnmakePair
from tournaments.loading import load
from tournaments.persons.players import change_player
from tournaments.tables.people import Player
from tournaments.tables.rows import TournamentRow

pytestmark = pytest.mark.django_db


def bundle(slug, client=None):
    answer = (client or Client()).get(f"/tournaments/{slug}/bundle.zip")
    assert answer.status_code == 200
    return b"".join(answer.streaming_content)


@pytest.mark.parametrize("stage", [Stage.ENTRIES, Stage.FINISHED])
def test_bundle_of_the_demonstration_is_valid(stage):
    make_demo("riverside", stage, 1, NOW)
    row = TournamentRow.objects.get()
    data = bundle(row.slug)
    read = checked(data)
    assert (read.manifest["slug"], read.manifest["tournament_id"]) == (row.slug, str(row.id))
    assert (read.manifest["organisation_id"], read.manifest["specification"]) == (
        str(row.organisation_id),
        "3",
    )
    own = f"tournament-{row.id}"
    assert len(read.lines[own]) + read.leaves[own] == row.version == Event.objects.filter(stream=own).count()
    assert bundle(row.slug) == data


def test_names_open_the_commitments_in_its_lines():
    make_demo("riverside", Stage.FINISHED, 1, NOW)
    hidden, player = Player.objects.order_by("family_name")[:2]
    change_player(hidden, {"hidden": "number"}, a_context())
    read = checked(bundle(TournamentRow.objects.get().slug))
    said = {event["data"]["named"]["salted"]: event["data"]["person_id"] for event in read.events("person.")}
    secrets = {event["data"]["secret"]["salted"] for event in read.events("tournament.seed-committed.")}
    names, told = {}, []
    for one in json_lines(read.files["names.jsonl"]):
        if one["salted"] in secrets:
            told.append(one["value"])
            continue
        names[said.pop(one["salted"])] = one["value"]["family_name"]
    assert not said
    assert told == list(load(str(TournamentRow.objects.get().pk))[0].secrets.values())
    assert names[str(player.pk)] == player.family_name
    assert str(hidden.pk) not in names
    assert read.leaves[f"person-{hidden.pk}"] == 1, "as the event that entered them, by the same command"
    entered = {event["data"]["player_id"] for event in read.events("tournament.player-entered.")}
    assert entered == names.keys()


def test_game_made_by_hand_is_public_before_its_result():
    row = a_tournament(6)
    pair(row, 1)
    game_id = next(iter(load(str(row.id))[0].round(1).pairs))
    made = load(str(row.id))[0].round(1).pairs[game_id]
    again = MakePair(round=1, game_id=str(uuid4()), white=made.black, black=made.white, reason="nigiri")
    for command in (UnmakePair(game_id=game_id, reason="nigiri"), again):
        carry_out(str(row.id), command, a_context())
    read = checked(bundle(row.slug))
    assert read.leaves[f"tournament-{row.id}"] == 0
    assert len(read.lines[f"game-{again.game_id}"]) == 1


def test_page_and_readme_show_the_tournament_and_its_files():
    make_demo("riverside", Stage.FINISHED, 1, NOW)
    hidden, player = Player.objects.order_by("family_name")[:2]
    change_player(hidden, {"hidden": "number"}, a_context())
    row = TournamentRow.objects.get()
    read = checked(bundle(row.slug))
    page, text = read.files["index.html"].decode(), read.files["README"].decode()
    rounds = load(str(row.id))[0].rounds
    assert [f"<caption>Round {number}</caption>" in page for number in rounds] == [True] * len(rounds)
    assert f"After round {max(rounds)}" in page
    assert player.family_name in page
    assert hidden.family_name not in page + text
    assert "script" not in page
    assert "http" not in page.replace('http-equiv="', "")
    assert [name for name in read.files if name.split("/")[0] not in page] == []
    assert [name for name in read.files if name.split("/")[0] not in f"{text}README"] == []
    for word in ("check_bundle.py", "nigiri check", row.name):
        assert word in page
        assert word in text


def test_page_of_teams_has_their_standings():
    row = a_team_tournament(teams=4)
    pair(row, 1)
    page = checked(bundle(row.slug)).files["index.html"].decode()
    assert all(team.name in page for team in load(str(row.id))[0].teams.values())
    assert "TEAMP" in page
