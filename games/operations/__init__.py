"""What can be done to a game and to claims on it: each operation once, for REST, pages and the document."""

from games.operations import claims, records
from games.rest.operations import rows_in

OPERATIONS = rows_in(records, claims)
