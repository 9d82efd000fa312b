"""What can be done in a tournament: each operation once, for REST, pages and the document."""

from games.rest.operations import rows_in
from tournaments.operations import constraints, entries, pairs, results, rounds, setting_up, signups, teams

OPERATIONS = rows_in(setting_up, entries, teams, constraints, rounds, pairs, results, signups)
