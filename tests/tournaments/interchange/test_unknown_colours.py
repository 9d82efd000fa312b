"""Unknown colours are invented nowhere: in scores, pages or files."""

import pytest
from django.urls import reverse

from games.game.rows import GameRow
from games.log import wire
from games.refusals import Refusal
from tests.builders import a_context, an_account, an_organisation
from tests.tournaments.build import made
from tests.tournaments.competition.standings.builders import played
from tests.tournaments.formats.outgoings import again, outgoing
from tournaments.competition.pairing.digest import inputs_digest
from tournaments.competition.pairing.rulesets import RULES
from tournaments.competition.pairing.standing import standings_before
from tournaments.competition.ratings import ratings_of
from tournaments.competition.ratings.of_history import ReasonUnrated
from tournaments.competition.schedules.plan import Planned, Played
from tournaments.competition.schedules.seeding import assign_colours
from tournaments.competition.standings import standings
from tournaments.domain.base import fold
from tournaments.domain.pairs import PairMadeByHand, SwapColours
from tournaments.domain.results import ResultCleared
from tournaments.formats import read_tournament
from tournaments.formats.aga_report import write_aga_report
from tournaments.formats.csv_tables import write_results
from tournaments.formats.egd_h9 import write_h9
from tournaments.formats.egd_h9_in import read_h9
from tournaments.formats.ffg_tou import write_tou
from tournaments.formats.opengotha_out import write_opengotha
from tournaments.interchange.exporting import outgoing as told
from tournaments.interchange.importing import import_file
from tournaments.loading import load
from tournaments.tables.rows import PairingRow, TournamentRow

SHEET = b"""; EV[Colourless]
1 Aa A 1D NL Lei 1 0 0 0 2+ 0+
2 Bb B 1K NL Lei 0 0 0 0 1- 3=/w0
3 Cc C 1K NL Lei 0 0 0 0 0- 2=/b0
"""


class TestWhatIsComputed:
    def test_balance_counts_known_colours_only(self):
        history = played("AB w~, CD w", "AC w~, DB w")
        balance = {id_: one.balance for id_, one in standings_before(history, 3, RULES["house-2"]).items()}
        assert balance == {"A": 0, "B": -1, "C": 1, "D": 0}

    def test_schedule_balances_known_colours(self):
        known = Played(round=1, table=1, white="A", black="B")
        unknown = [
            Played(round=number, table=1, white="B", black="A", colours_known=False) for number in (2, 3)
        ]
        assert (
            assign_colours(Planned(white="A", black="B", coloured=False), [known, *unknown], 4, 7).white
            == "B"
        )

    def test_stones_of_unknown_colours_correct_no_score(self):
        known, unknown = (
            played(f"AB w3{mark}", criteria=("MMS", "SOSM"), system="mcmahon") for mark in ("", "~")
        )
        assert [row.plain()["SOSM"] for row in standings(known, 1).rows] == [33, 28]
        assert [row.plain()["SOSM"] for row in standings(unknown, 1).rows] == [30, 31]

    def test_only_handicap_games_of_unknown_colours_are_not_rated(self):
        table = ratings_of(played("AB w~, CD w3~"))
        assert [(left.game.table, left.why) for left in table.left_out] == [(2, ReasonUnrated.NO_COLOURS)]
        assert {line.colour for row in table.rows for line in row.games} == {"unknown"}

    def test_digest_is_unchanged_if_colours_are_known(self):
        known, unknown = played("AB w"), played("AB w~")
        digests = [inputs_digest(history, 2, "opengotha-3.52", 1, (), ()) for history in (known, unknown)]
        assert digests[0] != digests[1]


def test_older_log_has_known_colours():
    kind, data = wire.encode(PairMadeByHand(round=1, pair=made(1, "ab", 3)))
    assert data["pair"].pop("colours_known") is True
    assert wire.decode(kind, data).pair.colours_known


