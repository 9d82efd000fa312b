"""What clients find: tournaments with a round that is paired, and accounts with tokens.

``python -m tests.faults.load.world`` migrates, makes it where there is none, and prints it as JSON.
"""

import json
import sys
from typing import Any

EVENTS, PLAYERS = 5, 40
DESKS = 8  # a single account would be throttled
HOUSE = "home"


def make(events: int = EVENTS, players: int = PLAYERS) -> dict[str, Any]:
    """Plain data: accounts of the desk, and of each tournament its entries and games with both players."""
    from tests.builders import a_tournament, an_organisation, pair
    from tournaments.tables.people import Office

    house = an_organisation(HOUSE)
    desks = [account(f"desk-{n}", Office.OWNER) for n in range(DESKS)]
    rows = [a_tournament(players, slug=f"event-{n}", organisation=house) for n in range(events)]
    for row in rows:
        pair(row, 1)
    return {"house": HOUSE, "desks": desks, "events": [_event(row) for row in rows]}


def account(name: str, office: Any = None) -> dict[str, str]:
    """How the log names them, and what they send to be known."""
    from knox.models import get_token_model

    from tests.builders import an_account

    user = an_account(name, office)
    _, token = get_token_model().objects.create(user=user)
    return {"actor": f"user:{user.pk}", "token": token}


def _event(row: Any) -> dict[str, Any]:
    from tournaments.loading import stream_of
    from tournaments.tables.rows import EntryRow, PairingRow

    games = PairingRow.objects.filter(tournament=row).order_by("table")
    return {
        "slug": row.slug,
        "stream": stream_of(str(row.pk)),
        "entries": [str(id_) for id_ in EntryRow.objects.filter(tournament=row).values_list("id", flat=True)],
        "games": [_game(game) for game in games],
    }


def _game(game: Any) -> dict[str, Any]:
    return {"id": str(game.game_id), **{side: _player(getattr(game, side)) for side in ("black", "white")}}


def _player(entry: Any) -> dict[str, str]:
    """The account of who plays here; one person may play in several tournaments, from one account."""
    from tournaments.tables.people import Player

    told = account(f"player-{entry.player_id}")
    user_id = int(told["actor"].removeprefix("user:"))
    Player.objects.filter(pk=entry.player_id).update(user=user_id)
    return told


def main() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    sys.stdout.write(json.dumps(make()))


if __name__ == "__main__":
    main()
