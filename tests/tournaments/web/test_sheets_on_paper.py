"""Sheets as they come out of the printer: pages, heads, every name, nothing beyond the edge."""

import io
import re
from collections import defaultdict
from itertools import pairwise

import pypdfium2
import pytest
from django.test import Client, RequestFactory

from tests.builders import NOW, a_team_tournament, a_tournament, an_account, do, finish, pair, state_of
from tournaments.accounts.private_links import revoke, token_of
from tournaments.competition.settings import ScheduleSettings
from tournaments.domain.presence import SetPresence
from tournaments.domain.schedule import bracket_matches
from tournaments.reading.queries import entry_names
from tournaments.tables.people import Hiding, Player
from tournaments.tables.rows import EntryRow, PairingRow
from tournaments.teams.matches import matches
from tournaments.web.addresses import qr_picture
from tournaments.web.rounds.brackets import ROW, spots
from tournaments.web.sheets.page import badges, slips
from tournaments.web.sheets.pairings import by_name, by_table
from tournaments.web.sheets.sheet import Asked
from tournaments.web.sheets.standings import standings

pytestmark = pytest.mark.django_db
SIZES = {"a4": (595, 842), "letter": (612, 792)}
EDGE = 8  # points that no printer reaches
NAMES = (
    "山田 太郎",
    "김 철수",
    "王 伟",
    "#let x *bold* $a$ <tag> \\n",
    "Nguyễn Văn Ánh",
    "Παπαδόπουλος Γ",
    "Иванов Ё",
)


def named(row):
    entries = EntryRow.objects.filter(tournament=row)
    for entry, name in zip(entries, NAMES, strict=False):
        Player.objects.filter(pk=entry.player_id).update(family_name=name, given_name="")
    return {name for name, _ in zip(NAMES, entries, strict=False)}


@pytest.fixture
def desk(settings):
    settings.ADDRESS = "http://hall.example:8000"
    client = Client()
    client.force_login(an_account("desk", "desk"))
    return client


def printed(client, row, kind, **asked):
    """The text of each page; every page is of the paper asked for and white at its edge."""
    answer = client.get(f"/tournaments/{row.slug}/sheets/{kind}.pdf", {"paper": "a4", **asked})
    document = pypdfium2.PdfDocument(io.BytesIO(answer.content))
    texts = []
    for page in document:
        assert sorted(map(round, page.get_size())) == sorted(SIZES[asked.get("paper", "a4")])
        assert white_at_the_edge(page), (kind, asked, len(texts) + 1)
        texts.append(" ".join(page.get_textpage().get_text_range().split()))
    return texts


def white_at_the_edge(page):
    picture = page.render(scale=1, grayscale=True).to_pil().convert("L")
    width, height = picture.size
    picture.paste(255, (EDGE, EDGE, width - EDGE, height - EDGE))
    return picture.getextrema() == (255, 255)


def heads(texts, *words):
    """Whether every page says all of this and its number."""
    return all(
        all(word in text for word in (*words, "The Open", f"page {number} of {len(texts)}"))
        for number, text in enumerate(texts, start=1)
    )


def test_a_hundred_tables_are_on_two_sheets_by_table_and_by_name(desk):
    row = a_tournament(players=200)
    names = named(row)
    pair(row, 1)
    everybody = names | {f"Player{place:04}" for place in range(len(names), 200)}
    for paper in SIZES:
        by_table = printed(desk, row, "pairings", paper=paper)
        by_name = printed(desk, row, "names", paper=paper)
        assert (len(by_table), len(by_name)) == (2, 2)
        assert heads(by_table, "Pairings, round 1", "White", "Black")
        assert heads(by_name, "Players by name, round 1", "Table")
        for texts in (by_table, by_name):
            assert {name for name in everybody if name not in " ".join(texts)} == set()
        assert "?" not in " ".join(by_table)


