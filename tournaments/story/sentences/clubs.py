"""Which clubs are near to each other."""

from games.marking import marked
from games.story.base import because
from tournaments.events.clubs import ClubGroupDropped, ClubGroupSet
from tournaments.story.sentences.base import Seen, describe


@describe.register
def describe_club_group_set(event: ClubGroupSet, seen: Seen) -> str:
    old = seen.before.club_groups.get(event.group_id)
    facts = {"named": _named(event.name, event.clubs), "because": because(event.reason)}
    if old:
        return marked(
            "Clubs of one group: %(named)s, before %(old)s%(because)s",
            old=_named(old.name, old.clubs),
            **facts,
        )
    return marked("Clubs of one group: %(named)s%(because)s", **facts)


def _named(name: str, clubs: tuple[str, ...]) -> str:
    return f"{name} ({', '.join(clubs)})"


@describe.register
def describe_club_group_dropped(event: ClubGroupDropped, seen: Seen) -> str:
    group = seen.before.club_groups.get(event.group_id)
    why = because(event.reason)
    if group is None:
        return marked("Some clubs are no group any more%(because)s", because=why)
    named = _named(group.name, group.clubs)
    return marked("The clubs %(named)s are no group any more%(because)s", named=named, because=why)
