"""The next step of a claim, and who decides an appeal."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.claims.claim import OTHER, Claim, Stage
from tournaments.access.table import Role
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow
from tournaments.web.games.claim_words import BY


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterRounds:
    """The rounds after that of the game that are paired, as far as the reader sees them.

    ``is_last``: the game's round is the last one; ``can_undo``: the round that the reader can pair again.
    """

    paired: tuple[int, ...] = ()
    is_last: bool = False
    can_undo: int | None = None


def later_rounds(row: TournamentRow, number: int, *, director: bool) -> LaterRounds:
    """Return the later rounds; ``director``: the reader may pair, and sees rounds before publication."""
    rounds = RoundRow.objects.filter(tournament=row, number__gt=number).order_by("number")
    games = PairingRow.objects.filter(tournament=row, round__gt=number)
    paired = set(games.values_list("round", flat=True))
    shown = [one for one in rounds if one.number in paired and (director or one.published)]
    last = shown[-1] if shown and director else None
    free = last and not last.closed and not games.filter(round=last.number).exclude(result_state="missing")
    return LaterRounds(
        paired=tuple(one.number for one in shown),
        is_last=number == row.rounds,
        can_undo=last.number if last and free else None,
    )


def next_step(claim: Claim, result: str, at: datetime, reaches: Role | None, later: LaterRounds) -> str:
    """Return what comes next. ``reaches``: the office that an appeal reaches, None: nobody."""
    stage = claim.stage(at)
    says = {
        Stage.OPEN: _opened(later),
        Stage.PROPOSED: _("A second official has to confirm the ruling before it counts."),
        Stage.RULED: _("%(who)s may appeal; if nobody does, the ruling is final.")
        % {"who": _who(claim, result)},
        Stage.APPEALED: decides(reaches),
        Stage.FINAL: _("Nothing: the decision is final."),
        Stage.WITHDRAWN: _("Nothing: the claim was withdrawn."),
    }[stage]
    changes = claim.remedy is not None and claim.remedy.decides
    concerns = changes if stage is Stage.FINAL else stage is not Stage.WITHDRAWN
    return " ".join([says, *(_pairings(later) if concerns else ())])


def _opened(later: LaterRounds) -> str:
    if later.paired:
        says = _("A referee rules on it.")
    elif later.is_last:
        says = _("A referee rules on it before the final standings.")
    else:
        says = _("A referee rules on it, if possible before the next round is paired.")
    return f"{says} {_('Until the ruling both players may add to the sequences below.')}"


def _pairings(later: LaterRounds) -> Iterator[str]:
    """What happens to rounds that are paired already."""
    if later.paired:
        yield ngettext(
            "Round %(rounds)s is already paired, and its pairings stay."
            " A changed result counts in the standings and in the pairing of later rounds.",
            "Rounds %(rounds)s are already paired, and their pairings stay."
            " A changed result counts in the standings and in the pairing of later rounds.",
            len(later.paired),
        ) % {"rounds": ", ".join(map(str, later.paired))}
    if later.can_undo is not None:
        yield _("As long as round %(round)s has no result, you can undo its pairing and pair it again.") % {
            "round": later.can_undo
        }


def _who(claim: Claim, result: str) -> str:
    """Who may appeal: not the player to whom the ruling gives all they could have."""
    satisfied = claim.satisfied(result)
    return str(BY[OTHER[satisfied]]) if satisfied else _("Either player")


def decides(reaches: Role | None) -> str:
    """Who decides an appeal that was made."""
    if reaches is None:
        return _("Nobody can decide the appeal yet: an owner of the organisation has to name a committee.")
    if reaches is Role.OWNER:
        return _("No committee is named: an owner of the organisation decides the appeal.")
    return _("The appeals committee decides; that is final.")


def before_appeal(reaches: Role | None) -> str:
    """What to know before appealing; "" where the committee decides."""
    if reaches is None:
        return _(
            "Nobody can decide an appeal at present: no committee is named, and every owner of the"
            " organisation plays in this game or ruled on it. You can still appeal in time: the appeal"
            " waits. Ask an owner to name a committee."
        )
    if reaches is Role.OWNER:
        return _("No committee is named: an owner of the organisation would decide the appeal.")
    return ""
