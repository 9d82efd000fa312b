"""The demo: each stage as it says, made once, by rules and engine like any other tournament."""

import json
import random
from io import StringIO

import pytest
from django.contrib.auth import authenticate, get_user_model
from django.core.management import CommandError, call_command

from games.game.rows import GameRow
from games.log import store
from games.sgf import Info, read
from rules import Color, Ruleset, replay
from tests.builders import NOW
from tournaments.competition.history import Winner
from tournaments.demo.making import make_demo
from tournaments.demo.people import invent
from tournaments.demo.playing import Records
from tournaments.demo.self_play import self_play_games
from tournaments.demo.stages import Stage
from tournaments.reading.appeal_committees import lacks_committee
from tournaments.tables.people import Membership, Office, Player
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow


def made(stage, seed=1):
    return make_demo("riverside", stage, seed, NOW)


def open_games(number):
    return PairingRow.objects.filter(round=number, winner=Winner.NOBODY_YET).count()


@pytest.mark.django_db
class TestStages:
    """Each stage, and that a second run changes nothing and knows the stage."""

    def made_once(self, stage):
        first = made(stage)
        head = store.head()
        again = made(Stage.ENTRIES, seed=2)
        assert (first.made, again.made) == (True, False)
        assert (again.stage, again.logins, again.tournament) == (stage, first.logins, first.tournament)
        assert store.head() == head

    def test_entries(self):
        self.made_once(Stage.ENTRIES)
        assert EntryRow.objects.count() == 23
        assert EntryRow.objects.filter(checked_in=False).count() == 3
        assert not RoundRow.objects.exists()
        assert TournamentRow.objects.get().published

    def test_round_1_is_paired_shown_and_open(self):
        self.made_once(Stage.ROUND_1)
        assert [(row.number, row.published, len(row.byes)) for row in RoundRow.objects.all()] == [
            (1, True, 1)
        ]
        assert open_games(1) == 11

    def test_a_dispute_in_round_3_is_the_players_own_game(self):
        self.made_once(Stage.DISPUTE)
        assert [row.number for row in RoundRow.objects.all()] == [1, 2, 3]
        assert (open_games(1), open_games(2)) == (0, 0)
        assert 0 < open_games(3) < 11
        disputed = PairingRow.objects.with_contradiction().get()
        player = Player.objects.get(user__username="player")
        own = EntryRow.objects.get(player_id=player.id)
        assert own.id in (disputed.white_id, disputed.black_id)
        assert disputed.round == 3
        assert disputed.proved_text[1:] == "+R"
        assert {disputed.winner, disputed.proved_winner} == {Winner.BLACK, Winner.WHITE}

    def test_finished(self):
        self.made_once(Stage.FINISHED)
        assert [row.number for row in RoundRow.objects.all()] == [1, 2, 3, 4, 5]
        assert sum(open_games(number) for number in range(1, 6)) == 0
        recorded = GameRow.objects.filter(has_record=True)
        assert recorded.count() == 15
        assert not recorded.filter(illegal_turn__isnull=False).exists()
        assert set(recorded.values_list("by", flat=True)) == {"score", "resignation"}
        assert not PairingRow.objects.with_contradiction().exists()


@pytest.mark.django_db
class TestAccounts:
    def test_the_logins_work_and_hold_their_offices(self):
        done = made(Stage.ENTRIES)
        for login in done.logins:
            assert authenticate(username=login["user"], password=login["password"]) is not None
        offices = dict(Membership.objects.values_list("user__username", "office"))
        assert offices == {
            "director": Office.DIRECTOR,
            "referee": Office.REFEREE,
            "committee": Office.COMMITTEE,
        }
        assert EntryRow.objects.filter(player_id=Player.objects.get(user__username="player").id).exists()

    def test_the_committee_can_decide_an_appeal(self):
        made(Stage.DISPUTE)
        assert not lacks_committee(TournamentRow.objects.get())

    def test_another_installation_has_other_passwords(self, settings):
        here = made(Stage.ENTRIES).logins
        settings.SECRET_KEY = "of another installation"
        there = made(Stage.ENTRIES).logins
        assert not {login["password"] for login in here} & {login["password"] for login in there}

    def test_somebodys_account_is_not_taken_over(self):
        get_user_model().objects.create_user("director", password="my own and long enough")
        with pytest.raises(CommandError, match="an account called director"):
            call_command("demo", stdout=StringIO(), stderr=StringIO())
        assert store.head() == 0
        assert not Membership.objects.exists()


