"""Which clubs are near to each other."""

from games.story.base import because
from tournaments.events.clubs import ClubGroupDropped, ClubGroupSet
from tournaments.story.sentences.base import Seen, describe


@describe.register
def describe_club_group_set(event: ClubGroupSet, seen: Seen) -> str:
    old = seen.before.club_groups.get(event.group_id)
    before = f", before {_named(old.name, old.clubs)}" if old else ""
    return f"Clubs of one group: {_named(event.name, event.clubs)}{before}{because(event.reason)}"


def _named(name: str, clubs: tuple[str, ...]) -> str:
    return f"{name} ({', '.join(clubs)})"


@describe.register
def describe_club_group_dropped(event: ClubGroupDropped, seen: Seen) -> str:
    group = seen.before.club_groups.get(event.group_id)
    which = f"The clubs {_named(group.name, group.clubs)}" if group else "Some clubs"
    return f"{which} are no group any more{because(event.reason)}"
