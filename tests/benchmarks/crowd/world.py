"""The tournament: ``python -m tests.benchmarks.crowd.world PLAYERS`` makes it and prints it as JSON."""

import json
import sys

ROUNDS = 5
DESKS = 8  # a single account would be throttled


def made(players):
    """Four rounds are played, the fifth is going on; accounts of the desk with their tokens."""
    from tests.benchmarks.test_standings import a_congress
    from tests.builders import a_context, an_organisation, imported, pair
    from tests.faults.load.world import account
    from tournaments.commands import carry_out
    from tournaments.domain.tournament import Publish
    from tournaments.interchange.importing import import_tournament
    from tournaments.tables.people import Office
    from tournaments.tables.rows import PairingRow, TournamentRow

    congress = a_congress(players)
    games = [game for game in congress.games if game.round < ROUNDS]
    told = imported(congress.entrants.values(), games, rounds=ROUNDS)
    summary = import_tournament(told, an_organisation("home"), "crowd", a_context())
    row = TournamentRow.objects.get(pk=summary.tournament_id)
    carry_out(str(row.pk), Publish(), a_context())
    pair(row, ROUNDS)
    ids = PairingRow.objects.filter(tournament=row, round=ROUNDS).values_list("game_id", flat=True)
    desks = [account(f"desk-{number}", Office.OWNER)["token"] for number in range(DESKS)]
    return {"slug": row.slug, "games": [str(id_) for id_ in ids], "desks": desks}


def main(players):
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    sys.stdout.write(json.dumps(made(players)))


if __name__ == "__main__":
    main(int(sys.argv[1]))
