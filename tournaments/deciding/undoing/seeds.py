"""Who is seeded how by hand."""

from tournaments.deciding.seeding import SetSeeds
from tournaments.deciding.undoing.base import Edit, Past, edit_of
from tournaments.events.seeds import SeedsSet


@edit_of.register
def edit_of_seeds_set(event: SeedsSet, past: Past) -> Edit:
    before = past.before.seeds.get(event.group, ())
    return Edit(
        subject=lambda state: state.seeds.get(event.group, ()),
        back=[SetSeeds(group=event.group, seeds=before, reason=past.reason)],
    )
