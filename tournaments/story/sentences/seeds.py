"""Who is seeded how by hand."""

from games.story.base import because
from tournaments.events.seeds import SeedsSet
from tournaments.story.sentences.base import Seen, describe


@describe.register
def describe_seeds_set(event: SeedsSet, seen: Seen) -> str:
    of = f" of {event.group}" if event.group else ""
    teams = seen.after.teams
    names = [teams[id_].name if id_ in teams else seen.who(id_) for id_ in event.seeds]
    listed = ", ".join(f"{number} {name}" for number, name in enumerate(names, start=1))
    return f"Seeds{of}: {listed or 'as the settings say'}{because(event.reason)}"
