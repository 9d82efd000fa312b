"""An organisation with one player who appears in every place that can name a player."""

import json

from games.game.commands import change_record, receive_record
from games.game.deciding import WithdrawRecord
from games.log.tree import signed_checkpoints
from tests.builders import NOW, a_claim, a_context, a_signup, finish
from tests.test_permission_matrix import a_house
from tournaments.commands import carry_out
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.results import ClearResult
from tournaments.domain.round_stages import CloseRound, ReopenRound
from tournaments.outbox.rows import Job
from tournaments.persons.players import change_player
from tournaments.tables.people import Player
from tournaments.tables.rows import PairingRow, TournamentRow
from tournaments.tables.signups import Signup

# Pages of receipts have thousands of digits: a number of eight would be among them now and then.
NAME, GIVEN, PIN, NATIVE = SECRETS = ("Zauberwald", "Quirinus", "9081726354190817", "秘密")
SPELT = (*SECRETS, NAME.upper(), GIVEN.upper(), json.dumps(NATIVE)[1:-1])
SGF = f"(;GM[1]FF[4]SZ[19]KM[7.5]PB[{NAME} {GIVEN}]PW[Somebody]C[Said {NAME}];B[dd];W[pp])"


def organisation_naming_black():
    """Return an organisation in which Black of the pairing is named in every possible place."""
    house = a_house(published=True)
    row = TournamentRow.objects.get(slug="open")
    player = Player.objects.get(pk=house.pairing.black.player_id)
    names = {"family_name": NAME, "given_name": GIVEN, "native_name": NATIVE, "egf_pin": PIN}
    change_player(player, names, a_context())
    game, id_ = str(house.pairing.game_id), str(row.id)
    receive_record(game, b"(;SZ[19];B[aa])", a_context())
    change_record(game, WithdrawRecord(reason=f"not that of {GIVEN}"), a_context())
    receive_record(game, SGF.encode(), a_context())
    a_claim(game, text=f"{NAME} played twice.")
    finish(row, 1)
    carry_out(id_, ClearResult(game_id=game, reason=f"{GIVEN} was drunk"), a_context())
    finish(row, 1)
    order = ChangeEntry(entry_id=str(house.pairing.black_id), club="Moss", reason=f"{GIVEN} has moved")
    carry_out(id_, order, a_context())
    other = PairingRow.objects.filter(tournament=row).exclude(pk=house.pairing.pk).first()
    carry_out(id_, ClearResult(game_id=str(other.game_id), reason=f"as {NAME} has seen"), a_context())
    finish(row, 1)
    carry_out(id_, CloseRound(round=1, at=NOW), a_context())
    carry_out(id_, ReopenRound(round=1, reason=f"The record of {NAME}."), a_context())
    Signup.objects.filter(pk=a_signup(row, f"{NAME} {GIVEN}", email="q@example.org").pk).update(player=player)
    Signup.objects.filter(pk=a_signup(row, f"{NAME} {GIVEN}").pk).update(state="refused")
    Job.objects.filter(pk=house.known["job_id"]).update(
        problem={"code": "not_checked_in", "detail": "", "players": [{"name": f"{NAME} {GIVEN}"}]}
    )
    signed_checkpoints.sign_checkpoint(NOW)
    house.known["player_id"] = player.pk
    return house


def the_player(house):
    return Player.objects.get(pk=house.known["player_id"])
