"""The code at the door of the hall: whoever reads it there with their own link or account is checked in.

It is signed and kept nowhere, and holds until a first round is paired: then the desk says who came.
"""

from django.core.signing import BadSignature, Signer

from games.refusals import refuse
from tournaments.tables.rows import PairingRow, TournamentRow


def hall_code(row: TournamentRow) -> str:
    """What the address at the door ends with."""
    return _signer().signature(str(row.id))


def check_hall_code(row: TournamentRow, code: str) -> None:
    """Refuses with ``no_such_hall_code`` or ``hall_code_ended``."""
    try:
        _signer().unsign(f"{row.id}:{code}")
    except BadSignature:
        refuse("no_such_hall_code")
    if PairingRow.objects.filter(tournament=row).exists():
        refuse("hall_code_ended")


def _signer() -> Signer:
    return Signer(salt="nigiri.hall")
