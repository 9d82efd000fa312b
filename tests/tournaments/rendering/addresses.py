"""The addresses whose answers are kept, each in one tournament."""

from tournaments.tables.rows import EntryRow, PairingRow

ADDRESSES = {
    "standings": "/tournaments/{slug}/",
    "standings after round 1": "/tournaments/{slug}/?round=1",
    "table": "/tournaments/{slug}/table/",
    "round": "/tournaments/{slug}/rounds/2/",
    "players": "/tournaments/{slug}/players/",
    "player": "/tournaments/{slug}/players/{entry}/",
    "prizes": "/tournaments/{slug}/prizes/",
    "ratings": "/tournaments/{slug}/ratings/",
    "placing": "/tournaments/{slug}/tiebreaks/",
    "data": "/tournaments/{slug}/standings.json",
    "csv": "/tournaments/{slug}/standings.csv",
    "round as data": "/tournaments/{slug}/rounds/2.csv",
    "feed": "/tournaments/{slug}/feed.atom",
    "embedded": "/tournaments/{slug}/embed/",
    "proof": "/tournaments/{slug}/rounds/2/proof/",
    "why": "/tournaments/{slug}/rounds/2/why/{game}/",
    "tournament, REST": "/api/v1/tournaments/{slug}/",
    "standings, REST": "/api/v1/tournaments/{slug}/standings/",
    "entries, REST": "/api/v1/tournaments/{slug}/players/",
    "rounds, REST": "/api/v1/tournaments/{slug}/rounds/",
    "round, REST": "/api/v1/tournaments/{slug}/rounds/2/",
    "pairings, REST": "/api/v1/tournaments/{slug}/rounds/2/pairings/",
    "proof, REST": "/api/v1/tournaments/{slug}/rounds/2/proof/",
    "prizes, REST": "/api/v1/tournaments/{slug}/prizes/",
    "ratings, REST": "/api/v1/tournaments/{slug}/ratings/",
}


def addresses_of(row):
    entry = EntryRow.objects.filter(tournament=row).last().id
    game = PairingRow.objects.filter(tournament=row, round=2).first().game_id
    return {
        name: address.format(slug=row.slug, entry=entry, game=game) for name, address in ADDRESSES.items()
    }
