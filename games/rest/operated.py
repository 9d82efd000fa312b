"""Views with handlers made from operations."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.rest.operations import REASON, Operation
from games.rest.views import Handler, NigiriView, writes


class OperationView(NigiriView):
    """A view that gets its handlers from the operations it names by method.

    ``answers`` is the body in the document, ``statuses`` the status if it is not 200. The method
    ``perform(operation, status, **address)`` carries an operation out and makes the response.
    """

    operations: ClassVar[Mapping[str, Operation[Any]]] = {}
    answers: ClassVar[Any] = None
    statuses: ClassVar[Mapping[str, int]] = {}
    perform: Callable[..., HttpResponse]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        own = vars(cls).get("operations", {})
        rights = {method: operation.right for method, operation in own.items()}
        cls.access = {**cls.access, **rights}
        for method, operation in own.items():
            if method.lower() not in vars(cls):
                setattr(cls, method.lower(), _handler(cls, method, operation))


def _handler(view: type[OperationView], method: str, operation: Operation[Any]) -> Handler:
    status = view.statuses.get(method, 200)

    @operation_handler(operation, responses={status: None if status == 204 else view.answers})
    def handle(self: OperationView, request: Request, **address: Any) -> HttpResponse:
        return self.perform(operation, status, **address)

    return handle


def _request_bodies(operation: Operation[Any]) -> Any:
    if not operation.files:
        return operation.serializer
    return {"application/json": operation.serializer, "multipart/form-data": operation.form_serializer}


def operation_handler(operation: Operation[Any], **document: Any) -> Callable[[Handler], Handler]:
    """Decorator for a handler that carries an operation out in its own way.

    Its id, description and request body are the operation's; ``document``: further arguments of
    ``extend_schema``.
    """
    described: dict[str, Any] = {
        "operation_id": operation.id,
        "request": _request_bodies(operation) if operation.has_body else None,
        "parameters": [REASON] if operation.reason and not operation.has_body else [],
    }

    def decorate(handler: Handler) -> Handler:
        handler.__doc__ = operation.description
        documented: Handler = extend_schema(**{**described, **document})(
            writes(match=operation.match, dry_run=operation.dry_run)(handler)
        )
        return documented

    return decorate
