"""The games of a player, of any round, that need something, and those whose result a ruling changed."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.claims import commands
from games.claims.claim import Claim, Stage
from games.claims.deciding import DESK
from games.claims.host import host
from games.claims.rows import ClaimRow
from games.game.loading import state_of
from games.game.marked_dead import marked_dead, sides_to_accept
from games.game.rows import GameRow
from rules import Phase
from tournaments.access.actors import game_subject
from tournaments.access.table import Subject
from tournaments.competition.history import Winner
from tournaments.state.tournament import ResultState
from tournaments.tables.rows import PairingRow, RoundRow
from tournaments.web.base import allowed
from tournaments.web.games.claim_words import APPEALS, DECISIONS, KINDS
from tournaments.web.mine.game import (
    Seen,
    clock,
    outcome_words,
    report_of_opponent,
    reports_body,
    reports_differ,
    winner_before_ruling,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One matter of a game: what happened and who can do what, on the page at ``address``."""

    round: int
    against: str
    says: str
    address: str


def calls(request: HttpRequest, seen: Seen, now: datetime) -> list[Call]:
    """Return the calls of all games of a player, those of the latest round first."""
    games = list(reversed(seen.games))
    ids = [game.game_id for game in games]
    judged = {row.game_id: row for row in GameRow.objects.filter(game_id__in=ids)}
    claims: dict[object, list[ClaimRow]] = {}
    for claim in ClaimRow.objects.filter(game_id__in=ids).order_by("made_at"):
        claims.setdefault(claim.game_id, []).append(claim)
    rounds = {round_.number: round_ for round_ in seen.rounds}
    found = []
    for game in games:
        one = _Game(seen=seen, game=game, round=rounds[game.round], judged=judged.get(game.game_id))
        page = reverse("web:game", args=(seen.entry.tournament.slug, game.game_id))
        found += [one.call(says, page) for says in (*one.about_dead_stones(), *one.about_reports())]
        if game.game_id in claims and allowed(request, "claim.read", one.subject):
            found += [call for claim in claims[game.game_id] for call in one.about_claim(claim, now)]
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _Game:
    """A game as one of its players sees it."""

    seen: Seen
    game: PairingRow
    round: RoundRow
    judged: GameRow | None

    @property
    def black(self) -> bool:
        return bool(self.game.black_id == self.seen.entry.id)

    @property
    def side(self) -> str:
        return "b" if self.black else "w"

    @property
    def other(self) -> str:
        return str(self.seen.names[str(self.game.white_id if self.black else self.game.black_id)])

    @property
    def subject(self) -> Subject:
        return game_subject(self.seen.entry.tournament, self.game, self.round)

    def call(self, says: str, address: str) -> Call:
        return Call(round=self.game.round, against=self.other, says=says, address=address)

    def about_dead_stones(self) -> Iterator[str]:
        """The other player marked dead stones that this one has not accepted."""
        judged = self.judged
        if judged is None or not judged.has_record or judged.phase != Phase.STOPPED.value:
            return
        state = state_of(str(self.game.game_id), judged)
        if (offered := marked_dead(state)) and self.side in sides_to_accept(state):
            yield _("%(other)s marked %(points)s as dead: %(result)s. Accept it, or make a claim.") % {
                "other": self.other,
                "points": " ".join(offered["points"]),
                "result": offered["result"],
            }

    def about_reports(self) -> Iterator[str]:
        """What the buttons of the game of now do not show: other rounds, and contradictions that stay."""
        said = reports_body(self.seen, self.game, self.round, self.judged)
        now = self.game == self.seen.game and said["open"]
        if now or self.game.ruled_claim or self.game.by_default:
            return
        if self.game.result_state == ResultState.DISPUTED:
            yield reports_differ(said)
        elif said["contradicted"]:
            yield f"{said['record_says']} {_('That is not what was reported.')}"
        elif said["confirm"]:
            yield f"{report_of_opponent(self.seen, self.game)} {_('Confirm it or report another.')}"

    def about_claim(self, row: ClaimRow, now: datetime) -> Iterator[Call]:
        """A claim of another player, a ruling, an appeal of the other player, or a changed result."""
        stage = row.stage_at(now)
        by_other = row.by != self.side
        if stage in (Stage.OPEN, Stage.PROPOSED):
            says = [_claimed(row, self.other)] if by_other else []
        elif stage is Stage.WITHDRAWN:
            says = []
        else:
            claim, _version = commands.load(str(row.claim_id))
            says = list(self._about_ruling(row, claim, stage)) if claim else []
        if says:
            address = reverse("web:claim", args=(self.seen.entry.tournament.slug, row.claim_id))
            yield self.call(" ".join(says), address)

    def _about_ruling(self, row: ClaimRow, claim: Claim, stage: Stage) -> Iterator[str]:
        result, changed = self._result(row)
        again = bool(claim.remedy and claim.remedy.replay) and self.game.winner == Winner.NOBODY_YET
        over = stage is Stage.FINAL and not again
        if over and not ((changed or claim.decided) and not self.seen.entry.tournament.archived):
            return
        if stage is Stage.RULED and not host().in_force(claim.game_id, claim.claim_id):
            return
        if stage is Stage.APPEALED and claim.appeal and claim.appeal.by == self.side:
            return
        yield _ruled(claim)
        yield from [_("The game is to be played again.")] if again else result
        if stage is Stage.APPEALED:
            yield _("The ruling was appealed. It counts until the appeal is decided.")
        elif stage is Stage.FINAL:
            yield _("This is final.")
        else:
            words = (
                _("%(other)s may appeal until %(time)s.")
                if claim.satisfied(self.game.winner) == self.side
                else _("You may appeal until %(time)s.")
            )
            yield words % {"other": self.other, "time": clock(str(row.appeal_until))}

    def _result(self, row: ClaimRow) -> tuple[list[str], bool]:
        """Return the result by this ruling in words, and whether another one counted before."""
        if self.game.ruled_claim != str(row.claim_id):
            return [], False
        now = outcome_words(self.game.winner, black=self.black) or _("no result")
        before = outcome_words(winner_before_ruling(self.game), black=self.black)
        if before in ("", now):
            return [_("Result: %(now)s.") % {"now": now}], False
        facts = {"before": before, "now": now}
        return [_("Result before: %(before)s. Result now: %(now)s.") % facts], True


def _claimed(row: ClaimRow, other: str) -> str:
    words = (
        _("An official made a claim: %(claim)s. A referee rules on it.")
        if row.by == DESK
        else _("%(other)s made a claim: %(claim)s. A referee rules on it.")
    )
    return words % {"other": other, "claim": KINDS[row.kind].title}


def _ruled(claim: Claim) -> str:
    if claim.decided:
        return _("The appeal is decided: %(decision)s.") % {"decision": APPEALS[claim.decided.decision]}
    words = (
        _("The ruling was corrected: %(decision)s.")
        if claim.earlier
        else _("A referee has ruled: %(decision)s.")
    )
    return words % {"decision": DECISIONS[claim.ruling.decision] if claim.ruling else ""}