class TestFiles:
    def test_egd_table_has_no_colours(self):
        written = write_h9(outgoing(played("AB w~, CD b!~", "AC w2~, DB =")))
        lines = written.data.decode("iso-8859-15").splitlines()
        assert [line[5:9] + line[58:] for line in lines if line[:1] != ";"] == [
            "Aa A    3+       4+   ",
            "Dd D    4+!      3=/w0",
            "Bb B    1-       2=/b0",
            "Cc C    2-!      1-   ",
        ]
        assert "The colours of 3 games are not known: they are written without colours." in written.warnings
        left = [warning for warning in written.warnings if "stones are left out" in warning]
        assert len(left) == 2

    def test_french_table_has_a_question_mark(self):
        written = write_tou(outgoing(played("AB w~", "AB =3~")))
        rows = [line[46:] for line in written.data.decode("iso-8859-15").splitlines() if line[:1] != ";"]
        assert rows == ["    2+?0    2=?3", "    1-?0    1=?3"]

    def test_aga_report_omits_the_game(self):
        written = write_aga_report(outgoing(played("AB w~", "AB b")))
        assert written.data.decode().split("GAMES\n")[1] == "99001 99002 B 0 6.5\nEND\n"
        why = "Round 1, table 1 is left out: the colours are unknown, and the report names White first."
        assert why in written.warnings

    def test_opengotha_file_keeps_unknown_colours(self):
        data = write_opengotha(outgoing(played("AB w~", "AB b"))).data
        assert data.count(b'knownColor="false"') == 1
        imported = read_tournament(data)
        assert [game.colours_known for game in imported.history.games] == [False, True]

    def test_csv_has_a_column_only_for_unknown_colours(self):
        without, with_ = (
            write_results(outgoing(played(text))).data.decode("utf-8-sig").splitlines()
            for text in ("AB w", "AB w~, CD w")
        )
        assert without[0].endswith(",default")
        assert [line.rpartition(",")[2] for line in with_] == ["colours", "unknown", ""]

    def test_short_table_is_written_again_unchanged(self):
        data = write_h9(outgoing(played("AB w~, CD b!~", "AC w~, DB =~"))).data
        assert write_h9(again(read_h9(data))).data == data


@pytest.mark.django_db
class TestAnImport:
    @pytest.fixture
    def row(self):
        import_file(SHEET, an_organisation(), "open", a_context())
        return TournamentRow.objects.get()

    def test_import_invents_no_colours(self, row):
        games = told(row).history.games
        assert [(game.round, game.colours_known) for game in games] == [(1, False), (2, True)]
        cells = [
            line.partition("Lei")[2].split()[4:]
            for line in write_h9(told(row)).data.decode().splitlines()
            if line[:1] != ";"
        ]
        assert cells == [["2+", "0+"], ["1-", "3=/w0"], ["0-", "2=/b0"]]

    def test_game_names_no_colours(self, row):
        sides = {(game.black == "", game.white == "") for game in GameRow.objects.all()}
        assert sides == {(True, True), (False, False)}

    def test_rest_marks_unknown_colours(self, row, api):
        api.force_authenticate(an_account("director", "director"))
        games = api.get("/api/v1/tournaments/open/rounds/1/pairings/").json()["results"]
        assert games[0]["colours_known"] is False
        cells = [line["games"] for line in api.get("/api/v1/tournaments/open/standings/").json()["results"]]
        assert cells == [["2+/?0", "0+"], ["1-/?0", "3=/w0"], ["0-", "2=/b0"]]

    def test_pages_mark_unknown_colours(self, row, client):
        client.force_login(an_account("director", "director"))
        game = PairingRow.objects.get(colours_known=False)
        for page in (
            reverse("web:round", args=("open", 1)),
            reverse("web:game", args=("open", game.game_id)),
        ):
            body = client.get(page).content.decode()
            assert "colours unknown" in body or "colours not known" in body
            assert "<small>White</small>" not in body

    def test_story_gives_no_colours(self, row, client):
        client.force_login(an_account("director", "director"))
        game = PairingRow.objects.get(colours_known=False)
        body = client.get(reverse("web:story", args=("open", game.game_id))).content.decode()
        assert "the player named first wins" in body
        assert "White wins" not in body

    def test_rejects_swapping_unknown_colours(self, row):
        game = PairingRow.objects.get(colours_known=False)
        state, _ = load(str(row.id))
        open_again = fold(state, ResultCleared(round=1, game_id=str(game.game_id)))
        with pytest.raises(Refusal) as refused:
            list(SwapColours(game_id=str(game.game_id), reason="seen").decide(open_again))
        assert refused.value.code == "colours_unknown"
