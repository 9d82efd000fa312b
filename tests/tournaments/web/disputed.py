"""A game that two players do not agree on, in a tournament under given rules, and everybody around it."""

from tests.builders import a_context, a_tournament, an_account, pair
from tests.tournaments.web.visitor import Visitor
from tournaments.commands import carry_out
from tournaments.domain.settings import ChangeSettings
from tournaments.loading import load
from tournaments.tables.people import Player
from tournaments.tables.rows import PairingRow

# Black has the left, White the right side; White has a stone at A3 more, and both have passed.
MOVES = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 pass A3 pass pass"
LAST = 14


def sgf(moves=MOVES, size=5):
    """The record of moves by Black and White in turn."""
    points = [
        "" if at == "pass" else f"{at[0].lower()}{chr(ord('a') + size - int(at[1]))}" for at in moves.split()
    ]
    played = "".join(f";{'BW'[turn % 2]}[{at}]" for turn, at in enumerate(points))
    return f"(;GM[1]FF[4]SZ[{size}]KM[0.5]{played})".encode()


def a_dispute(ruleset="makrai-territory", **settings):
    """Four players on boards of 5x5, round 1 shown; both players of the first table have accounts."""
    row = a_tournament(players=4, board_size=5, **{"komi": 0.5} | settings)
    state, _ = load(str(row.id))
    carry_out(
        str(row.id), ChangeSettings(settings=state.settings, ruleset=ruleset, reason="ours"), a_context()
    )
    pair(row, 1)
    pairing = PairingRow.objects.filter(tournament=row).first()
    for side in ("black", "white"):
        Player.objects.filter(pk=getattr(pairing, side).player_id).update(user=an_account(side))
    return pairing


def visitors(*offices):
    """Somebody for each name: a player for "black" and "white", nobody known for "public", else an office."""
    users = {
        name: an_account(name) if name in ("black", "white") else an_account(name, name)
        for name in offices
        if name != "public"
    }
    return [Visitor(users.get(name)) for name in offices]


def game_page(pairing):
    return f"/tournaments/open/games/{pairing.game_id}/"
