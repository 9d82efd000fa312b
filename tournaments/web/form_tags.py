"""Template tags of forms. ``name`` and ``of``: the address that the form is sent to, as for ``url``."""

from typing import Any

from django import template
from django.http import QueryDict
from django.template import Context
from django.urls import reverse
from django.utils.safestring import SafeString

from tournaments.web.forms import ReasonForm
from tournaments.web.refused import data_of, refused_in

register = template.Library()
NOTHING = QueryDict()


@register.inclusion_tag("nigiri/_inline.html", takes_context=True)
def reason(
    context: Context, name: str, *of: Any, required: object = False, usual: str = ""
) -> dict[str, Any]:
    """The reason of a form that has no other fields; ``usual``: one that can be left as it is."""
    wanted = ["reason"] if required else ()
    form = ReasonForm(context["request"], reverse(name, args=of), {"reason": usual}, required=wanted)
    return {"form": form}


@register.simple_tag(takes_context=True)
def sent(context: Context, name: str, *of: Any) -> QueryDict:
    """What was sent there and refused; empty on any other page."""
    request = context["request"]
    return data_of(request, reverse(name, args=of)) if refused_in(request) else NOTHING


@register.simple_tag(takes_context=True)
def opened(context: Context, name: str, *of: Any) -> SafeString:
    """Opens the part of the page that has the form, where the form was refused."""
    refused = refused_in(context["request"])
    return SafeString(" open" if refused and refused.action == reverse(name, args=of) else "")
