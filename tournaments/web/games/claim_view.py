"""What the page of a claim shows beside its data: in words, as a board, and what can be done next."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from games.analysis.hints import NO_VERDICT
from games.claims.bodies import finding_body
from games.claims.claim import Claim, Stage
from games.claims.commands import stream_of
from games.claims.deciding import DESK
from games.claims.deciding.playing_out import may_take_back
from games.claims.events import SequenceActed, SequenceTakenBack
from games.claims.pictures import APPEAL, CLAIM, digests, stored_purposes
from games.claims.queries import finding_of
from games.game.loading import state_of
from games.log import store
from rules import Phase
from tournaments.tables.rows import PairingRow
from tournaments.web.actor_names import sides_of_actors
from tournaments.web.games import claim_actions, claim_board
from tournaments.web.games import claim_words as words
from tournaments.web.games.game_words import side_name
from tournaments.web.games.touching import TouchBoard, touch_board
from tournaments.web.ruleset_titles import title_of


def view_of(
    request: HttpRequest, claim: Claim, by: str, pairing: PairingRow, at: datetime, number: int | None
) -> dict[str, Any]:
    """What the page shows beside the claim's own data and the rights. ``number`` as for ``board_view``."""
    page = reverse("web:claim", args=(pairing.tournament.slug, claim.claim_id))
    state, finding = state_of(claim.game_id), finding_of(claim)
    view = claim_board.board_view(request, claim, state, finding, number)
    playing = _playing(claim, by, view, at)
    board = claim_board.board(view, claim.statement.points)
    every = sequences(claim, pairing)
    return {
        "stage": words.STAGES[claim.stage(at)],
        "made_at": datetime.fromisoformat(claim.made_at),
        "until": claim.appeal_until,
        "by": words.BY[claim.by],
        "kind": words.KINDS[claim.statement.kind.value].title,
        "says": words.statement_words(claim.statement),
        "ruling": _ruling(claim),
        "earlier": [
            {
                "decision": words.DECISIONS[ruling.decision],
                "reasons": ruling.reasons,
                "remedy": words.remedy_words(ruling.remedy, restores=ruling.corrects),
            }
            for ruling, _ in reversed(claim.earlier)
        ],
        "finding": {
            **finding_body(finding),
            "state": words.verdict_words(finding, claim),
            "offered": finding.offered,
        },
        "found": words.finding_tag(finding),
        "pictures": pictures(claim, by),
        "sequences": [one for one in every if _is_open(one, view)],
        "empty": [one for one in every if not _is_open(one, view)],
        "page": page,
        "view": view,
        "board": board,
        **claim_board.stepping(view, claim),
        "facts": claim_board.facts(view.game),
        "hint": NO_VERDICT,
        "rules": title_of(state.game.ruleset.name),
        "last_turn": state.game.turn,
        "playing": playing,
        "touch": _touch(view, playing),
        "take_back": _line_number(view) if _takes_back(claim, by, view, at) else None,
        "zoom": bool(request.GET.get("zoom") or request.POST.get("zoom")),
        "decisions": words.DECISIONS.items(),
    }


def pictures(claim: Claim, by: str) -> dict[str, dict[str, Any]]:
    """By what it came with: whether it is here, its digest, and whether the reader may have it erased."""
    there = stored_purposes(claim.claim_id)
    senders = {CLAIM: claim.by, APPEAL: claim.appeal.by if claim.appeal else ""}
    return {
        purpose: {
            "purpose": purpose,
            "digest": digest,
            "here": purpose in there,
            "erase": by in (DESK, senders[purpose]),
        }
        for purpose, digest in digests(claim).items()
    }


def _ruling(claim: Claim) -> dict[str, Any]:
    """What was decided, in words."""
    ruling, decided, appeal = claim.ruling, claim.decided, claim.appeal
    return {
        "decision": words.DECISIONS[ruling.decision] if ruling else "",
        "appealed_by": words.BY[appeal.by] if appeal else "",
        "appeal_decision": words.APPEALS[decided.decision] if decided else "",
        "remedy": words.remedy_words(ruling.remedy, restores=ruling.corrects) if ruling else "",
        "appeal_remedy": words.remedy_words(decided.remedy, restores=True) if decided else "",
    }


def _touch(view: claim_board.BoardView, playing: dict[str, Any]) -> TouchBoard | None:
    """The board to be touched, where the reader plays now; else, and with hints, it is only looked at."""
    if not playing or view.hints:
        return None
    if playing["with_points"]:
        return touch_board(view.game.board, chosen=playing["points"].split())
    return touch_board(view.game.board, open_points=playing["plays"])


def _line_number(view: claim_board.BoardView) -> int | None:
    return int(view.line) if view.line.isdecimal() else None


def _takes_back(claim: Claim, by: str, view: claim_board.BoardView, at: datetime) -> bool:
    number, at_its_end = _line_number(view), view.turn == view.turns
    opened = number is not None and at_its_end and claim.stage(at) is Stage.OPEN
    return opened and may_take_back(claim, number or 0, by)


def _playing(claim: Claim, by: str, view: claim_board.BoardView, at: datetime) -> dict[str, Any]:
    """What can be played on in the sequence that is shown; empty where nothing can."""
    game = view.game
    at_its_end = view.line.isdecimal() and view.turn == view.turns
    if not at_its_end or claim.stage(at) is not Stage.OPEN or game.phase is Phase.OVER:
        return {}
    return {
        "number": int(view.line),
        "stopped": game.phase is Phase.STOPPED,
        "waits": "" if claim_actions.moves(game, by) else side_name(game.to_play),
        "plays": claim_actions.plays(game, by),
        "play": claim_actions.play_value(game),
        "challenges": claim_actions.challenges(game, by),
        "challenge": claim_actions.challenge_value(game),
        "simple": claim_actions.simple(game, by),
        "with_points": claim_actions.with_points(game, by),
        "points": " ".join(at for at in claim.statement.points if game.board[at]),
    }


def _is_open(sequence: dict[str, Any], view: claim_board.BoardView) -> bool:
    """Something was played in it, or it is looked at now; the others are folded away."""
    return bool(sequence["actions"]) or view.line == str(sequence["number"])


def sequences(claim: Claim, pairing: PairingRow) -> list[dict[str, Any]]:
    """What was played out, each action with who entered it."""
    entered = _entered(claim, pairing)
    return [
        {
            "number": sequence.number,
            "turn": sequence.turn,
            "sequence": sequence.sequence,
            "by": words.BY[sequence.by],
            "one_sided": sequence.one_sided,
            "actions": [
                {"turn": turn, "says": claim_actions.words(action), "by": by}
                for turn, (action, by) in enumerate(zip(sequence.actions, entered[number], strict=True), 1)
            ],
        }
        for number, sequence in claim.sequences.items()
    ]


def _entered(claim: Claim, pairing: PairingRow) -> dict[int, list[str]]:
    known = sides_of_actors(pairing)
    found: dict[int, list[str]] = {number: [] for number in claim.sequences}
    for recorded in store.read(stream_of(claim.claim_id)):
        if isinstance(recorded.event, SequenceActed):
            found[recorded.event.number].append(known.get(recorded.actor, str(words.BY[DESK])))
        if isinstance(recorded.event, SequenceTakenBack):
            del found[recorded.event.number][recorded.event.to_turn :]
    return found
