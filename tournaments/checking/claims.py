"""Check findings on claims, and the records that results, claims and rulings refer to."""

from collections import Counter
from typing import Any

from games.adjudication import Case, Finding, find
from games.adjudication.kinds import REFEREES_ONLY
from games.claims.claim import Claim
from games.claims.lines import GamesByVersion, lines_to_judge
from games.game.evolving import fold
from games.game.state import GameState
from games.log.pinning import pinned_stream
from games.log.wire import Unknown
from games.sgf import Record
from games.sgf.uploads import read_record
from tournaments.checking.reading import Bundle
from tournaments.checking.replaying import Replay, claim_after, digests_of
from tournaments.checking.report import Place, Report
from tournaments.state.tournament import Pair


def check_claims(bundle: Bundle, replay: Replay, report: Report) -> None:
    """Check each claim, and the published finding of each claim with a ruling."""
    listed = bundle.published.get("findings", {}).get("findings", ())
    published = {one["claim"]: one for one in listed}
    if len(published) < len(listed):
        report.fault(Place(title="The published findings"), "They have more than one of the same claim.")
    counts: Counter[tuple[str, str]] = Counter()
    for stream in (one for one in bundle.streams if one.startswith("claim-")):
        claim_id = stream.removeprefix("claim-")
        place = Place(title=f"Claim {claim_id}")
        with report.reading(place):
            events = bundle.events(stream)
            claim = claim_after(event for _, event in events) if events else None
            if claim is None:
                report.unchecked["claims of which not everything is public"] += 1
                published.pop(claim_id, None)
                continue
            place = replay.place(claim.game_id)
            counts[claim.game_id, claim.by] += 1
            _check_claim(bundle, replay, claim, published.pop(claim_id, None), report)
    for game_id, by in counts:
        if by in ("b", "w") and counts[game_id, by] > replay.most_claims:
            report.fault(replay.place(game_id), f"{counts[game_id, by]} claims of one player are too many.")
    for claim_id in published:
        report.fault(Place(title=f"Claim {claim_id}"), "A finding is published of a claim that nobody made.")


def _check_claim(
    bundle: Bundle, replay: Replay, claim: Claim, published: dict[str, Any] | None, report: Report
) -> None:
    place, found = replay.place(claim.game_id), replay.state.pair_of(claim.game_id)
    if claim.context != bundle.tournament_id:
        report.fault(place, f"Claim {claim.claim_id} is on a game of another tournament.")
        return
    if claim.by in ("b", "w") and claim.statement.kind in REFEREES_ONLY:
        report.fault(place, f"Claim {claim.claim_id} of a player is one that only officials make.")
    if claim.ruling is None and published is not None:
        report.fault(place, f"A finding is published of claim {claim.claim_id}, which has no ruling.")
        return
    if claim.ruling is None or published is None or found is None:
        report.unchecked["claims without a ruling, or on games that are not public"] += 1
        return
    finding = finding_of(bundle, claim, found[1])
    if finding is None:
        report.unchecked["findings that rest on what is not in the bundle"] += 1
        return
    expected = {
        "claim": claim.claim_id,
        "follows": finding.follows,
        "missing": sorted(one.value for one in finding.missing),
        "turn": finding.turn,
        "verdict": finding.verdict.value,
    }
    report.compare(place, "Finding", {**published, "missing": sorted(published["missing"])}, expected)


def finding_of(bundle: Bundle, claim: Claim, pair: Pair) -> Finding | None:
    """Return the finding on a claim as of its ruling; None if the bundle lacks something it needs."""
    version = claim.ruling.game_version if claim.ruling else 0
    games = _games(bundle, claim, version)
    second = _record(bundle, claim.statement.record)
    if version not in games or (claim.statement.record and second is None):
        return None
    state = games[version]
    own = state.record if state.record and state.record.assumed is None else None  # an older event
    case = Case(
        state=state,
        handicap=pair.handicap,
        komi=pair.komi,
        second=second,
        received=_record(bundle, own.sha256) if own else None,
        lines=lines_to_judge(claim, state, games),
    )
    return find(claim.statement, case)


def _games(bundle: Bundle, claim: Claim, version: int) -> GamesByVersion:
    """Return the game at the version of the ruling, and where each sequence of the claim begins."""
    wanted = {version, *(one.game_version for one in claim.sequences.values())}
    found: dict[int, GameState] = {}
    state: GameState | None = None
    for line, event in bundle.events(f"game-{claim.game_id}") or ():
        state = fold(state, event)
        if state and line.version in wanted:
            found[line.version] = state
    return found


def _record(bundle: Bundle, sha256: str) -> Record | None:
    data = bundle.records.get(sha256) if sha256 else None
    return read_record(data)[1] if data else None


def check_references(bundle: Bundle, replay: Replay, report: Report) -> None:
    """Compare the versions and digests of games to which results, claims and rulings refer."""
    digests = digests_of(bundle)
    for stream, lines in bundle.streams.items():
        if not stream.startswith(("tournament-", "claim-")):
            continue
        games: dict[str, str] = {}
        for line in (one for one in lines if one.data is not None):
            event = bundle.event(line)
            digest = getattr(event, "game_digest", "")
            game = pinned_stream(event) or games.get(stream, "")
            games[stream] = game
            if digest and not isinstance(event, Unknown):
                place = replay.place(game.removeprefix("game-"), line.position)
                expected = digests.get((game, event.game_version))
                report.compare(place, "Digest of the record that this rests on", digest, expected)
