"""The private link of a registration: signed, kept nowhere, and replaced by a newer one."""

from uuid import UUID

from django.core.signing import BadSignature, Signer

from games.refusals import refuse
from tournaments.tables.signups import Signup

SALT = "nigiri.registration"  # in every link given out so far


def key_of(signup: Signup) -> str:
    """What the link has: the id, which of its links it is, and a signature by the secret key."""
    return Signer(salt=SALT).sign(f"{signup.id.hex}-{signup.link}")


def signup_of(key: str) -> Signup:
    """Raises Refusal ``no_such_registration``, or ``registration_link_replaced`` for an older link."""
    try:
        id_, _, link = Signer(salt=SALT).unsign(key).partition("-")
        found = Signup.objects.select_related("terms").filter(pk=UUID(id_)).first()
    except (BadSignature, ValueError):
        refuse("no_such_registration")
    if found is None:
        refuse("no_such_registration")
    if link != str(found.link):
        refuse("registration_link_replaced")
    return found
