"""REST of receipts: anybody who has the code may check it."""

from typing import ClassVar

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.claims import receipts as claim_receipts  # noqa: F401 - there claims speak for their streams
from games.receipts.bodies import ReceiptBody, receipt_body
from games.receipts.checking import check
from games.receipts.readers import may_read, may_read_reasons
from games.rest.views import NigiriView, respond_with_etag


class ReceiptDetail(NigiriView):
    access: ClassVar[dict[str, str]] = {"GET": "site.read"}

    @extend_schema(operation_id="get_receipt", responses=ReceiptBody)
    def get(self, request: Request, code: str) -> HttpResponse:
        """Check whether the log still says what it said when this code was given."""
        receipt = check(code)
        everything, reasons = may_read(request.user, receipt), may_read_reasons(request.user, receipt)
        return respond_with_etag(receipt_body(receipt, everything=everything, reasons=reasons))
