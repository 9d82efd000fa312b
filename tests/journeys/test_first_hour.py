"""From an empty folder to final standings and the file for the EGD, by pages alone.

Told once and walked by keyboard in a browser, and without JavaScript by forms alone; with ``--long`` in a
browser without JavaScript as well.
"""

import re

import pytest

from games.log.rebuilding import rebuild
from games.log.verification import verify
from tests.journeys.walkers import ByForms, InBrowser
from tests.tournaments.formats.gotha_file import published
from tournaments.formats.egd_h9_in import read_h9
from tournaments.tables.people import Membership, Player
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

PASSWORD = "nine-stones-and-a-bowl"
OFFICES = {"referee": "ole", "desk": "liv"}
INVITATION = re.compile(r"https?://[^/]+(/invitations/[^<\s]+/)")
RANKS = ("4 dan", "3d", "2d", "1 dan", "1k", "2 kyu", "3k", "4級", "5k", "6k", "8k", "10k")
FAMILIES = ["Aas", "Berg", "Dahl", "Ek", "Foss", "Gran", "Holm", "Iversen", "Juul", "Krag", "Lund", "Moe"]
LIST = b"name;given name;rank;country\nNes;Ada;2k;NO\nOpdal;Bo;1d;SE\nRud;Cato;7k;NO\nSand;Dina;3d;DK\n"
WINNERS = ("white", "black", "black", "white", "jigo")


def founded(walker):
    walker.open("/")
    walker.press("Create the club", username="kari", password=PASSWORD, club="Fjord Go")
    walker.press(
        "Create the tournament",
        name="Autumn",
        country="NO",
        system="mcmahon",
        place="Bergen",
        begins="2026-11-21",
        ends="2026-11-22",
        rounds="5",
    )


def invited(walker, another):
    """Each office by a link that the invited open in a browser of their own; returns who is at the desk."""
    for office, name in OFFICES.items():
        walker.open("/")
        walker.follow("Fjord Go")
        walker.follow("Members and roles")
        walker.press("Create the link", office=office)
        somebody = another()
        somebody.open(INVITATION.search(walker.text)[1])
        somebody.press("Create the account and accept", username=name, password=PASSWORD)
    return somebody


def to_the_tournament(walker):
    walker.open("/")
    walker.follow("Fjord Go")
    walker.follow("Autumn")


def entered(walker):
    """Twelve by hand, one of them by mistake and removed, then a list; returns the keys of each."""
    to_the_tournament(walker)
    walker.follow("Desk")
    walker.follow("Enter players")
    keys = [walker.enter(family_name="Wrong", given_name="Tournament", rank="9k", country="NO")]
    for family, rank in zip(FAMILIES, RANKS, strict=True):
        keys.append(walker.enter(family_name=family, given_name="Kim", rank=rank))
        assert f"{family} Kim was entered." in walker.text
    walker.follow("Players")
    walker.follow("change Wrong Tournament")
    walker.press("Remove from the tournament", reason="plays elsewhere")
    walker.follow("Players")
    walker.follow("Enter players")
    walker.follow("Many players at once")
    walker.press("Preview", file=LIST)
    walker.press("Enter 4 players")
    return keys


def another_tournament(walker):
    """A tournament of OpenGotha, as it was published."""
    walker.open("/")
    walker.follow("Fjord Go")
    walker.follow("Open a file")
    walker.press("Preview", file=bytes(published("opengotha_swiss_35x10")))
    walker.press("Import it")
    assert "Imported: 35 players, 10 rounds." in walker.text


def paired(walker, number):
    walker.follow("Desk")
    walker.press(f"Pair round {number}")
    walker.press("Publish the tournament and round 1" if number == 1 else f"Publish round {number}")


def results_entered(walker, number):
    walker.follow(f"Round {number}")
    tables = int(re.search(r"of (\d+) results missing", walker.text)[1])
    for table in range(1, tables + 1):
        walker.record(table, WINNERS[(table + number) % 5])
    assert f"All {tables} results are in" in walker.text


def came_late(walker):
    walker.follow("Players")
    walker.follow("Enter players")
    walker.enter(family_name="Ytre", given_name="Lars", rank="2k")


def left(walker):
    walker.follow("Players")
    walker.follow("change Moe Kim")
    walker.press("Withdraw from all remaining rounds", reason="ill")


def corrected(walker):
    """A result of a round that another was paired on."""
    walker.follow("Round 2")
    walker.correct(result="white", reason="the slip was misread")


def ended(walker):
    for number in range(1, 6):
        walker.follow(f"Round {number}")
        walker.press(f"Close round {number}")
    walker.follow("Standings")
    assert "after round 5" in walker.text
    walker.follow("Desk")
    walker.follow("Exports")
    return walker.download(".h9")


def first_hour(walker, another):
    """Returns the keys of each player who was entered by hand, and the file for the EGD."""
    founded(walker)
    desk = invited(walker, another)
    keys = entered(walker)
    another_tournament(walker)
    to_the_tournament(walker)
    for number in range(1, 6):
        paired(walker, number)
        if number == 1:
            desk.open("/")
            desk.follow("Autumn")
        results_entered(desk if number == 1 else walker, number)
        after = {2: came_late, 3: left}.get(number)
        if after:
            after(walker)
        if number == 3:
            corrected(walker)
    return keys, ended(walker)


def is_what_was_played(file):
    """The file for the EGD holds every player and every game, and the log proves what the tables say."""
    row = TournamentRow.objects.get(slug="autumn")
    read = read_h9(file)
    names = {id_: person.full for id_, person in read.details.persons.items()}
    games = {
        (game.round, frozenset((names[game.white], names[game.black])), str(game.result.winner))
        for game in read.history.games
    }
    here = {str(player.id): player.name for player in Player.objects.all()}
    played = PairingRow.objects.filter(tournament=row).select_related("white", "black")
    assert games == {
        (one.round, frozenset(here[str(side.player_id)] for side in (one.white, one.black)), one.winner)
        for one in played
    }
    assert len(played) == 40
    gone = EntryRow.objects.get(tournament=row, withdrawn=True)
    assert here[str(gone.player_id)] == "Moe Kim"
    assert set(names.values()) == {
        *(f"{family} Kim" for family in FAMILIES),
        *("Nes Ada", "Opdal Bo", "Rud Cato", "Sand Dina", "Ytre Lars"),
    }
    assert set(Membership.objects.values_list("user__username", "office")) == {
        ("kari", "owner"),
        *((name, office) for office, name in OFFICES.items()),
    }
    assert list(verify()) == []
    assert [table.name for table in rebuild(check=True) if not table.same] == []


@pytest.mark.django_db
def test_by_forms():
    _, file = first_hour(ByForms(), ByForms)
    is_what_was_played(file)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "scripted", [True, pytest.param(False, marks=pytest.mark.long)], ids=["scripts", "no scripts"]
)
def test_in_a_browser(browser, live_server, scripted):
    complaints, walkers, contexts = [], [], []

    def another():
        size = {"width": 1100, "height": 800}
        context = browser.new_context(base_url=live_server.url, viewport=size, java_script_enabled=scripted)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        walkers.append(InBrowser(page, scripted=scripted))
        return walkers[-1]

    try:
        keys, file = first_hour(another(), another)
    finally:
        for context in contexts:
            context.close()
    assert (max(keys), len(keys)) == (4, 13)
    is_what_was_played(file)
    assert [walker.wide for walker in walkers if walker.wide] == []
    assert complaints == []
