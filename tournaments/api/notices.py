"""What one was told: listed, marked as read; what one wants to be told."""

from typing import Any, cast

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.fields import UuidField
from games.rest.operated import reads, writes
from games.rest.paging import lists
from games.rest.views import respond_with_etag
from tournaments.api.base import View
from tournaments.notices.commands import mark_read, notice_settings_of, notices_of, set_notice_settings
from tournaments.notices.rows import Kind
from tournaments.notices.texts import notice_texts

KINDS = [str(kind) for kind in Kind]
LATEST_FIRST = {"-created_at": ("-created_at", "id")}


class Worded(serializers.ListSerializer[Any]):
    """Notices with their words, which are looked up for all of them at once."""

    def to_representation(self, data: Any) -> list[Any]:
        notices: list[Any] = list(data)
        for notice, words in zip(notices, notice_texts(notices), strict=True):
            notice.words = words
        return super().to_representation(notices)


class NoticeOut(serializers.Serializer[Any]):
    """``path``: of the page that it is about."""

    id = serializers.UUIDField()
    type = serializers.ChoiceField(choices=KINDS, source="kind", help_text="Type of news, as in the wishes.")
    title = serializers.CharField(source="words.title")
    text = serializers.CharField(source="words.text")
    path = serializers.CharField(source="words.path")
    at = serializers.DateTimeField(source="created_at")
    read_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        list_serializer_class = Worded


class ReadIn(serializers.Serializer[Any]):
    """``ids`` left out: all."""

    ids = serializers.ListField(child=UuidField(), max_length=500, required=False)


class ReadOut(serializers.Serializer[Any]):
    read = serializers.IntegerField(help_text="How many were unread until now")


class WishesIO(serializers.Serializer[Any]):
    """``mail``: sent only where this service sends mail, and to a verified address."""

    types = serializers.ListField(
        child=serializers.ChoiceField(choices=KINDS), max_length=len(KINDS), source="kinds"
    )
    mail = serializers.BooleanField(default=False)


class NoticeList(View):
    @lists("list_notices", "account.read", NoticeOut, orders=LATEST_FIRST)
    def get(self, request: Request) -> Any:
        """List the notices sent to your account."""
        self.allow()
        return notices_of(cast("int", request.user.pk))


class NoticesRead(View):
    @writes("mark_notices_read", "account.own", ReadOut, request=ReadIn)
    def post(self, request: Request) -> Response:
        """Mark notices as read."""
        self.allow()
        ids = self.body(ReadIn).get("ids")
        return respond_with_etag({"read": mark_read(cast("int", request.user.pk), ids, timezone.now())})


class NoticeWishes(View):
    @reads("get_notice_wishes", "account.read", WishesIO)
    def get(self, request: Request) -> Response:
        """Get which notices your account receives."""
        self.allow()
        return respond_with_etag(WishesIO(notice_settings_of(cast("int", request.user.pk))).data)

    @writes("set_notice_wishes", "account.own", WishesIO, request=WishesIO)
    def put(self, request: Request) -> Response:
        """Choose which notices your account receives."""
        self.allow()
        given = self.body(WishesIO)
        user_id = cast("int", request.user.pk)
        set_notice_settings(user_id, given["kinds"], mail=given["mail"])
        return respond_with_etag(WishesIO(notice_settings_of(user_id)).data)