@pytest.mark.django_db
def test_the_command_says_where_to_look_and_whether_it_made_it():
    answers, errors = StringIO(), StringIO()
    for _ in range(2):
        call_command("demo", "--stage", "entries", "--json", stdout=answers, stderr=errors)
    first, second = (json.loads(line) for line in answers.getvalue().splitlines())
    assert first == second
    assert (first["tournament"], first["stage"]) == ("riverside-open", "entries")
    assert first["url"] == "/tournaments/riverside-open/"
    assert [login["role"] for login in first["logins"]] == ["director", "referee", "committee", "player"]
    assert errors.getvalue() == "riverside-open is here already: nothing was changed.\n"


@pytest.mark.django_db
def test_it_names_no_account_that_is_not_its_own():
    made(Stage.ENTRIES)
    get_user_model().objects.filter(username="director").delete()
    referee = get_user_model().objects.get(username="referee")
    referee.set_password("another")
    referee.save()
    answer = StringIO()
    call_command("demo", "--json", stdout=answer, stderr=StringIO())
    assert [login["role"] for login in json.loads(answer.getvalue())["logins"]] == ["committee", "player"]
    get_user_model().objects.update(is_active=False)
    call_command("demo", "--existing", stdout=(closed := StringIO()))
    assert closed.getvalue() == "riverside-open (entries): /tournaments/riverside-open/\n"


@pytest.mark.django_db
def test_it_makes_nothing_where_it_is_asked_what_there_is():
    with pytest.raises(CommandError, match="no demonstration"):
        call_command("demo", "--existing")
    assert store.head() == 0


@pytest.mark.django_db
def test_another_seed_is_another_tournament():
    made(Stage.ENTRIES)
    first = set(Player.objects.values_list("family_name", "given_name"))
    make_demo("hillside", Stage.ENTRIES, 2, NOW)
    everyone = set(Player.objects.values_list("family_name", "given_name"))
    assert len(first) < len(everyone)


def test_the_same_seed_invents_the_same_people():
    assert invent(3) == invent(3)
    assert len({(one.family, one.given) for one in invent(3)}) == 23


TERMS = Ruleset.parse("tromp-taylor-agreement komi=7.5")


def replayed(played, handicap):
    record = read(played.sgf).games[0]
    return replay(TERMS, [*record.actions, played.end], width=19, height=19, handicap=handicap)


@pytest.mark.parametrize(
    ("handicap", "winner", "resigned"),
    [(0, Color.BLACK, False), (0, Color.WHITE, True), (1, Color.WHITE, False), (3, Color.BLACK, True)],
)
def test_a_record_breaks_no_rule_and_ends_as_it_should(handicap, winner, resigned):
    played = Records(random.Random(2)).play(TERMS, handicap, winner, Info(event="Open"), resigned=resigned)
    end = replayed(played, handicap)
    assert end.first_illegal is None
    assert end.game.outcome.winner is winner
    assert f"RE[{end.game.outcome}]".encode() in played.sgf
    assert not resigned or end.game.outcome.by == "resignation"
    assert end.game.turn >= 90


def test_even_games_are_won_by_points_by_either_side():
    records = Records(random.Random(1))
    ends = [replayed(records.play(TERMS, 0, winner, Info()), 0).game.outcome for winner in [*Color] * 8]
    by_points = {end.winner for end in ends if end.by == "score"}
    assert (by_points, {end.by for end in ends}) == (set(Color), {"score", "resignation"})


@pytest.mark.parametrize("symmetry", [1, 4, 7])
def test_each_way_to_look_at_a_game_is_the_same_game(symmetry):
    game = self_play_games()[0]
    end = replay(TERMS, game.actions(symmetry), width=19, height=19)
    assert end.first_illegal is None
    assert len(end.game.board.stones(Color.BLACK)) == len(
        replay(TERMS, game.actions(0), width=19, height=19).game.board.stones(Color.BLACK)
    )
