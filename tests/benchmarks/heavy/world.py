"""``python -m tests.benchmarks.heavy.world PLAYERS`` makes a tournament in which proofs are heavy."""

import json
import sys

ROUNDS = 8


def made(players):
    """The last round but one is paired here. The slug, that round, and some of its games."""
    from tests.benchmarks.test_standings import a_congress
    from tests.builders import a_context, an_organisation, imported, pair
    from tournaments.commands import carry_out
    from tournaments.deciding.setting_up import Publish
    from tournaments.interchange.importing import import_tournament
    from tournaments.tables.rows import PairingRow, TournamentRow

    congress = a_congress(players)
    games = [game for game in congress.games if game.round < ROUNDS - 1]
    told = imported(congress.entrants.values(), games, rounds=ROUNDS)
    summary = import_tournament(told, an_organisation("home"), "heavy", a_context())
    row = TournamentRow.objects.get(pk=summary.tournament_id)
    carry_out(str(row.pk), Publish(), a_context())
    pair(row, ROUNDS - 1)
    ids = PairingRow.objects.filter(tournament=row, round=ROUNDS - 1).order_by("table")
    return {"slug": row.slug, "round": ROUNDS - 1, "games": [str(one.game_id) for one in ids[:20]]}


def main(players):
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    sys.stdout.write(json.dumps(made(players)))


if __name__ == "__main__":
    main(int(sys.argv[1]))
