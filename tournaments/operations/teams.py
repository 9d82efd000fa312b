"""Teams, who sits at their boards, and their matches made by hand."""

from typing import Any
from uuid import uuid5

from games.log.unit_of_work import Context
from games.rest.fields import IdField, TupleField
from games.rest.operations import OPTIONAL, AnyField, Operation, new_id
from tournaments.competition.settings import MOST_BOARDS
from tournaments.domain.entries import LONGEST_GROUP
from tournaments.domain.line_ups import OrderLineUp, SetLineUp
from tournaments.domain.matches import MakeMatch, SetTeamBye, UnmakeMatch
from tournaments.domain.teams import ChangeTeam, DisbandTeam, FormTeam, SetTeamPresence
from tournaments.operations.constraints import ONCE_PAIRED
from tournaments.operations.fields import CountryField, NameField
from tournaments.operations.pairs import ONCE_PUBLISHED

MOST_MEMBERS = 30


def team_fields(**options: Any) -> dict[str, AnyField]:
    """``members``: those of the boards from board 1 down, then the substitutes."""
    return {
        "name": NameField(max_length=60, **options),
        "members": TupleField(child=IdField(), max_length=MOST_MEMBERS, **options),
        "country": CountryField(required=False, allow_blank=True),
        "club": NameField(max_length=12, required=False, allow_blank=True),
        "group": NameField(max_length=LONGEST_GROUP, required=False, allow_blank=True),
    }


def board_ids(context: Context) -> tuple[str, ...]:
    """Ids for the games of one match, by board."""
    return tuple(str(uuid5(context.command_id, f"board-{board}")) for board in range(1, MOST_BOARDS + 1))


FORM_TEAM = Operation(
    id="form_team",
    title="Form a team of entered players.",
    command=FormTeam,
    right="entry.change",
    fields=team_fields(),
    derived={"team_id": new_id("team")},
    notes="``members``: entries, those of the boards from board 1 down, then the substitutes.",
)
CHANGE_TEAM = Operation(
    id="change_team",
    title="Change a team; paired rounds keep their line-ups.",
    command=ChangeTeam,
    right="entry.change",
    reason=ONCE_PAIRED,
    fields=team_fields(required=False),
)
DISBAND_TEAM = Operation(
    id="disband_team",
    title="Disband a team that has not played.",
    command=DisbandTeam,
    right="entry.change",
    reason=ONCE_PAIRED,
)
WITHDRAW_TEAM = Operation(
    id="withdraw_team",
    title="Withdraw all members of a team from all rounds to come.",
    command=SetTeamPresence,
    right="entry.change",
    reason=OPTIONAL,
    fixed={"plays": False},
)
VOID_TEAM = Operation(
    id="void_team",
    title="Withdraw a team from a round robin, and take all of its matches out of the standings.",
    command=SetTeamPresence,
    right="entry.change",
    reason="always",
    reason_in_body=True,
    fixed={"plays": False, "void": True},
)
REINSTATE_TEAM = Operation(
    id="reinstate_team",
    title="Undo the withdrawal of a team, for all of its members.",
    command=SetTeamPresence,
    right="entry.change",
    reason=OPTIONAL,
    fixed={"plays": True},
)
SET_LINE_UP = Operation(
    id="set_line_up",
    title="Set who plays at the team's boards in a round; a paired substitute's game is made again.",
    command=SetLineUp,
    right="entry.change",
    reason=ONCE_PUBLISHED,
    fields={"players": TupleField(child=IdField(), max_length=MOST_BOARDS)},
    derived={"game_ids": board_ids},
    notes="``players``: one member for each board, from board 1 down.",
)
ORDER_LINE_UP = Operation(
    id="order_line_up",
    title="Order the team's boards in a round by rating, the strongest at board 1.",
    command=OrderLineUp,
    right="entry.change",
    reason=ONCE_PUBLISHED,
    derived={"game_ids": board_ids},
)
MAKE_MATCH = Operation(
    id="make_match",
    title="Pair two teams by hand.",
    command=MakeMatch,
    right="round.pair",
    match=True,
    reason=ONCE_PUBLISHED,
    fields={"white": IdField(), "black": IdField()},
    derived={"game_ids": board_ids},
    notes="Two teams; ``white`` has White at board 1.",
)
UNMAKE_MATCH = Operation(
    id="unmake_match",
    title="Unmake the match of a team; both teams then wait for one again.",
    command=UnmakeMatch,
    right="round.pair",
    match=True,
    reason=ONCE_PUBLISHED,
)
GIVE_TEAM_BYE = Operation(
    id="give_team_bye",
    title="Give a team the bye.",
    command=SetTeamBye,
    right="round.pair",
    reason=ONCE_PUBLISHED,
    fixed={"given": True},
)
TAKE_TEAM_BYE = Operation(
    id="take_team_bye",
    title="Take the bye of a team back.",
    command=SetTeamBye,
    right="round.pair",
    reason=ONCE_PUBLISHED,
    fixed={"given": False},
)
