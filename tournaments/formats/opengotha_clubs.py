"""OpenGotha's groups of clubs, identified by their names: reading and writing."""

from collections.abc import Iterable, Iterator

from tournaments.competition.history import ClubGroup
from tournaments.formats.fields import fault, text
from tournaments.formats.opengotha_sets import tag
from tournaments.formats.opengotha_settings import Warn
from tournaments.formats.safe_xml import Element

MAX_GROUPS = 500
MAX_CLUBS = 300
UNNAMED = "Unnamed Clubs Group"


def club_groups(root: Element, warn: Warn) -> tuple[ClubGroup, ...]:
    """Return the groups in the order of the file; of two with one name OpenGotha keeps the first."""
    found: dict[str, ClubGroup] = {}
    for element in root.all("ClubsGroups", "ClubsGroup"):
        name = text(element, "name", "").strip() or UNNAMED
        if name in found:
            warn(f"Two groups of clubs are called {name[:80]}: the second is not read.")
            continue
        if len(found) == MAX_GROUPS:
            raise fault(element, "too_many_club_groups", f"more than {MAX_GROUPS} groups of clubs")
        found[name] = ClubGroup(id=name, name=name, clubs=_clubs(element))
    return tuple(found.values())


def _clubs(group: Element) -> tuple[str, ...]:
    clubs = dict.fromkeys(text(club, "name").strip() for club in group.all("Club"))
    if len(clubs) > MAX_CLUBS:
        raise fault(group, "too_many_clubs", f"a group of more than {MAX_CLUBS} clubs")
    return tuple(clubs)


def club_group_lines(groups: Iterable[ClubGroup]) -> Iterator[str]:
    """Return lines of the element ``ClubsGroups``; none without groups, as in OpenGotha."""
    named = list(groups)
    if not named:
        return
    yield "<ClubsGroups>"
    for group in named:
        yield tag("ClubsGroup", {"name": group.name}, close=False)
        yield from (tag("Club", {"name": club}) for club in group.clubs)
        yield "</ClubsGroup>"
    yield "</ClubsGroups>"
