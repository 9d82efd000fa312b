"""An installation with a row in every table that is not made from events."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from django.core.management import call_command
from knox.models import AuthToken

from games.claims.rows import ClaimEvidence, ClaimPicture
from games.game.rows import GameRow
from games.log.idempotency import KeptAnswer
from tests.builders import NOW
from tournaments.outbox.rows import Endpoint
from tournaments.tables.accounts import EntryLink, Invitation
from tournaments.tables.people import Organisation
from tournaments.tables.rows import EntryRow

PICTURE = bytes(range(256)) * 1000


def furnished():
    """The demonstration and, beside its people, records and offices, a row of each table that matters."""
    call_command("demo", "--stage", "dispute", "--json")
    organisation, user = Organisation.objects.get(), get_user_model().objects.get(username="director")
    game = GameRow.objects.first().game_id
    EntryLink.objects.create(entry_id=str(EntryRow.objects.first().id), serial=3, changed_at=NOW)
    ClaimEvidence.objects.create(claim_id=game, purpose="claim", text="石が取られた 'so'\n\"…\"", sha256="a")
    ClaimPicture.objects.create(claim_id=game, purpose="claim", sha256="b", data=PICTURE)
    Endpoint.objects.create(
        organisation=organisation,
        url="https://example.org/",
        kinds=["game.ended"],
        secret="whsec_x",
        created_at=NOW,
    )
    KeptAnswer.objects.create(id=game, sealed=b"\x00\xff")
    EmailAddress.objects.create(user=user, email="director@example.org", verified=True, primary=True)
    Authenticator.objects.create(user=user, type="totp", data={"secret": "kept"})
    Invitation.objects.create(organisation=organisation, made_at=NOW, expires_at=NOW + timedelta(days=1))
    AuthToken.objects.create(user=user)
