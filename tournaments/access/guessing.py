"""Links that do not open are counted by where they come from; one that holds always opens."""

from django.http import HttpRequest
from rest_framework.throttling import SimpleRateThrottle

from games.refusals import refuse


class Guesses(SimpleRateThrottle):
    scope = "link_guesses"

    def get_cache_key(self, request: HttpRequest, view: object) -> str:
        ident = self.get_ident(request)  # type: ignore[arg-type]  # it reads META alone
        return str(self.cache_format % {"scope": self.scope, "ident": ident})


def refuse_guessing(request: HttpRequest) -> None:
    """Count one that did not open. Refuses with ``too_many_links`` when there were too many in a minute."""
    if not Guesses().allow_request(request, None):  # type: ignore[arg-type]  # a view is not asked
        refuse("too_many_links")
