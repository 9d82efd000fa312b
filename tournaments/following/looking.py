"""What changed in tournaments and games that are followed: few queries, however many viewers they have."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from games.log.store import Recorded, read
from games.log.wire import class_of
from tournaments.events.declared import DECLARED, Nothing, Rows
from tournaments.following.messages import NAMES, Change, anything
from tournaments.loading import stream_of
from tournaments.reading.live import Seen, seen, versions_of_games
from tournaments.reading.told import Told
from tournaments.reading.visibility import held_games, published
from tournaments.tables.rows import TournamentRow

MOST = 200  # events that are looked at; more are told as if anything had changed
OF_ROUNDS = frozenset({Rows.ROUND, Rows.PAIRS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What somebody follows: a tournament, or one game of it."""

    tournament: UUID
    game: UUID | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A subject as it is now. ``public``: whether everybody may see it; ``house``: the organisation."""

    change: Change
    public: bool
    house: UUID


def look(known: Mapping[Subject, str]) -> dict[Subject, Found]:
    """Each that is there. ``known``: the versions that viewers have been told; "" for none yet."""
    tournaments = seen({subject.tournament for subject in known})
    games = versions_of_games({subject.game for subject in known if subject.game})
    found = {}
    for subject, version in known.items():
        now = tournaments.get(subject.tournament)
        if now is None or (subject.game and subject.game not in games):
            continue
        change = Change(version=games[subject.game]) if subject.game else _since(subject, version, now)
        found[subject] = Found(change=change, public=now.public, house=now.house)
    return found


def _since(subject: Subject, known: str, now: Seen) -> Change:
    """Of a tournament."""
    if known in ("", now.version):
        return Change(version=now.version)
    before, after = (int(version.partition(".")[0]) for version in (known, now.version))
    if not 0 <= after - before <= MOST:
        return anything(now.version)
    row = TournamentRow.objects.filter(pk=subject.tournament).first()
    events = read(stream_of(str(subject.tournament)), after=before, upto=after)
    return _named(now.version, row, events) if row and events else Change(version=now.version)


def _named(version: str, row: TournamentRow, events: Iterable[Recorded]) -> Change:
    """Without what is not told to everybody, such as what happens in a round that is not published."""
    shown = published(row)
    told = Told(shown=shown, hidden=held_games(row, shown))
    open_ = [recorded for recorded in events if not told.withholds(recorded)]
    return Change(
        version=version,
        names={name for recorded in open_ for name in names_of(recorded.kind)},
        rounds={recorded.data["round"] for recorded in open_ if recorded.data.get("round") in shown},
    )


def names_of(kind: str) -> Collection[str]:
    """What an event of this name changes, as messages are called; everything where it is not known."""
    declared = DECLARED.get(class_of(kind))
    if declared is None or (isinstance(declared.news, Nothing) and isinstance(declared.rows, Nothing)):
        return () if declared else NAMES
    news = () if isinstance(declared.news, Nothing) else declared.news
    rows = frozenset() if isinstance(declared.rows, Nothing) else frozenset(declared.rows)
    return {*(name.value for name in news if name.value in NAMES), *(("round",) if rows & OF_ROUNDS else ())}
