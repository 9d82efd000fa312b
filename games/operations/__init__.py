"""The operations on games and their claims, each declared once for REST, pages and the API document."""

from games.operations import claims, records
from games.rest.operations import operations_in

OPERATIONS = operations_in(records, claims)