def test_slips_have_both_players_two_signatures_and_a_code(desk):
    row = a_tournament(players=14)
    named(row)
    pair(row, 1)
    for each, pages in ((2, 4), (3, 3), (4, 2), (6, 2)):
        texts = printed(desk, row, "slips", each=each, paper="letter")
        said = " ".join(texts)
        assert len(texts) == pages
        for words in ("Signature of White", "Signature of Black", "Black won", "Round 1", "Komi"):
            assert said.count(words) == 7, words
        assert all(name in said for name in NAMES)
        assert all(f"Table {table}" in said for table in range(1, 8))


def asked_of(row, officer=True, **more):
    return Asked(
        request=RequestFactory().get("/"), row=row, paper="a4", officer=officer, personal=True, **more
    )


def rows_of(sheet):
    return [section["rows"] for section in sheet["sections"]]


def test_players_by_name_have_their_opponent_and_absentees_are_listed():
    row = a_tournament(players=4)
    absent = EntryRow.objects.get(tournament=row, number=4)
    do(row, SetPresence(entry_id=absent.id, round=1, present=False))
    pair(row, 1)
    round_ = row.round_rows.get(number=1)
    game = PairingRow.objects.get(tournament=row)
    white, black = (str(entry_names(row)[entry]) for entry in (str(game.white_id), str(game.black_id)))
    (bye,) = (str(entry_names(row)[entry]) for entry in round_.byes)
    gone = str(entry_names(row)[absent.id])
    seats = {
        white: [white, "5d", "1", "White", black],
        black: [black, "5d", "1", "Black", white],
        bye: [bye, "4d", "", "bye", ""],
    }
    sheet = by_name(asked_of(row, round=round_))
    assert rows_of(sheet) == [sorted([*seats.values(), [gone, "4d", "", "absent", ""]])]
    assert by_table(asked_of(row, round=round_))["key"] == f"Bye: {bye}. Absent: {gone}"
    public = asked_of(row, officer=False, round=round_)
    assert rows_of(by_name(public)) == [sorted(seats.values())]
    assert by_table(public)["key"] == f"Bye: {bye}"


def test_teams_by_name_have_their_tables_their_opponent_and_the_bye():
    row = a_team_tournament(teams=3, boards=2)
    pair(row, 1)
    round_ = row.round_rows.get(number=1)
    (match,) = matches(state_of(row), 1)
    white, black = (state_of(row).teams[team].name for team in match.teams)
    (bye,) = {"Team 1", "Team 2", "Team 3"} - {white, black}
    teams, players = rows_of(by_name(asked_of(row, round=round_)))
    assert teams == sorted([[white, "1, 2", black], [black, "1, 2", white], [bye, "", "bye"]])
    assert len(players) == 6
    assert by_table(asked_of(row, round=round_))["key"] == f"Bye: {bye}"


def test_codes_lead_to_the_own_link_and_to_the_game_at_the_table(desk):
    row = a_tournament(players=4)
    pair(row, 1)
    entries = list(EntryRow.objects.filter(tournament=row))
    EntryRow.objects.filter(pk=entries[0].pk).update(withdrawn=True)
    revoke(entries[1].id, NOW)
    links = [f"http://hall.example:8000/my/{token_of(entry)}/" for entry in entries[2:]]
    assert [one["qr"] for one in badges(asked_of(row))["pieces"]] == ["", *map(qr_picture, links)]
    round_ = row.round_rows.get(number=1)
    tables = [f"http://hall.example:8000/tournaments/open/tables/{table}/?round=1" for table in (1, 2)]
    assert [one["qr"] for one in slips(asked_of(row, round=round_))["pieces"]] == list(
        map(qr_picture, tables)
    )
    assert [len(printed(desk, row, kind)) for kind in ("badges", "cards")] == [1, 1]
    assert len(printed(desk, row, "cards", tables=7)) == 2


def test_a_bracket_of_32_is_whole_on_one_sheet(desk):
    row = a_tournament(players=32, system="knock_out")
    named(row)
    pair(row, 1)
    for paper in SIZES:
        texts = printed(desk, row, "bracket", paper=paper)
        assert len(texts) == 1
        assert heads(texts, "Bracket", *NAMES, *(f"Player{place:04}" for place in range(len(NAMES), 32)))


