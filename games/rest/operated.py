"""Views with handlers made from operations."""

import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.viewsets import ViewSetMixin

from games.rest.operations import REASON, Operation
from games.rest.parameters import DRY_RUN, query_parameters
from games.rest.views import H, Handler, NigiriView, carried_out_once, with_content_etag

NO_CONTENT = {204: None}


def reads(operation_id: str, right: str, body: Any, **document: Any) -> Callable[[H], H]:
    """Decorator for a handler that reads: its id in the document, its right, the body of its response.

    ``right``: a row of the permission table. ``document``: further arguments of ``extend_schema``.
    """

    def decorate(handler: H) -> H:
        described: H = extend_schema(operation_id=operation_id, responses=body, **document)(handler)
        described.right = right  # type: ignore[attr-defined]
        described.parameters = query_parameters(document.get("parameters", ()))  # type: ignore[attr-defined]
        return described

    return decorate


def asks(operation_id: str, right: str, body: Any, *, request: Any, **document: Any) -> Callable[[H], H]:
    """Decorator for a POST that changes nothing; otherwise as ``reads``."""

    def decorate(handler: H) -> H:
        handler.is_question = True  # type: ignore[attr-defined]
        return reads(operation_id, right, body, request=request, **document)(handler)

    return decorate


def writes(
    operation_id: str,
    right: str,
    responses: Any = NO_CONTENT,
    *,
    request: Any = None,
    match: bool = False,
    secret: bool = False,
    dry_run: bool = False,
    **document: Any,
) -> Callable[[Callable[..., Any]], Handler]:
    """Decorator for a handler that changes data (``games.rest.views``); otherwise as ``reads``."""

    def decorate(handler: Callable[..., Any]) -> Handler:
        once = carried_out_once(match=match, secret=secret, dry_run=dry_run, body=request is not None)
        if dry_run:
            document["parameters"] = [*document.get("parameters", ()), DRY_RUN]
        return reads(operation_id, right, responses, request=request, **document)(once(handler))

    return decorate


class ViewSet(ViewSetMixin):
    """Mixin of views of a resource with all its operations; rights and documents are those of the actions."""

    @classmethod
    def as_view(cls, actions: Any = None, **options: Any) -> Any:
        return with_content_etag(super().as_view(actions, **options))


class OperationView(NigiriView):
    """A view that gets its handlers from its ``operations``, by method; those of a view set by action.

    "PUT fee" in a view set is the method at an address below the object's. ``answers`` is the body in the
    document, ``status`` that of the operation that is carried out. The method
    ``perform(operation, **address)`` carries it out and makes the response.
    """

    operations: ClassVar[Mapping[str, Operation[Any]]] = {}
    answers: ClassVar[Any] = None
    status = 200
    perform: Callable[..., Any]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for place, operation in vars(cls).get("operations", {}).items():
            method, _, path = place.lower().partition(" ")
            name = re.sub(r"\W+", "_", f"{path} {method}").strip("_") if path else method
            if name not in vars(cls):
                setattr(cls, name, _handler(cls, place, operation, name))


def _handler(view: type[OperationView], place: str, operation: Operation[Any], name: str) -> Handler:
    def handle(self: OperationView, request: Request, **address: Any) -> Any:
        self.status = operation.status
        return self.perform(operation, **address)

    handle.__name__ = name
    method, _, path = place.partition(" ")
    handler = _routed(view, handle, method, path) if path else handle
    answer = None if operation.status == 204 else view.answers
    return operation_handler(operation, {operation.status: answer})(handler)


def _request_bodies(operation: Operation[Any]) -> Any:
    if not operation.files:
        return operation.serializer
    return {"application/json": operation.serializer, "multipart/form-data": operation.form_serializer}


def _routed(view: type[OperationView], handler: Any, method: Any, path: str) -> Any:
    """Give a handler its address below the object, or another method of the handler that has it."""
    found = next((one for one in vars(view).values() if getattr(one, "url_path", None) == path), None)
    if found is not None:
        return found.mapping._map(method.lower(), handler)  # noqa: SLF001 - what its methods do
    called = re.sub(r"\W+", "-", re.sub(r"<\w+:(\w+?)(_id)?>", r"\1", path))
    return action(detail=True, methods=[method], url_path=path, url_name=called)(handler)


def operation_handler(
    operation: Operation[Any], responses: Any = NO_CONTENT, *, secret: bool = False, **document: Any
) -> Callable[[Callable[..., Any]], Handler]:
    """Decorator for a handler that carries an operation out in its own way.

    Its id, right, description and request body are the operation's; ``document``: further arguments of
    ``extend_schema``.
    """
    described: dict[str, Any] = {
        "request": _request_bodies(operation) if operation.has_body else None,
        "parameters": [REASON] if operation.reason and not operation.has_body else [],
        "match": operation.match,
        "dry_run": operation.dry_run,
        **document,
    }

    def decorate(handler: Callable[..., Any]) -> Handler:
        handler.__doc__ = operation.description
        return writes(operation.id, operation.right, responses, secret=secret, **described)(handler)

    return decorate
