"""Every address of the service, from the resolver: name, parameters, methods that it may answer."""

import re
from dataclasses import dataclass, field

from django.contrib.admindocs.views import simplify_regex
from django.urls import get_resolver
from django.urls.resolvers import RegexPattern, URLResolver

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """``template``: the path with ``<kind:name>`` in it; ``access``: of REST alone, method to action."""

    name: str
    template: str
    methods: tuple[str, ...]
    access: dict[str, str] = field(default_factory=dict)
    is_rest: bool = False

    @property
    def parameters(self):
        return PARAMETER.findall(self.template)

    def path(self, value_of):
        """With what ``value_of`` says of each parameter, which it has quoted."""
        return PARAMETER.sub(lambda found: value_of(found[1]), self.template)


def routes():
    """One for each pattern; of two with the same name and path the first answers."""
    found = {}
    for name, path, pattern in _patterns(get_resolver(), "", "/"):
        found.setdefault((name, path), _route(name, path, pattern))
    return tuple(found.values())


def _patterns(resolver, namespace, prefix):
    for pattern in resolver.url_patterns:
        path = prefix + _written(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = ":".join(part for part in (namespace, pattern.namespace) if part)
            yield from _patterns(pattern, inner, path)
        else:
            yield (f"{namespace}:{pattern.name}" if namespace else pattern.name or path), path, pattern


def _written(pattern):
    if isinstance(pattern, RegexPattern):
        return simplify_regex(str(pattern)).lstrip("/")
    return str(pattern)


def _route(name, path, pattern):
    view = getattr(pattern.callback, "cls", None)
    if not hasattr(view, "right"):
        return Route(name=name, template=path, methods=("GET", "POST"))
    actions = getattr(pattern.callback, "actions", None) or {one.lower(): one.lower() for one in METHODS}
    handlers = {one: actions[one.lower()] for one in METHODS if hasattr(view, actions.get(one.lower(), ""))}
    access = {one: getattr(view, name).right for one, name in handlers.items()}
    return Route(name=name, template=path, methods=tuple(handlers), access=access, is_rest=True)