def test_a_row_of_the_picture_separates_the_parts_of_a_bracket():
    both = ScheduleSettings(third_place=True, consolation=True)
    row = a_tournament(players=8, system="knock_out", schedule=both)
    pair(row, 1)
    heights = defaultdict(list)
    for place, spot in spots(bracket_matches(state_of(row), "")).items():
        heights[place[0]].append(spot.y)
    for above, below in pairwise("WTC"):
        assert min(heights[below]) - max(heights[above]) == 1.5 * ROW


def test_a_bracket_of_70_is_on_sheets_that_can_be_read(desk):
    row = a_tournament(players=70, system="knock_out")
    pair(row, 1)
    texts = printed(desk, row, "bracket")
    assert heads(texts, "Bracket")
    assert [" ".join(texts).count(f"Part {part} of 4") for part in (1, 2, 3, 4)] == [1, 1, 1, 1]
    assert all(f"Player{place:04}" in " ".join(texts) for place in range(70))


def test_the_schedule_of_ten_has_all_nine_rounds_with_results(desk):
    row = a_tournament(players=10, system="round_robin")
    named(row)
    pair(row, 1)
    finish(row, 1)
    texts = printed(desk, row, "schedule")
    said = " ".join(texts)
    assert heads(texts, "Schedule")
    assert all(f"Round {number} " in said for number in range(1, 10))
    assert said.count("0-1") == 5
    assert all(said.count(name) == 9 for name in NAMES)


def test_standings_and_prizes_have_heads_on_each_page(desk):
    row = a_tournament(players=90, finished=1)
    texts = printed(desk, row, "standings")
    assert len(texts) == 2
    assert heads(texts, "Standings after round 1", "Line", "Place", "Name", "Rank", "Club", "Wins", "MMS")
    assert all(f"Player{place:04}" in " ".join(texts) for place in range(90))
    assert re.search(r" [0-9]+\+/[wb]0 1 ", texts[0])
    assert heads(printed(desk, row, "prizes", paper="letter"), "Prizes after round 1")


@pytest.mark.parametrize(
    ("criteria", "scores"), [(("MMS", "SOSM"), ["Wins", "MMS", "SOSM"]), (("NBW", "SOSW"), ["NBW", "SOSW"])]
)
def test_scores_stand_with_the_last_rounds_and_wins_only_once(criteria, scores, monkeypatch):
    monkeypatch.setattr("tournaments.web.sheets.standings.MOST_ROUNDS", 2)
    row = a_tournament(players=4, finished=3, criteria=criteria)
    heads_of_parts = [
        [one["head"] for one in part["columns"]] for part in standings(asked_of(row))["sections"]
    ]
    before, last = (words[words.index("Country") + 1 :] for words in heads_of_parts)
    assert (before, last) == (["1", "2"], ["3", *scores])


def test_what_no_font_has_is_no_reason_to_print_nothing(desk):
    row = a_tournament(players=2)
    Player.objects.update(family_name="\U0001f9ff\u0600\u202e\x07", given_name="Ann")
    pair(row, 1)
    assert PairingRow.objects.count() == 1
    assert "Ann" in printed(desk, row, "pairings")[0]


def test_who_is_hidden_is_hidden_on_the_wall_whoever_prints_it(desk):
    row = a_tournament(players=4)
    entry = EntryRow.objects.filter(tournament=row).first()
    Player.objects.filter(pk=entry.player_id).update(family_name="Zauberwald", hidden=Hiding.NUMBER)
    pair(row, 1)
    for kind in ("pairings", "names", "standings"):
        said = " ".join(printed(desk, row, kind))
        assert ("Zauberwald" in said, f"Player {entry.number}" in said) == (False, True), kind
    assert "Zauberwald" in " ".join(printed(desk, row, "slips"))
    assert "Zauberwald" in " ".join(printed(desk, row, "badges"))


def test_matches_of_teams_are_printed_under_their_names_board_by_board(desk):
    row = a_team_tournament(teams=4, boards=2)
    pair(row, 1)
    (text,) = printed(desk, row, "pairings", round=1)
    match = re.findall(r"Team (\d) - Team (\d)", text)
    assert sorted(number for teams in match for number in teams) == ["1", "2", "3", "4"]
    assert text.count("White") == text.count("Black") == 2
