"""Two houses in the service's database, one public and one hidden, and whose right an action is there."""

from dataclasses import dataclass

from tests.test_permission_matrix import PAGES, a_house, subject_of
from tournaments.access.table import may
from tournaments.accounts.passwords import password_path
from tournaments.organisations.founding import setup_key
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

ELSEWHERE = {  # what the path does not say whom it is about: by a member of the body, or of whoever asks
    "api:tournaments", "api:jobs", "claims", "web:new-tournament", "web:job", "web:my",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Visited:
    """A house of the permission matrix, with what the fuzzer wants to know of it beside.

    ``entries`` play for themselves, ``members`` in teams.
    """

    house: object
    known: dict
    entries: list[str]
    members: list[str]

    def __getattr__(self, name):
        return getattr(self.house, name)

    def parameter(self, route, name):
        """The value of a parameter in the path of this route."""
        if name == "slug" and "/organisations/" in route.template:
            return self.organisation.slug
        if name == "slug" and "team_id" in route.parameters:
            return self.teams.slug
        if name == "token" and route.name.startswith(("web:open-link", "web:tie-player")):
            return self.link
        if name == "invitation_id" and route.name.endswith("revoke-founder"):
            return self.founding
        return self.known.get(name, "x")

    def allows(self, who, route, method):
        """Whether the table of rights lets them, as things are; None where the path does not say."""
        action = _action(route, method)
        if action is None or route.name in ELSEWHERE:
            return None
        meant = self.teams.pk if "team_id" in route.parameters else self.pairing.tournament_id
        row = TournamentRow.objects.filter(pk=meant).first()
        waiting = EntryRow.objects.filter(pk=self.known["entry_id"]).first()
        pairing = PairingRow.objects.filter(pk=self.pairing.pk).first()
        if None in (row, waiting, pairing):
            return None
        return may(who.actor(rest=route.is_rest), action, subject_of(action, row, pairing, waiting))


def _action(route, method):
    if route.is_rest:
        return route.access.get("GET" if method == "HEAD" else method)
    asked, action = PAGES.get(route.name, ("", None))
    return action if method == asked else None


def visit(*, published, mark):
    house = a_house(published=published, mark=mark)
    return Visited(
        house=house,
        known=house.known | _links(house),
        entries=_entries(house.pairing.tournament),
        members=_entries(house.teams),
    )


def _entries(row):
    return list(map(str, EntryRow.objects.filter(tournament=row).values_list("id", flat=True)))


def _links(house):
    """What a path takes of an account's or the service's own links."""
    uidb36, _, key = password_path(house.accounts["user"]).rstrip("/").rpartition("/")[2].partition("-")
    return {"uidb36": uidb36, "key": key, "setup": setup_key()}
