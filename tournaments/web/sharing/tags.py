"""Addresses for other sites: whole."""

from typing import Any

from django import template
from django.urls import reverse

from tournaments.web.addresses import absolute

register = template.Library()


@register.simple_tag(takes_context=True)
def absolute_url(context: dict[str, Any], name: str, *args: Any) -> str:
    request, path = context.get("request"), reverse(name, args=args)
    return absolute(request, path) if request is not None else path
