"""Values of a page's address."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest

from tournaments.reading.past_states import parse_position
from tournaments.tables.rows import TournamentRow


def asked_for(request: HttpRequest, *filters: str) -> str:
    """Return the round, the moment and the filters of the address, as a query for the same data over REST."""
    asked = {name: request.GET[name] for name in ("round", "at", *filters) if request.GET.get(name)}
    return f"?{urlencode(asked)}" if asked else ""


def number_in(request: HttpRequest, name: str, most: int) -> int | None:
    """A number of the address, None without it. Raises Http404 for what is none."""
    text = request.GET.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal()) or int(text[:19]) > most:
        raise Http404
    return int(text[:19])


def moment_in(request: HttpRequest, row: TournamentRow) -> int | None:
    """A position of the log, said as one or by a time; None for now. Raises Http404 for what is neither."""
    said = request.GET.get("at", "").strip()
    try:
        return parse_position(row, said) if said else None
    except ValueError:
        raise Http404 from None
