"""The WSGI application: gunicorn serves it for a federation, waitress for a club."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
application = get_wsgi_application()

from django.conf import settings  # noqa: E402 - the applications are loaded by now

from deploy.databases import limit_request_connections  # noqa: E402

limit_request_connections(settings.DATABASES["default"])
