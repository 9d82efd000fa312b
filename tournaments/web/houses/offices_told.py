"""Who was given which office when, and by whom: what the log tells its owners."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth import get_user_model
from django.utils.translation import gettext

from games.log import store
from games.log.joined_logs import ACCOUNT_PREFIX
from games.log.store import StoredEvent
from tournaments.domain.offices import OfficeGranted, OfficeTaken
from tournaments.organisations.offices import account_name, stream_of
from tournaments.tables.people import Organisation
from tournaments.tables.rows import TournamentRow
from tournaments.web.houses.invitations import OFFICES

MOST = 100
Names = Mapping[str, str]


def offices_told(house: Organisation) -> list[dict[str, Any]]:
    """The last events first: moment, what happened, where, and by whom."""
    told = store.read(stream_of(house.pk))[-MOST:]
    accounts, tournaments = _accounts(told), _tournaments(house, told)
    return [_line(one, accounts, tournaments) for one in reversed(told)]


def _line(recorded: StoredEvent, accounts: Names, tournaments: Names) -> dict[str, Any]:
    event = recorded.event
    return {
        "at": recorded.recorded_at,
        "what": _said(event, accounts),
        "tournament": tournaments.get(getattr(event, "tournament_id", ""), ""),
        "by": accounts.get(recorded.actor, recorded.actor),
    }


def _said(event: object, accounts: Names) -> str:
    if not isinstance(event, OfficeGranted | OfficeTaken):
        return ""
    facts = {"user": accounts.get(event.account, event.account), "office": OFFICES[event.office][0]}
    if isinstance(event, OfficeTaken):
        return gettext("%(user)s is no longer %(office)s.") % facts
    return gettext("%(user)s became %(office)s.") % facts


def _accounts(told: Sequence[StoredEvent]) -> dict[str, str]:
    named = {name for one in told for name in (one.actor, str(one.data.get("account", "")))}
    ids = [int(number) for name in named if (number := name.removeprefix(ACCOUNT_PREFIX)).isdecimal()]
    users = get_user_model().objects.filter(pk__in=ids)
    return {account_name(user.pk): user.get_username() for user in users}


def _tournaments(house: Organisation, told: Sequence[StoredEvent]) -> dict[str, str]:
    """Those that are named."""
    ids = {one.data["tournament_id"] for one in told if one.data.get("tournament_id")}
    rows = TournamentRow.objects.filter(organisation_id=house.pk, pk__in=ids).values_list("id", "name")
    return {str(id_): name for id_, name in rows}
