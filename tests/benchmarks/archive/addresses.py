"""The addresses of each public list and page on the archive, and of those of an owner and a player."""

import re
from collections.abc import Iterator

from deploy.pagination import Place
from tests.benchmarks.archive.making import OWNER, PLAYER

SKIPPED = ("accounts/", "metrics", "language/", "health/", "first/", "static", "media", "log/witness")
LISTS = (
    "/",
    "/?before={cursor}",
    "/organisations/house-0/",
    "/organisations/house-7/",
    "/api/v1/tournaments/",
    "/api/v1/tournaments/?page_size=200",
    "/api/v1/tournaments/?cursor={page}",
    "/api/v1/tournaments/?organisation={house}",
    "/api/v1/tournaments/?organisation={club}",
    "/api/v1/tournaments/?system=mcmahon",
    "/api/v1/tournaments/?system=knock_out",
    "/api/v1/tournaments/?begins_after=2020-01-01&begins_before=2020-02-01",
    "/api/v1/tournaments/?begins_after=2020-01-01&begins_before=2020-02-01&system=cup&organisation={club}",
    "/api/v1/organisations/",
)
OWN = (
    "/",
    "/my/",
    "/organisations/house-0/",
    "/organisations/house-0/members/",
    "/organisations/house-0/players/",
    "/api/v1/tournaments/",
    "/api/v1/claims/",
    "/api/v1/claims/?stage=open",
    "/api/v1/claims/?kind=illegal_move&stage=final",
    "/api/v1/organisations/house-0/players/",
    "/api/v1/account/",
)


def asked() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """By whom each address is asked for: what it is made of, and itself."""
    names = _names()
    yield "", [(one, one.format(**names)) for one in LISTS]
    yield "", sorted(_of_one_tournament(names))
    for who in (OWNER, PLAYER):
        yield who, [(one, one.format(**names)) for one in OWN]


def _names():
    """What addresses are made with: a tournament in the midst of the archive that has games with records."""
    from games.claims.rows import ClaimRow
    from tournaments.tables.people import Organisation
    from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

    house, club = (str(Organisation.objects.get(slug=f"house-{n}").pk) for n in (0, 7))
    claims = ClaimRow.objects.order_by("claim_id")
    claim = claims[claims.count() // 2]
    game = PairingRow.objects.select_related("tournament").get(game_id=claim.game_id)
    row: TournamentRow = game.tournament
    return {
        "house": house,
        "club": club,
        "slug": row.slug,
        "number": 1,
        "game_id": game.game_id,
        "entry_id": EntryRow.objects.filter(tournament=row).first().pk,
        "claim_id": claim.pk,
        "cursor": "2015-06-01",
        "page": Place(ordering=("-begins", "slug"), values=("2015-06-01", "a"), before=False).written(),
    }


def _of_one_tournament(names):
    """Every address of the URL conf that these names are enough for."""
    from django.urls import get_resolver

    for route, _ in routes(get_resolver()):
        if any(part in route for part in SKIPPED):
            continue
        given = {**names, "data": "standings", "form": "csv", "kind": "h9", "of": "standings", "table": 1}
        if "organisations/" in route:
            given["slug"] = "house-0"
        if route.startswith("rules/"):
            given["name"] = "japanese"
        address = _filled(route, given)
        if address is not None:
            yield f"/{route}", f"/{address}"


def routes(resolver, before=""):
    for one in resolver.url_patterns:
        route = before + str(one.pattern)
        if hasattr(one, "url_patterns"):
            yield from routes(one, route)
        else:
            yield route, one.callback


def _filled(route, given):
    """The address, None where something in it has no value."""
    if re.search(r"[\\^$()]", route):
        return None
    try:
        return re.sub(r"<(?:\w+:)?(\w+)>", lambda one: str(given[one[1]]), route)
    except KeyError:
        return None
