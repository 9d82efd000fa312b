"""What can happen to a tournament. Each module here is about one subject; this page hands their names on.

Events hold ids; who is behind them is in ``tournaments.tables.people``.
"""

from tournaments.events.entries import (
    AbsenceDeclared,
    AbsenceWithdrawn,
    CheckInUndone,
    EntryChanged,
    EntryReinstated,
    EntryWithdrawn,
    PlayerCheckedIn,
    PlayerEntered,
)
from tournaments.events.limits import LimitsChanged
from tournaments.events.pairs import (
    ColoursSwapped,
    HandicapSet,
    PairMade,
    PairMadeByHand,
    PairUnmade,
    TableMoved,
)
from tournaments.events.results import ResultCleared, ResultRecorded, ResultReported
from tournaments.events.rounds import (
    HAND,
    ByeGiven,
    ByeTakenBack,
    RoundFacts,
    RoundPaired,
    RoundPublished,
    RoundUnpaired,
)
from tournaments.events.setting_up import (
    Details,
    DetailsChanged,
    SettingsChanged,
    TournamentCreated,
    TournamentPublished,
    TournamentUnpublished,
)

__all__ = [
    "HAND",
    "AbsenceDeclared",
    "AbsenceWithdrawn",
    "ByeGiven",
    "ByeTakenBack",
    "CheckInUndone",
    "ColoursSwapped",
    "Details",
    "DetailsChanged",
    "EntryChanged",
    "EntryReinstated",
    "EntryWithdrawn",
    "HandicapSet",
    "LimitsChanged",
    "PairMade",
    "PairMadeByHand",
    "PairUnmade",
    "PlayerCheckedIn",
    "PlayerEntered",
    "ResultCleared",
    "ResultRecorded",
    "ResultReported",
    "RoundFacts",
    "RoundPaired",
    "RoundPublished",
    "RoundUnpaired",
    "SettingsChanged",
    "TableMoved",
    "TournamentCreated",
    "TournamentPublished",
    "TournamentUnpublished",
]
