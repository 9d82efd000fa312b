"""What the head of every page says to somebody who is logged in."""

from django import template
from django.contrib.auth.models import AnonymousUser, User

from tournaments.notices.storing import notices_of
from tournaments.tables.people import Player

register = template.Library()


@register.simple_tag
def unread_notices(user: User | AnonymousUser) -> int:
    """Return how many notices of an account are new."""
    return 0 if user.pk is None else notices_of(user.pk).filter(read_at=None).count()


@register.simple_tag
def plays(user: User | AnonymousUser) -> bool:
    """Return whether the account is that of a player."""
    return user.pk is not None and Player.objects.filter(user_id=user.pk).exists()
