"""What each public list and page costs on the archive, and those of an owner and a player: nothing is kept.

Processor time of this process and of PostgreSQL's for it (``/proc/PID/schedstat``), the median of some.
Others that keep the machine busy make each slower, so units are asked for in between, by a stranger.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time

from deploy.pagination import Place
from tests.benchmarks.archive.making import OWNER, PLAYER

PLAIN = "/plain/"
UNITS = 40
"""20 ms where nothing else runs: a unit is a view that answers ``{"a": 1}``, 0.49 ms there."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    own: float
    server: float
    queries: int
    rows: int
    bytes: int
    status: int

    @property
    def milliseconds(self):
        return 1000 * (self.own + self.server)


class Asking:
    """Requests of one client, measured."""

    def __init__(self, client) -> None:
        from django.db import connection

        self.client, self.stranger, self.connection = client, type(client)(), connection
        connection.ensure_connection()
        self._pid = connection.connection.info.backend_pid

    def figure(self, address, least=7) -> tuple[Figure, float]:
        """The median, and how many units that is."""
        first = self.once(address)
        if first.status != 200:
            return first, 0.0
        found, units = [], []
        for _ in range(least if first.milliseconds < 500 else 1):
            units += [self.unit() for _ in range(4)]
            found.append(self.once(address))
        middle = sorted(found, key=lambda one: one.milliseconds)[len(found) // 2]
        return middle, middle.milliseconds / median(units)

    def unit(self) -> float:
        """Milliseconds."""
        return self.once(PLAIN, self.stranger).milliseconds

    def once(self, address, client=None) -> Figure:
        from django.core.cache import caches

        from games.log import folding

        caches["shared"].clear()
        folding.forget()
        asked = []

        def counted(run, sql, *given):
            answer = run(sql, *given)
            asked.append(max(0, given[2]["cursor"].rowcount))
            return answer

        own, server = process_time(), self._server()
        with self.connection.execute_wrapper(counted):
            answer = (client or self.client).get(address, headers={"Accept-Encoding": "gzip"})
        size = len(getattr(answer, "content", b""))
        return Figure(
            own=process_time() - own,
            server=self._server() - server,
            queries=len(asked),
            rows=sum(asked),
            bytes=size,
            status=answer.status_code,
        )

    def _server(self):
        """Seconds of the processor that PostgreSQL has spent for us."""
        said = Path(f"/proc/{self._pid}/schedstat").read_text(encoding="ascii")
        return int(said.split()[0]) / 1e9


def table() -> Iterator[str]:
    """Lines, as they are measured."""
    from django.contrib.auth import get_user_model
    from django.db import connection
    from django.test import Client

    with connection.cursor() as cursor:
        cursor.execute(
            "SET max_parallel_workers_per_gather = 0"
        )  # what other processes did would not be counted
    asking = Asking(Client())
    unit = median(asking.unit() for _ in range(50))
    yield f"load of the machine: {os.getloadavg()[0]:.1f}; a unit is {unit:.2f} ms"
    names = ("units", "ms", "client", "server", "queries", "rows", "kB")
    yield "".join(f"{name:>8}" for name in names) + "  address"
    above = 0
    for who, addresses in asked():
        if who:
            asking.client.force_login(get_user_model().objects.get(username=who))
        for _, address in addresses:
            one, units = asking.figure(address)
            if one.status != 200:
                continue
            above += units > UNITS
            mark = " <-- too much" if units > UNITS else ""
            yield (
                f"{units:>8.1f}{one.milliseconds:>8.1f}{1000 * one.own:>8.1f}"
                f"{1000 * one.server:>8.1f}{one.queries:>8}{one.rows:>8}"
                f"{one.bytes / 1000:>8.1f}  {address[:110]}{f' ({who})' if who else ''}{mark}"
            )
    yield f"{above} above {UNITS} units; load of the machine: {os.getloadavg()[0]:.1f}"


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
