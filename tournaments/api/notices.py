"""What one was told: listed, marked as read; what one wants to be told."""

from typing import Any, ClassVar, cast

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.fields import UuidField
from games.rest.views import respond_with_etag, writes
from tournaments.api.base import View
from tournaments.api.paging import PAGE, page, paged
from tournaments.notices.commands import mark_read, notice_settings_of, notices_of, set_notice_settings
from tournaments.notices.rows import Kind
from tournaments.notices.texts import notice_texts

KINDS = [str(kind) for kind in Kind]


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
    access: ClassVar[dict[str, str]] = {"GET": "account.read"}

    @extend_schema(operation_id="list_notices", parameters=[*PAGE], responses=page(NoticeOut))
    def get(self, request: Request) -> Response:
        """List the notices sent to your account."""
        self.allow()
        notices = notices_of(cast("int", request.user.pk))
        return paged(self, notices, NoticeOut, ordering=("-created_at", "id"))


class NoticesRead(View):
    access: ClassVar[dict[str, str]] = {"POST": "account.own"}

    @extend_schema(operation_id="mark_notices_read", request=ReadIn, responses=ReadOut)
    @writes
    def post(self, request: Request) -> Response:
        """Mark notices as read."""
        self.allow()
        ids = self.body(ReadIn).get("ids")
        return respond_with_etag({"read": mark_read(cast("int", request.user.pk), ids, timezone.now())})


class NoticeWishes(View):
    access: ClassVar[dict[str, str]] = {"GET": "account.read", "PUT": "account.own"}

    @extend_schema(operation_id="get_notice_wishes", responses=WishesIO)
    def get(self, request: Request) -> Response:
        """Get which notices your account receives."""
        self.allow()
        return respond_with_etag(WishesIO(notice_settings_of(cast("int", request.user.pk))).data)

    @extend_schema(operation_id="set_notice_wishes", request=WishesIO, responses=WishesIO)
    @writes
    def put(self, request: Request) -> Response:
        """Choose which notices your account receives."""
        self.allow()
        given = self.body(WishesIO)
        user_id = cast("int", request.user.pk)
        set_notice_settings(user_id, given["kinds"], mail=given["mail"])
        return respond_with_etag(WishesIO(notice_settings_of(user_id)).data)
