"""Every page that answers a GET, with tournaments of several kinds behind it, and the data that they show."""

from collections.abc import Iterator, Sequence

from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import a_tournament, pair
from tests.languages.brackets import bracketed, unmarked
from tests.test_permission_matrix import PAGES, House, a_house, client_of, named_patterns
from tournaments.demo.making import make_demo
from tournaments.demo.stages import Stage
from tournaments.tables.people import Club, Organisation, Player
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow

ENTRANCE = ("account_login", "account_signup")
LINKED = ("web:my",)
ANSWERED = (200, 404)
OF_TOURNAMENTS = (
    *("web:standings", "web:players", "web:prizes", "web:ratings", "web:exports"),
    *("web:schedule", "web:teams", "web:team-standings"),
)


def checked(parts: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Name and unmarked texts of each page with one of these in its name; those of one kind come together."""
    with transaction.atomic():
        found: dict[str, list[str]] = {}
        visited = [one for one in _visited() if any(part in one[0] for part in parts)]
        data = known_data()
        with bracketed():
            for name, client, address in visited:
                response = client.get(address)
                if response.status_code in ANSWERED and "html" in response["Content-Type"]:
                    known = found.setdefault(name, [])
                    texts = unmarked(response.content.decode(), data)
                    known += [text for text in texts if text not in known]
        transaction.set_rollback(True)
    yield from sorted(found.items())


def _visited() -> list[tuple[str, Client, str]]:
    of_demo = _of_demo()  # first: its accounts are its own
    house = a_house(published=True)
    owner, public, link = client_of(house, "owner"), Client(), client_of(house, "link")
    patterns = dict(named_patterns())
    asked = [
        (name, link if name in LINKED else client, house.address(name, patterns[name]))
        for name, (method, _) in PAGES.items()
        if method == "GET" and patterns[name].pattern.converters.keys() <= house.known.keys()
        for client in (public, owner)
    ]
    asked += [(name, public, reverse(name)) for name in ENTRANCE]
    return [*asked, ("404", public, "/nothing/"), *of_demo, *_of_kinds(owner, public, house)]


def _of_demo() -> list[tuple[str, Client, str]]:
    """A tournament with games, a claim and a dispute, as the public and as its director."""
    done = make_demo("riverside", Stage.DISPUTE, 1, timezone.now())
    director, public = Client(), Client()
    director.force_login(get_user_model().objects.get(username=done.logins[0]["user"]))
    row = TournamentRow.objects.get(slug=done.tournament)
    game = PairingRow.objects.filter(tournament=row, round=1).order_by("table")[0]
    disputed = PairingRow.objects.filter(tournament=row).with_contradiction().first() or game
    addresses = [(name, reverse(name, args=(row.slug,))) for name in OF_TOURNAMENTS]
    for number in RoundRow.objects.filter(tournament=row).values_list("number", flat=True):
        addresses += [(name, reverse(name, args=(row.slug, number))) for name in ("web:round", "web:proof")]
    for one in (game, disputed):
        addresses += [
            (name, reverse(name, args=(row.slug, one.game_id))) for name in ("web:game", "web:story")
        ]
    addresses += [("web:home", "/"), ("web:organisation", reverse("web:organisation", args=("riverside",)))]
    officers = (
        "web:desk",
        "web:queue",
        "web:chronicle",
        "web:wishes",
        "web:settings",
    )
    of_office = [(name, director, reverse(name, args=(row.slug,))) for name in officers]
    return [(name, client, at) for name, at in addresses for client in (public, director)] + of_office


def _of_kinds(owner: Client, public: Client, house: House) -> list[tuple[str, Client, str]]:
    """Tournaments of the systems that show something else."""
    rows = [house.teams]
    for system in ("round_robin", "knock_out", "double_elimination"):
        row = a_tournament(6, slug=system.replace("_", "-"), system=system, rounds=5)
        pair(row, 1)
        rows.append(row)
    return [
        (name, client, reverse(name, args=(row.slug, *more)))
        for row in rows
        for client in (public, owner)
        for name, *more in (*((name,) for name in OF_TOURNAMENTS), ("web:round", 1))
    ]


def known_data() -> set[str]:
    """What people have written: names, clubs, places; and what accounts are called."""
    players = Player.objects.values_list("family_name", "given_name", "country")
    told = {word for row in players for word in row}
    told |= {str(club) for club in Club.objects.values_list("name", flat=True)}
    told |= set(Organisation.objects.values_list("name", flat=True))
    told |= set(Organisation.objects.values_list("slug", flat=True))
    told |= {word for row in TournamentRow.objects.values_list("name", "place", "slug") for word in row}
    told |= set(get_user_model().objects.values_list("username", flat=True))
    told |= set(Club.objects.values_list("code", flat=True))
    told |= {"Team", "Vos", "Anna", "I agree that my name is published."}  # of tests.builders
    told |= {group for group in EntryRow.objects.values_list("group", flat=True) if group}
    return {word for word in told if len(word) > 1}
