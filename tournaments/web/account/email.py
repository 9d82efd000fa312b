"""Another e-mail address: asked for on the account's page, taken once the mail's link was opened."""

from typing import Any

from allauth.account.views import EmailView
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.translation import gettext as _


class ChangeEmail(EmailView):  # type: ignore[misc]  # allauth ships no types
    """allauth's, which goes on at the account's page, and writes to nobody where no mail is sent."""

    success_url = reverse_lazy("web:account")

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return redirect(self.success_url)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if settings.MAIL:
            answer: HttpResponse = super().post(request, *args, **kwargs)
            return answer
        messages.error(request, _("This service sends no mail, so it can verify no address."))
        return redirect(self.success_url)
