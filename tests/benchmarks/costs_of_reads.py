"""Print what public reads cost, in units: ``python -m tests.benchmarks.costs_of_reads [24 300 2000]``.

The arguments are numbers of players. One unit is the processor time of a view that answers ``{"a": 1}``
through the same middleware, measured before and after. Cold: nothing is cached, in milliseconds too; full:
the same again; 304: with its ETag. Anonymous readers, ten rounds, six criteria; SQLite and memory, unless
DATABASE_URL and REDIS_URL name others. Bounds: full 3.0 and 304 2.0 units, whatever the size; a line above
them ends in "!".
"""

import os
import sys
from statistics import median
from time import process_time

from tests.benchmarks.running import new_service, print_each, print_help

SIZES = (24, 300, 2000)
ROUNDS = 10
MOST_FULL, MOST_UNCHANGED = 3.0, 2.0
PAGES = {
    "standings, page": "/tournaments/{slug}/",
    "cross table, page": "/tournaments/{slug}/table/",
    "round 3, page": "/tournaments/{slug}/rounds/3/",
    "players, page": "/tournaments/{slug}/players/",
    "one player, page": "/tournaments/{slug}/players/{entry}/",
    "tournament, REST": "/api/v1/tournaments/{slug}/",
    "standings, REST": "/api/v1/tournaments/{slug}/standings/",
    "entries, REST": "/api/v1/tournaments/{slug}/entries/",
    "standings, CSV": "/api/v1/tournaments/{slug}/standings.csv",
    "embedded": "/tournaments/{slug}/embed/",
}
HEAD = (
    f"{'players':>7}  {'address':<20}{'cold ms':>9}{'cold':>8}{'full':>8}{'304':>8}{'queries':>9}{'kB':>8}"
    f"{'load':>7}"
)


def made(size):
    """Make a public tournament of that many players, all rounds played; return its slug and an entry."""
    from tests.benchmarks.test_standings import CRITERIA, a_congress
    from tests.builders import a_context, an_organisation, imported
    from tournaments.commands import carry_out
    from tournaments.domain.tournament import Publish
    from tournaments.interchange.importing import import_tournament
    from tournaments.tables.rows import EntryRow

    congress = a_congress(size)
    slug = f"congress-{size}"
    told = imported(congress.entrants.values(), congress.games, rounds=ROUNDS, criteria=CRITERIA)
    summary = import_tournament(told, an_organisation(), slug, a_context())
    carry_out(summary.tournament_id, Publish(), a_context())
    return slug, EntryRow.objects.filter(tournament=summary.tournament_id).first().pk


def seconds(work, least=20, enough=0.3):
    """Return the median processor time of some calls."""
    taken = []
    while len(taken) < least or (sum(taken) < enough and len(taken) < 200):
        begun = process_time()
        work()
        taken.append(process_time() - begun)
    return median(taken)


def line(client, address):
    """Return the figures of one address."""
    from django.core.cache import caches
    from django.db import connection

    from games.log import folding

    def get(**headers):
        return client.get(address, headers={"Accept-Encoding": "gzip", **headers})

    def unit():
        return seconds(lambda: client.get("/plain/"))

    get()  # what a process loads once
    caches["shared"].clear()
    folding.clear_cache()
    begun = process_time()
    answer = get()
    cold = process_time() - begun
    known = {"If-None-Match": answer["ETag"]}
    assert (answer.status_code, get(**known).status_code) == (200, 304), address
    asked = []
    with connection.execute_wrapper(lambda run, *given: asked.append(given[0]) or run(*given)):
        get()
    before, full, between = unit(), seconds(get), unit()
    unchanged, after = seconds(lambda: get(**known)), unit()
    full, unchanged = 2 * full / (before + between), 2 * unchanged / (between + after)
    above = full > MOST_FULL or unchanged > MOST_UNCHANGED
    return (
        f"{1000 * cold:>9.0f}{cold / before:>8.1f}{full:>8.1f}{unchanged:>8.1f}{len(asked):>9}"
        f"{len(answer.content) / 1000:>8.1f}{os.getloadavg()[0]:>7.1f}{' !' if above else ''}"
    )


def lines(sizes):
    from django.test import Client

    client = Client()
    yield HEAD
    for size in sizes:
        slug, entry = made(size)
        for name, address in PAGES.items():
            yield f"{size:>7}  {name:<20}{line(client, address.format(slug=slug, entry=entry))}"


def main(sizes):
    with new_service():
        print_each(lines(sizes))


if __name__ == "__main__":
    print_help(__doc__)
    main([int(size) for size in sys.argv[1:]] or SIZES)
