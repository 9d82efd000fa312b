"""Reading valid OpenGotha files: everything is read, and every change has a warning."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings

from tests.tournaments.competition.standings.builders import WALLISTS, histories, wallist
from tests.tournaments.formats.gotha_file import GothaFile, written
from tournaments.competition.history import ClubGroup, Entrant, Game, Result, Winner
from tournaments.competition.settings import DrawPlace, Seeding
from tournaments.competition.standings import standings
from tournaments.formats import Overtime, Person, TimeSystem, read_opengotha


def test_reads_a_small_tournament():
    imported = read_opengotha(bytes(GothaFile(byes=[{"roundNumber": "1", "player": "CRAMERJO"}])))
    history = imported.history
    assert history.entrants == {
        "DEWITANNA": Entrant(id="DEWITANNA", rank=3, rating=2400, country="NL", club="Lei", order=2),
        "BERGÉMILE": Entrant(id="BERGÉMILE", rank=-2, rating=1880, order=0),
        "CRAMERJO": Entrant(id="CRAMERJO", rank=-12, rating=900, order=1, absent=frozenset({2})),
    }
    assert history.games == (
        Game(round=1, table=1, white="DEWITANNA", black="BERGÉMILE"),
        Game(round=2, table=1, white="BERGÉMILE", black="DEWITANNA"),
    )
    assert history.byes == {1: frozenset({"CRAMERJO"})}
    assert imported.warnings == ()


def test_reads_details():
    details = read_opengotha(bytes(GothaFile())).details
    assert (details.name, details.short_name) == ("Tulip Cup", "Tulip")
    assert (details.location, details.director) == ("Leiden", "E. Vos")
    assert (details.begins, details.ends) == (date(2024, 5, 1), date(2024, 5, 2))
    assert details.persons["BERGÉMILE"] == Person(name="Berg", first_name="Émile", egf_pin="12345678")


@pytest.mark.parametrize(
    ("general", "expected"),
    [
        ({}, TimeSystem(basic=45, overtime=Overtime.BYOYOMI, seconds=30)),
        ({"complementaryTimeSystem": "SUDDENDEATH"}, TimeSystem(basic=45, overtime=Overtime.NONE)),
        (
            {"complementaryTimeSystem": "CANBYOYOMI", "canByoYomiTime": "600", "nbMovesCanTime": "20"},
            TimeSystem(basic=45, overtime=Overtime.CANADIAN, seconds=600, moves=20),
        ),
        (
            {"complementaryTimeSystem": "FISCHER", "fischerTime": "15"},
            TimeSystem(basic=45, overtime=Overtime.FISCHER, seconds=15),
        ),
    ],
)
def test_reads_time_systems(general, expected):
    file = GothaFile()
    file.general |= general
    assert read_opengotha(bytes(file)).details.time == expected


def test_reads_licences_and_grade():
    file = GothaFile()
    file.players[0] |= {
        "ffgLicence": "0300123",
        "ffgLicenceStatus": "L",
        "agaId": "777",
        "agaExpirationDate": "2025-01-01",
        "grade": " 9P",
        "ratingOrigin": "EGF : 2400",
    }
    assert read_opengotha(bytes(file)).details.persons["DEWITANNA"] == Person(
        name="De Wit",
        first_name="Anna",
        country="NL",
        club="Lei",
        ffg_licence="0300123",
        ffg_licence_status="L",
        aga_id="777",
        aga_expiration="2025-01-01",
        grade="9P",
        rating_origin="EGF : 2400",
    )


@pytest.mark.parametrize(
    ("name", "winner"),
    [
        ("WHITEWINS", Winner.WHITE),
        ("BLACKWINS", Winner.BLACK),
        ("EQUAL", Winner.JIGO),
        ("BOTHWIN", Winner.BOTH),
        ("BOTHLOSE", Winner.NEITHER),
    ],
)
def test_reads_played_results_and_defaults(name, winner):
    file = GothaFile()
    file.games[0]["result"] = f"RESULT_{name}"
    file.games[1]["result"] = f"RESULT_{name}_BYDEF"
    results = [game.result for game in read_opengotha(bytes(file)).history.games]
    assert results == [Result(winner=winner), Result(winner=winner, by_default=True)]


@pytest.mark.parametrize(
    ("written", "rank"),
    [
        ("16K", -16),
        (" 5K", -5),
        ("9 pro", 8),
        ("2 dan", 1),
        ("4D", 3),
        ("9P", 8),
        ("1p", 6),
        ("4P", 7),
        ("30k", -30),
        ("9D", 8),
    ],
)
def test_reads_ranks(written, rank):
    file = GothaFile()
    file.players[0]["rank"] = written
    assert read_opengotha(bytes(file)).history.entrants["DEWITANNA"].rank == rank


def test_reads_registration_correction_handicap_and_unknown_colours():
    file = GothaFile()
    file.players[0] |= {"registeringStatus": "PRE", "smmsCorrection": "-1"}
    file.games[0] |= {"handicap": "9", "knownColor": "false"}
    imported = read_opengotha(bytes(file))
    assert imported.history.entrants["DEWITANNA"].correction == -1
    assert not imported.history.entrants["DEWITANNA"].final
    assert imported.history.games[0].handicap == 9
    assert not imported.history.games[0].colours_known


def test_reads_club_groups():
    clubs = (
        '<ClubsGroups><ClubsGroup name="West"><Club name="Lei"/><Club name="Haa"/></ClubsGroup></ClubsGroups>'
    )
    history = read_opengotha(bytes(GothaFile(more=clubs))).history
    assert history.club_groups == (ClubGroup(id="West", name="West", clubs=("Lei", "Haa")),)


def test_second_club_group_of_one_name_is_dropped_with_a_warning():
    group = '<ClubsGroup name="{}"><Club name=" {} "/></ClubsGroup>'.format
    clubs = f"<ClubsGroups>{group('West', 'Lei')}{group('West ', 'Haa')}{group('', 'Gro')}</ClubsGroups>"
    imported = read_opengotha(bytes(GothaFile(more=clubs)))
    assert [(each.name, each.clubs) for each in imported.history.club_groups] == [
        ("West", ("Lei",)),
        ("Unnamed Clubs Group", ("Gro",)),
    ]
    assert imported.warnings == ("Two groups of clubs are called West: the second is not read.",)


def test_reads_settings_of_the_tournament():
    file = GothaFile(
        criteria=("CAT", "NBW", "SOSW", "NULL", "SDC"),
        categories=[{"number": "2", "lowerLimit": "5K"}, {"number": "1", "lowerLimit": "1D"}],
        handicap={
            "hdBasedOnMMS": "false",
            "hdCeiling": "4",
            "hdCorrection": "2",
            "hdNoHdRankThreshold": "3D",
        },
    )
    file.general |= {"numberOfCategories": "3", "genNBW2ValueAbsent": "1", "genRoundDownNBWMMS": "false"}
    chosen = read_opengotha(bytes(file)).history.settings
    assert chosen.criteria == ("CATEGORY", "NBW", "SOSW", "SDC")
    assert (chosen.system, chosen.categories, chosen.nbw_absent2) == ("swiss_categories", (0, -5), 1)
    assert (chosen.rounds, chosen.floor, chosen.bar, chosen.zero) == (3, -20, 3, -30)
    assert (chosen.komi, chosen.board_size, chosen.round_down) == (6.5, 19, False)
    assert (chosen.handicap.by_score, chosen.handicap.ceiling) == (False, 4)
    assert (chosen.handicap.correction, chosen.handicap.no_handicap_from) == (2, 2)


def test_reads_settings_of_the_pairing():
    file = GothaFile(
        pairing={
            "paiBaRandom": "7",
            "paiMaDUDDUpperMode": "BOT",
            "paiMaDUDDLowerMode": "TOP",
            "paiMaSeedSystem1": "SPLITANDSLIP",
            "paiMaLastRoundForSeedSystem1": "4",
            "paiMaAdditionalPlacementCritSystem1": "NULL",
            "paiMaAdditionalPlacementCritSystem2": "Rating",
            "paiSePreferMMSDiffRatherThanSameClubsGroup": "5",
            "paiStandardNX1Factor": "0.25",
            "paiSeRankThreshold": "1D",
            "paiSeBarThresholdActive": "false",
        }
    )
    pairing = read_opengotha(bytes(file)).history.settings.pairing
    assert (pairing.rules, pairing.random, pairing.balance_colours) == ("opengotha-3.52-2", 7, 1000)
    assert (pairing.draw_up, pairing.draw_down) == (DrawPlace.TOP, DrawPlace.BOTTOM)
    assert (pairing.seeding_first, pairing.seeding_second) == (Seeding.SLIP, Seeding.FOLD)
    assert (pairing.first_seeding_until, pairing.rating_in_first, pairing.rating_in_second) == (
        4,
        False,
        True,
    )
    assert (pairing.club_group_factor, pairing.nx1_factor) == (5, 0.25)
    assert (pairing.strong_from, pairing.strong_at_bar, pairing.strong_by_wins) == (0, False, True)


@pytest.mark.parametrize(
    ("criteria", "system"),
    [
        (("MMS", "SOSM"), "mcmahon"),
        (("NBW", "MMS"), "swiss"),
        (("SOSM", "MMS", "NBW"), "mcmahon"),
        ((), "swiss"),
    ],
)
def test_first_main_score_decides_the_system(criteria, system):
    assert read_opengotha(bytes(GothaFile(criteria=criteria))).history.settings.system == system


@pytest.mark.parametrize(
    ("version", "rules"),
    [
        ({"fullVersionNumber": "3.52"}, "opengotha-3.52-2"),
        ({"fullVersionNumber": "3.51.02"}, "opengotha-3.51-2"),
        ({"gothaVersion": "349", "gothaMinorVersion": "3"}, "opengotha-3.51-2"),
        ({"fullVersionNumber": "4.0"}, "opengotha-3.52-2"),
    ],
)
def test_saving_version_decides_the_pairing_rules(version, rules):
    file = GothaFile(version={"dataVersion": "201"} | version)
    assert read_opengotha(bytes(file)).history.settings.pairing.rules == rules


def test_version_200_has_no_accents_and_rates_from_1_dan():
    file = GothaFile(version={"dataVersion": "200"})
    file.players[1]["rating"] = "-170"
    del file.players[2]["rating"]
    for game in file.games:
        for side in ("whitePlayer", "blackPlayer"):
            game[side] = game[side].replace("É", "E")
    history = read_opengotha(bytes(file)).history
    assert history.games[0].black == "BERGÉMILE"
    assert history.entrants["BERGÉMILE"].rating == 1880
    assert history.entrants["CRAMERJO"].rating == -900


@pytest.mark.parametrize("encoding", ["UTF-8", "ISO-8859-1", "ISO-8859-15", "UTF-16"])
def test_reads_declared_encodings(encoding):
    assert "BERGÉMILE" in read_opengotha(bytes(GothaFile(encoding=encoding))).history.entrants


def _teams(file):
    file.more = '<Teams><Team teamName="Red" teamNumber="1"/></Teams>'


def _unknown_element(file):
    file.more = "<Weather/>"


def _unknown_criterion(file):
    file.criteria = ("MMS", "XYZ")


def _no_pairing_set(file):
    file.pairing = None


def _too_many_rounds(file):
    file.games[0]["roundNumber"] = "9"


def _other_zero(file):
    file.general["genMMZero"] = "20K"


def _other_extra_criterion(file):
    file.pairing = {"paiMaAdditionalPlacementCritSystem1": "Rank"}


def _strong(file):
    file.players[0]["rating"] = "5000"


@pytest.mark.parametrize(
    ("alter", "word"),
    [
        (_teams, "Teams"),
        (_unknown_element, "Weather"),
        (_unknown_criterion, "'XYZ'"),
        (_no_pairing_set, "PairingParameterSet"),
        (_too_many_rounds, "9 rounds are read"),
        (_other_zero, "genMMZero"),
        (_other_extra_criterion, "'Rank'"),
        (_strong, "2949 is used"),
    ],
)
def test_warns_of_dropped_changed_and_assumed_data(alter, word):
    file = GothaFile()
    alter(file)
    (warning,) = read_opengotha(bytes(file)).warnings
    assert word in warning


def test_rounds_with_games_extend_the_tournament():
    file = GothaFile()
    _too_many_rounds(file)
    assert read_opengotha(bytes(file)).history.settings.rounds == 9


@pytest.mark.parametrize("name", WALLISTS)
def test_played_tournament_keeps_its_standings(name):
    history, tables = wallist(name)
    imported = read_opengotha(bytes(written(history))).history
    assert imported.entrants == history.entrants
    assert imported.games == history.games
    table = standings(imported, len(tables))
    assert [[row.entrant_id, *row.plain().values()] for row in table.rows] == tables[-1]


@given(histories(criteria=("MMS", "SOSM", "SDC")))
@settings(max_examples=40)
def test_reads_written_file(history):
    renamed = _two_letters(history)
    imported = read_opengotha(bytes(written(renamed))).history
    assert imported.entrants == renamed.entrants
    assert [(game.white, game.black, game.result.winner) for game in imported.games] == [
        (game.white, game.black, game.result.winner) for game in renamed.games
    ]
    assert {round_: ids for round_, ids in renamed.byes.items() if ids} == imported.byes


def _two_letters(history):
    """A surname and a given name for each entrant."""
    return replace(
        history,
        entrants={id_ * 2: replace(entrant, id=id_ * 2) for id_, entrant in history.entrants.items()},
        games=tuple(replace(game, white=game.white * 2, black=game.black * 2) for game in history.games),
        byes={round_: frozenset(id_ * 2 for id_ in ids) for round_, ids in history.byes.items()},
    )
