"""The addresses of the service, and the plainest view beside them, which is the unit of what reads cost."""

from django.http import JsonResponse
from django.urls import include, path


def plain(request):
    return JsonResponse({"a": 1})


urlpatterns = [path("plain/", plain), path("", include("deploy.urls"))]
