"""Who is seeded how by hand."""

from games.marking import marked
from games.story.base import because
from tournaments.events.seeds import SeedsSet
from tournaments.story.sentences.base import Seen, describe


@describe.register
def describe_seeds_set(event: SeedsSet, seen: Seen) -> str:
    teams = seen.after.teams
    names = [teams[id_].name if id_ in teams else seen.who(id_) for id_ in event.seeds]
    listed = ", ".join(f"{number} {name}" for number, name in enumerate(names, start=1))
    seeds = listed or marked("as the settings say")
    if event.group:
        return marked(
            "Seeds of %(group)s: %(seeds)s%(because)s",
            group=event.group,
            seeds=seeds,
            because=because(event.reason),
        )
    return marked("Seeds: %(seeds)s%(because)s", seeds=seeds, because=because(event.reason))
