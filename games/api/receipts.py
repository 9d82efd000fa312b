"""Receipts over REST: anybody who has the code may check it."""

from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from games.claims import receipts as claim_receipts  # noqa: F401 - there claims speak for their streams
from games.receipts.bodies import body_of
from games.receipts.checking import check
from games.receipts.readers import may_read
from games.rest.views import NigiriView, answer


class ReceiptEventOut(serializers.Serializer[Any]):
    """``role`` is empty where the log alone does not tell it; ``facts`` is what the event says, in words."""

    stream = serializers.CharField()
    version = serializers.IntegerField()
    kind = serializers.CharField()
    actor = serializers.CharField()
    role = serializers.CharField(allow_blank=True)
    what = serializers.CharField()
    facts = serializers.DictField(child=serializers.CharField())


class ReceiptFaultOut(serializers.Serializer[Any]):
    what = serializers.CharField()
    position = serializers.IntegerField()
    stream = serializers.CharField(allow_null=True)
    version = serializers.IntegerField(allow_null=True)


class ReceiptOut(serializers.Serializer[Any]):
    """``event`` is null where it may not be read, or is no more what it was; then ``fault`` says where."""

    code = serializers.CharField()
    valid = serializers.BooleanField()
    position = serializers.IntegerField()
    digest = serializers.CharField(allow_null=True)
    recorded_at = serializers.DateTimeField(allow_null=True)
    event = ReceiptEventOut(allow_null=True)
    fault = ReceiptFaultOut(allow_null=True)


class ReceiptDetail(NigiriView):
    access: ClassVar[dict[str, str]] = {"GET": "site.read"}

    @extend_schema(operation_id="receipt", responses=ReceiptOut)
    def get(self, request: Request, code: str) -> HttpResponse:
        """Whether the log still says what it said when this code was given."""
        receipt = check(code)
        return answer(body_of(receipt, everything=may_read(request.user, receipt)))
