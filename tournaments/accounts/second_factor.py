"""Second factors: a code is good once, and an organisation may ask its officers for one."""

from datetime import UTC, datetime
from typing import Any

from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from django.db.models import Q

from games.marking import marked
from games.refusals import Code, refuse, register
from tournaments.accounts.factor_sealing import sealed
from tournaments.tables.people import Organisation

PERIOD = app_settings.TOTP_PERIOD  # seconds

register(
    {
        "second_factor_needed": Code(
            status=403,
            title=marked("This organisation asks its officers for a second factor."),
            advice=marked("Turn it on in your account, then go on."),
        ),
        "second_factor_of_own": Code(
            status=409,
            title=marked("Your own account has no second factor: you would shut yourself out."),
            advice=marked("Turn it on in your account first."),
        ),
    }
)


def first_use(factor: Authenticator, at: datetime) -> bool:
    """Note that the code of this moment is used; False where it was, be it to set the factor up.

    The row decides and not the cache, which each process may have for itself.
    """
    if factor.type != Authenticator.Type.TOTP:
        return True
    begins = datetime.fromtimestamp(at.timestamp() // PERIOD * PERIOD, UTC)
    unused = Authenticator.objects.filter(
        Q(last_used_at=None) | Q(last_used_at__lt=begins), pk=factor.pk, created_at__lt=begins
    )
    secret = {"secret": sealed(factor.data["secret"])}  # plain, where it was set up before they were sealed
    return bool(unused.update(last_used_at=at, data={**factor.data, **secret}))


def has_second_factor(user_id: int) -> bool:
    return bool(with_second_factor([user_id]))


def with_second_factor(user_ids: Any) -> set[int]:
    """Those of the accounts, numbers or a query of them, that have one."""
    found = Authenticator.objects.filter(user_id__in=user_ids, type=Authenticator.Type.TOTP)
    return set(found.values_list("user_id", flat=True))


def every_officer_needs_one() -> bool:
    """Whether the service asks for all of its organisations, and of whoever runs it."""
    return bool(settings.SECOND_FACTOR == "officers")


def forget_second_factor(user: Any) -> None:
    """Recovery codes too: the password alone is asked for again."""
    Authenticator.objects.filter(user=user).delete()


def ask_officers(organisation: Organisation, *, asked: bool, user_id: int) -> Organisation:
    """Offices of the organisation count for accounts with a second factor alone, or for all again.

    Refuses ``second_factor_of_own``.
    """
    with transaction.atomic():
        if asked and not has_second_factor(user_id):
            refuse("second_factor_of_own")
        Organisation.objects.filter(pk=organisation.pk).update(second_factor=asked)
    organisation.second_factor = asked
    return organisation
