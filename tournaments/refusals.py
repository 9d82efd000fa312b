"""Codes of the refusals of a tournament, each with its HTTP status and advice."""

from games.marking import marked
from games.refusals import Code, register

CODES: dict[str, tuple[int, str]] = {
    "tournament_exists": (409, marked("This tournament already exists.")),
    "not_merged": (422, marked("Enter what is new by hand: this tournament cannot be compared with a file.")),
    "slug_taken": (409, marked("Another tournament or organisation has this address: choose another.")),
    "invalid_settings": (422, marked("Correct the named setting.")),
    "invalid_limit": (422, marked("Correct the named limit.")),
    "unknown_ruleset": (422, marked("Name a ruleset of /api/v1/rulesets/, with options such as komi=7.5.")),
    "unknown_entry": (404, marked("There is no such entry in this tournament.")),
    "unknown_player": (422, marked("There is no such player in this organisation: add them first.")),
    "unknown_meeting_group": (404, marked("There is no such group in this tournament.")),
    "invalid_meeting_group": (422, marked("Correct the named field of the group.")),
    "unknown_club_group": (404, marked("There is no such group of clubs in this tournament.")),
    "invalid_club_group": (422, marked("Correct the named field of the club group.")),
    "in_another_round": (422, marked("The game belongs to another round. Use the address of that round.")),
    "unknown_pairing": (404, marked("There is no such game in this tournament.")),
    "already_entered": (409, marked("This player is already entered.")),
    "no_teams": (409, marked("Players play for themselves here: set teams.boards to 2 to 10 first.")),
    "unknown_team": (404, marked("There is no such team in this tournament.")),
    "team_exists": (409, marked("This team already exists.")),
    "team_has_games": (409, marked("The team has games here: let its members withdraw instead.")),
    "invalid_team": (422, marked("Correct the named field of the team.")),
    "in_another_team": (409, marked("This player is in another team.")),
    "not_in_team": (422, marked("Only members of the team sit at its boards.")),
    "invalid_line_up": (422, marked("Name one member for each board, from board 1 down.")),
    "no_match": (409, marked("The team has no match in this round.")),
    "too_many_entries": (422, marked("The tournament is full.")),
    "invalid_entry": (422, marked("Correct the named field of the entry.")),
    "entry_has_games": (409, marked("The player has games here: withdraw the entry instead.")),
    "entry_has_played": (409, marked("This player has played here: withdraw them, and enter the other one.")),
    "no_such_hall_code": (
        404,
        marked("Scan the code of the hall again, or check in at the desk."),
    ),
    "hall_code_ended": (409, marked("The first round is paired: go to the desk and say that you are here.")),
    "unknown_list": (
        404,
        marked("This list has not been imported. Import it on the organisation's page of rating lists."),
    ),
    "list_read_anew": (409, marked("A newer list has been imported. Review the changes again.")),
    "not_refreshed": (
        409,
        marked("The list has no new data for one of these players. Review the changes again."),
    ),
    "nobody_chosen": (422, marked("Choose at least one player.")),
    "not_checked_in": (
        409,
        marked(
            "Some players are not checked in: send not_here, pair to pair them or absent to leave them out."
        ),
    ),
    "results_missing": (
        409,
        marked("Results of earlier rounds are missing: enter them, or give the reason to pair without them."),
    ),
    "entry_in_group": (409, marked("Take the player out of the team, or the group, first.")),
    "no_such_round": (404, marked("The tournament has no such round: see its number of rounds.")),
    "earlier_round_not_paired": (409, marked("Pair the earlier round first.")),
    "round_already_paired": (409, marked("The round is paired: unpair it or some of its tables first.")),
    "round_has_results": (409, marked("Clear the results of the round first.")),
    "later_round_paired": (409, marked("A later round is paired: unpair that one first.")),
    "round_not_published": (409, marked("The round is not published yet.")),
    "round_closed": (409, marked("The round is closed: speak to the referee, or have a director reopen it.")),
    "round_unfinished": (
        409,
        marked("Some games of the round have no result, have a disputed result, or are postponed."),
    ),
    "too_few_players": (
        409,
        marked("Fewer than two players, or teams, are waiting for a game in this round."),
    ),
    "must_not_meet": (
        409,
        marked(
            "Two players who must not meet cannot be kept apart. Remove the constraint for this "
            "round, or pair by hand."
        ),
    ),
    "cannot_pair": (409, marked("The round cannot be paired with these players and settings.")),
    "field_drawn": (
        409,
        marked("Round 1 is paired. Undo it to change the field, or withdraw players who leave."),
    ),
    "not_drawn": (409, marked("Draw round 1 of the group first.")),
    "no_winner": (
        409,
        marked("The next round needs a winner of each game. Record it, or choose who goes on after a jigo."),
    ),
    "not_as_drawn": (
        409,
        marked("The games played do not fit the bracket. Pair the undone game again, or undo the round."),
    ),
    "rounds_follow_results": (
        409,
        marked("Only a round robin is drawn all at once. Here, each round follows from results."),
    ),
    "only_in_a_round_robin": (
        409,
        marked("Only in a round robin can the games of a player or a team be left out."),
    ),
    "no_seeds": (409, marked("Only a round robin or a knock-out has seeds.")),
    "invalid_seeds": (422, marked("Name players of the group, or teams, each once, from the first seed.")),
    "kept_back": (409, marked("The receiver of this file does not accept tournaments of this kind.")),
    "nothing_to_replay": (
        409,
        marked("No later game was drawn on another result of this game, so later games are kept."),
    ),
    "nothing_to_pair": (409, marked("The schedule has no game left for this round.")),
    "unknown_group": (404, marked("Nobody plays in a group of that name.")),
    "already_paired": (409, marked("The player has a game or a bye in this round: take it back first.")),
    "not_present": (409, marked("The player is absent from this round.")),
    "nothing_to_exchange": (
        409,
        marked("The two play each other, or neither has a game. Swap the colours of a game on its own page."),
    ),
    "same_player_twice": (422, marked("Nobody plays against themselves.")),
    "invalid_pairing": (422, marked("Correct the named field of the pairing.")),
    "colours_unknown": (
        409,
        marked("The colours of this game are not known: undo the pair and make it with them."),
    ),
    "no_bye": (409, marked("The player has no bye in this round.")),
    "game_has_result": (409, marked("Clear the result of the game first.")),
    "not_in_this_game": (403, marked("Only the two players of a game report its result.")),
    "result_confirmed": (
        409,
        marked(
            "Both players have reported this result. If it is wrong, speak to the referee or make a claim."
        ),
    ),
    "against_record": (
        409,
        marked(
            "The record of the game has another result. Confirm this one all the same on the page of your"
            " game (over REST with against_record: true), or go to the referee's desk."
        ),
    ),
    "result_already_recorded": (409, marked("The desk has recorded the result: speak to the referee.")),
    "nothing_to_confirm": (409, marked("The other player has not reported a result yet: report yours.")),
    "result_overtaken": (412, marked("This result has changed since you opened the page.")),
    "game_moved": (
        412,
        marked("The game has moved to another table since you opened the page. Check its players."),
    ),
    "result_ruled": (
        409,
        marked(
            "A referee has ruled on this result. Only an appeal can change it, while there is time for one."
        ),
    ),
    "ruling_appealed": (409, marked("The ruling on another claim is under appeal, which is decided first.")),
    "no_ruling": (409, marked("No ruling on this claim is in force for this game.")),
    "invalid_result": (422, marked("Send a winner: black, white, jigo, both_win or both_lose.")),
    "reason_required": (422, marked("Give a reason: this changes what others rely on.")),
    "moves_not_seen": (
        409,
        marked("Read the preview (.../tiebreaks/?dry_run=true), and send its value seen."),
    ),
    "unknown_version": (404, marked("The tournament has no event of that version.")),
    "field_too_large": (
        422,
        marked("There are too many players to compute this in a request. Use manage.py pairing_proof."),
    ),
    "meetings_contradict": (
        409,
        marked("Another constraint contradicts this one for two of these players. Change that one first."),
    ),
    "changed_since": (409, marked("This was changed again later. Undo the later edit first.")),
    "not_undoable": (
        409,
        marked("This cannot be undone. Others have acted on it, or it is theirs to change."),
    ),
    "exchange_fault": (422, marked("The file cannot be read: see the line or element.")),
    "unknown_position": (404, marked("The tournament has no event at or before that position of the log.")),
    "unknown_job": (404, marked("There is no such job.")),
    "job_ended": (409, marked("The job has ended: there is nothing to cancel.")),
    "job_not_failed": (409, marked("Only a job that failed or was cancelled can be run again.")),
    "worker_lost": (500, marked("The worker of this job died repeatedly.")),
    "service_taken": (
        409,
        marked("This service has an operator already: log in, or ask for an invitation."),
    ),
    "name_taken": (409, marked("This name is taken: choose another.")),
    "weak_password": (422, marked("Choose another password.")),
    "no_such_invitation": (
        404,
        marked("This invitation is unknown: compare the link with the one you were given."),
    ),
    "invitation_used": (
        409,
        marked("This invitation has been used: each is for one person. Ask for another."),
    ),
    "invitation_revoked": (410, marked("This invitation was revoked. Ask its sender for another.")),
    "invitation_expired": (
        410,
        marked("This invitation has expired: each is valid for 14 days. Ask for another."),
    ),
    "no_such_link": (
        404,
        marked("This link is unknown: scan the code again, or ask the desk for a new one."),
    ),
    "link_revoked": (
        410,
        marked("A newer link replaced this one, or the desk revoked it. Ask the desk for a new badge."),
    ),
    "too_many_links": (429, marked("Too many unknown links. Wait a minute, or ask the desk.")),
    "link_ended": (410, marked("The player of this link is no longer in the tournament. Ask the desk.")),
    "player_has_account": (409, marked("This player already has an account, or no longer exists.")),
    "not_a_demonstration": (
        409,
        marked("Only a demonstration can be removed as a whole. Archive the tournaments instead."),
    ),
    "not_deletable": (
        409,
        marked("A round of this tournament was published: others may rely on it. Archive it."),
    ),
    "registration_closed": (
        409,
        marked("Registration is closed. Ask the organisers whether you can still enter."),
    ),
    "registration_full": (
        409,
        marked("All places are taken, and there is no waiting list. Ask the organisers."),
    ),
    "invalid_registration": (422, marked("Correct the named fields.")),
    "registered_otherwise": (
        409,
        marked("Another registration already has this id. Change that registration instead."),
    ),
    "registration_over": (409, marked("This registration was withdrawn, refused or merged: register again.")),
    "no_such_registration": (
        404,
        marked("This registration is unknown: compare the link with the one you kept."),
    ),
    "registration_link_replaced": (
        410,
        marked("There is a newer link to this registration: ask the organisers."),
    ),
    "registration_unclear": (
        409,
        marked("The registered player may already be in the list. Choose the player, or a new one."),
    ),
    "registration_without_rank": (
        422,
        marked("The strength of this player is unknown. Ask for it, and enter the rank."),
    ),
    "registered_twice": (
        409,
        marked("A player seems to have registered twice. Merge the registrations, or choose who each is."),
    ),
    "no_place_free": (
        409,
        marked("Every place is taken: raise the number of places, or withdraw an entry first."),
    ),
    "not_mergeable": (409, marked("Merge the unconfirmed player into the other one.")),
    "tournament_not_over": (409, marked("The tournament is not over: registrations are needed until then.")),
    "by_invitation": (
        422,
        marked("Create an invitation (.../players/{id}/invitation/), which the player accepts."),
    ),
    "player_erased": (409, marked("This player was erased and cannot be written again.")),
    "last_owner": (409, marked("An organisation keeps at least one owner.")),
}

FIELDS = {
    "nobody_chosen": "entries",
    "reason_required": "reason",
    "same_player_twice": "black",
    "unknown_ruleset": "ruleset",
}
register(
    {
        code: Code(status=status, title=title, field=FIELDS.get(code, ""))
        for code, (status, title) in CODES.items()
    }
)
register(
    {
        "round_not_paired": Code(
            status=409, title=marked("The round has no pairings yet."), advice=marked("Pair the round first.")
        )
    }
)
