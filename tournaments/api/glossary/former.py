"""Members that have another name by now: the old one stays beside it."""

from games.rest.glossary import Glossary

FORMER: Glossary = {
    "Job": {"tournament": "tournament_id"},
    "OfficeOut": {"role": "office", "organisation": "organisation_id", "tournament": "tournament_id"},
    "TournamentOut": {"organisation": "organisation_id"},
}
"""Schema -> member -> its name of today."""
