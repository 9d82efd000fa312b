"""Log lines about accounts and offices, by number and never by name or address.

Each line has the id of its request. A failed login names no account, since the text in the name field may be
a password. Refusals are warnings.
"""

from typing import Any

import structlog
from allauth.account.signals import authentication_step_completed, email_changed
from allauth.mfa import signals as factors
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db.models.signals import post_delete, post_save
from django.dispatch import Signal, receiver
from knox.models import AuthToken
from prometheus_client import Counter

from tournaments.accounts.refused_attempts import record_wrong_factor
from tournaments.tables.people import Membership

log = structlog.get_logger("nigiri.security")
REFUSED = Counter("nigiri_logins_refused", "Wrong passwords and wrong second factors.")
OF_ACCOUNTS: dict[Signal, str] = {
    user_logged_in: "logged_in",
    user_logged_out: "logged_out",
    email_changed: "email_changed",
}


def listen() -> None:
    """Connect the signals; called once, when the apps are loaded."""
    for signal, event in OF_ACCOUNTS.items():
        signal.connect(_logger_of(event), weak=False, dispatch_uid=event)


def _logger_of(event: str) -> Any:
    def log_event(user: Any = None, **_: Any) -> None:
        log.info(event, account=getattr(user, "pk", None))

    return log_event


@receiver(authentication_step_completed)
def _log_authentication(user: Any, method: str, *, reauthenticated: bool = False, **more: Any) -> None:
    """Log the method of authentication, without the names and addresses that allauth passes."""
    log.info("authenticated", account=user.pk, by=more.get("type") or method, again=reauthenticated)


@receiver(user_login_failed)
def _log_failed_login(**_: Any) -> None:
    REFUSED.inc()
    log.warning("login_failed")


@receiver(factors.authentication_failed)
def _log_wrong_factor(user: Any = None, **_: Any) -> None:
    REFUSED.inc()
    log.warning("second_factor_wrong", account=getattr(user, "pk", None))
    if user is not None:
        record_wrong_factor(user)


def log_password_change(user: Any) -> None:
    """Log a new password; called by the password validator."""
    log.info("password_changed", account=user.pk)


@receiver(post_save, sender=get_user_model())
def _log_account_change(instance: Any, created: bool, update_fields: Any = None, **_: Any) -> None:  # noqa: FBT001 - Django's
    if created:
        log.info("account_made", account=instance.pk)
    elif update_fields and "is_active" in update_fields:
        log.info("account_opened" if instance.is_active else "account_closed", account=instance.pk)


@receiver(post_save, sender=Authenticator)
def _log_new_factor(instance: Authenticator, created: bool, **_: Any) -> None:  # noqa: FBT001 - Django's
    if created:
        log.info("second_factor_set", account=instance.user_id, kind=instance.type)


@receiver(post_delete, sender=Authenticator)
def _log_removed_factor(instance: Authenticator, **_: Any) -> None:
    log.info("second_factor_gone", account=instance.user_id, kind=instance.type)


@receiver(post_save, sender=AuthToken)
def _log_new_token(instance: AuthToken, created: bool, **_: Any) -> None:  # noqa: FBT001 - Django's
    if created:
        log.info("token_given", account=instance.user_id)


@receiver(post_delete, sender=AuthToken)
def _log_removed_token(instance: AuthToken, **_: Any) -> None:
    log.info("token_ended", account=instance.user_id)


@receiver(post_save, sender=Membership)
def _log_granted_office(instance: Membership, created: bool, **_: Any) -> None:  # noqa: FBT001 - Django's
    if created:
        log.info("office_given", **_office(instance))


@receiver(post_delete, sender=Membership)
def _log_revoked_office(instance: Membership, **_: Any) -> None:
    log.info("office_taken", **_office(instance))


def _office(membership: Membership) -> dict[str, Any]:
    return {
        "account": membership.user_id,
        "office": str(membership.office),
        "organisation": str(membership.organisation_id),
        "tournament": str(membership.tournament_id or ""),
    }
