"""A round whose first pair has accounts, its officials, and the notices that each of them got."""

from allauth.account.models import EmailAddress

from tests.builders import an_account
from tests.tournaments.web.disputed import a_dispute
from tournaments.notices.rows import Kind, Notice, Wishes
from tournaments.notices.texts import notice_text
from tournaments.outbox.running import run_due
from tournaments.tables.people import Office


def a_told_round(*offices, **settings):
    """Its first pair, shown to all; an account for each office, of the same name."""
    for office in offices:
        an_account(office, Office(office))
    return a_dispute(**settings)


def told(kind=None):
    """{account: the words it was told}, after all that is due; of one kind of notices, or all."""
    run_due()
    found = {}
    for notice in Notice.objects.order_by("created_at", "id").select_related("user"):
        if kind in (None, notice.kind):
            found.setdefault(notice.user.username, []).append(notice_text(notice).text)
    return found


def wants(name, *kinds, mail=False, address=""):
    """The account, with these wishes and a verified address if one is given."""
    user = an_account(name)
    chosen = [str(kind) for kind in (kinds or Kind)]
    Wishes.objects.update_or_create(user=user, defaults={"kinds": chosen, "mail": mail})
    if address:
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    return user
