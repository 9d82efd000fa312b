"""The round that the desk is at, and the groups that are paired each by itself."""

from tournaments.domain.waiting import unpaired_groups
from tournaments.loading import load
from tournaments.reading.queries import settings_of
from tournaments.state.groups import groups_of
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow


def next_round(row: TournamentRow) -> int:
    """The first round without pairings, of everybody or of a group; or the last one."""
    paired = set(PairingRow.objects.filter(tournament=row).values_list("round", flat=True))
    state = load(str(row.id))[0] if groups_apart(row) else None
    rounds = range(1, row.rounds + 1)
    return next((n for n in rounds if n not in paired or (state and unpaired_groups(state, n))), row.rounds)


def groups_apart(row: TournamentRow) -> list[str]:
    """None where all play in one."""
    if settings_of(row).teams.boards:
        of_teams = groups_of(load(str(row.id))[0])
        return of_teams if len(of_teams) > 1 else []
    groups = set(EntryRow.objects.filter(tournament=row).values_list("group", flat=True))
    return sorted(groups) if len(groups) > 1 else []
