"""Reads without a version of their own: a digest of their bytes is their ETag; 304 to who has them."""

from django.http import HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.utils.decorators import decorator_from_middleware


class _Conditional(ConditionalGetMiddleware):
    def needs_etag(self, response: HttpResponseBase) -> bool:
        return response.status_code == 200 and not response.streaming and super().needs_etag(response)


conditional = decorator_from_middleware(_Conditional)
