"""Long pages of those who are known, compressed. Of strangers' pages ``rendering`` keeps compressed ones.

Only pages whose lists grow with the field. A secret beside words that somebody else chose can be guessed from
how small both become together: on these there is none but the token of forms. That is masked differently each
time, and Django adds a few bytes at random.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.gzip import gzip_page

View = Callable[..., HttpResponse]


def packed(view: View) -> View:
    """Decorator, the outermost: a phone in a hall gets a tenth of the bytes."""
    small = gzip_page(view)

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        chosen = small if request.user.is_authenticated else view
        return chosen(request, *args, **kwargs)

    return answer
