"""What a read costs, in units: ``python -m tests.benchmarks.costs_of_reads [24 300 2000]``, players each.

One unit is the processor time of a view that answers ``{"a": 1}`` through the same middleware, measured in
between, so that a busy machine slows both; ``load``: how busy. Cold: nothing is kept, in milliseconds too;
warm: the same again; 304: with its ETag; queries: of a warm one. Anonymous readers, on a database of its own,
ten rounds, six criteria. Bounds: warm 2.0 and 304 1.5 units, whatever the size; above them a line ends in
"!".
"""

import os
import sys
import tempfile
from statistics import median
from time import process_time

from tests.benchmarks.helped import helped

SIZES = (24, 300, 2000)
ROUNDS = 10
MOST_WARM, MOST_UNCHANGED = 2.0, 1.5
PAGES = {
    "standings, page": "/tournaments/{slug}/",
    "cross table, page": "/tournaments/{slug}/table/",
    "round 3, page": "/tournaments/{slug}/rounds/3/",
    "players, page": "/tournaments/{slug}/players/",
    "one player, page": "/tournaments/{slug}/players/{entry}/",
    "tournament, REST": "/api/v1/tournaments/{slug}/",
    "standings, REST": "/api/v1/tournaments/{slug}/standings/",
    "round 3, REST": "/api/v1/tournaments/{slug}/rounds/3/",
    "entries, REST": "/api/v1/tournaments/{slug}/players/",
    "story, REST": "/api/v1/tournaments/{slug}/story/",
    "standings, CSV": "/tournaments/{slug}/standings.csv",
    "embedded": "/tournaments/{slug}/embed/",
}


def made(size):
    """A tournament of that many players, public, all rounds played; its slug and an entry."""
    from tests.benchmarks.test_standings import CRITERIA, a_congress
    from tests.builders import a_context, an_organisation, imported
    from tournaments.commands import carry_out
    from tournaments.deciding.setting_up import Publish
    from tournaments.interchange.importing import import_tournament
    from tournaments.tables.rows import EntryRow

    congress = a_congress(size)
    slug = f"congress-{size}"
    told = imported(congress.entrants.values(), congress.games, rounds=ROUNDS, criteria=CRITERIA)
    summary = import_tournament(told, an_organisation(), slug, a_context())
    carry_out(summary.tournament_id, Publish(), a_context())
    return slug, EntryRow.objects.filter(tournament=summary.tournament_id).first().pk


def seconds(work, least=5, enough=0.3):
    """Of the processor, the median of some."""
    taken = []
    while len(taken) < least or (sum(taken) < enough and len(taken) < 200):
        begun = process_time()
        work()
        taken.append(process_time() - begun)
    return median(taken)


def forget():
    """What a process keeps."""
    from django.core.cache import cache

    from games.log import folding
    from tournaments.rendering import keeping

    cache.clear()
    folding.forget()
    keeping.forget()


def figures(client, address):
    """Milliseconds and units cold, units warm and unchanged, queries, kB.

    None where nothing says that it is unchanged.
    """
    from django.db import connection

    def get(**headers):
        return client.get(address, headers={"Accept-Encoding": "gzip", **headers})

    def unit():
        return seconds(lambda: client.get("/plain/"))

    forget()
    begun = process_time()
    answer = get()
    cold = process_time() - begun
    assert answer.status_code == 200, (address, answer.status_code)
    asked = []
    with connection.execute_wrapper(lambda run, *given: asked.append(given[0]) or run(*given)):
        get()
    before, warm, after = unit(), seconds(get), unit()
    one = (before + after) / 2
    tag = answer.headers.get("ETag")
    unchanged = None
    if tag and get(**{"If-None-Match": tag}).status_code == 304:
        unchanged = seconds(lambda: get(**{"If-None-Match": tag})) / unit()
    return 1000 * cold, cold / one, warm / one, unchanged, len(asked), len(answer.content) / 1000


def table(sizes):
    """Lines, as they are measured."""
    from django.test import Client

    client = Client()
    client.get("/plain/")
    heads = f"{'cold ms':>9}{'cold':>8}{'warm':>8}{'304':>8}{'queries':>9}{'kB':>8}{'load':>7}"
    yield f"{'players':>7}  {'address':<20}{heads}"
    for size in sizes:
        slug, entry = made(size)
        for name, address in PAGES.items():
            at = address.format(slug=slug, entry=entry)
            client.get(at)  # what a process loads once
            ms, cold, warm, unchanged, asked, kilobytes = figures(client, at)
            told = "-" if unchanged is None else f"{unchanged:.1f}"
            above = warm > MOST_WARM or (unchanged or 0) > MOST_UNCHANGED
            yield (
                f"{size:>7}  {name:<20}{ms:>9.0f}{cold:>8.1f}{warm:>8.1f}{told:>8}{asked:>9}{kilobytes:>8.1f}"
                f"{os.getloadavg()[0]:>7.1f}{' !' if above else ''}"
            )


def main(sizes):
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"NIGIRI_DATA": folder, "DJANGO_SETTINGS_MODULE": "deploy.settings"}
        import django
        from django.conf import settings

        settings.ROOT_URLCONF = "tests.benchmarks.plain_urls"
        settings.ALLOWED_HOSTS = ["*"]
        settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": []}
        django.setup()
        from django.core.management import call_command

        from deploy import garbage

        garbage.look_seldom()  # as servers do
        call_command("migrate", verbosity=0)
        for line in table(sizes):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    helped(__doc__)
    main([int(size) for size in sys.argv[1:]] or SIZES)
