"""REST of receipts: anybody who has the code may check it."""

from django.http import HttpResponse
from rest_framework.request import Request

from games.claims import receipts as claim_receipts  # noqa: F401 - there claims speak for their streams
from games.receipts.bodies import ReceiptBody, receipt_body
from games.receipts.checking import check
from games.receipts.readers import may_read, may_read_reasons
from games.rest.operated import reads
from games.rest.views import NigiriView, respond_with_etag


class ReceiptDetail(NigiriView):
    @reads("get_receipt", "site.read", ReceiptBody)
    def get(self, request: Request, code: str) -> HttpResponse:
        """Check whether the log still says what it said when this code was given."""
        receipt = check(code)
        everything, reasons = may_read(request.user, receipt), may_read_reasons(request.user, receipt)
        return respond_with_etag(receipt_body(receipt, everything=everything, reasons=reasons))
