"""The WSGI application: gunicorn serves it for a federation, waitress for a club."""

import os
import sys

from django.core.wsgi import get_wsgi_application

from deploy.server.environment import ConfigurationFault

BOOT_ERROR = 3  # after which gunicorn stops as a whole instead of starting another process

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
try:
    application = get_wsgi_application()
except ConfigurationFault as fault:
    sys.stderr.write(f"{fault}\n")
    sys.exit(BOOT_ERROR)

from django.conf import settings  # noqa: E402 - the applications are loaded by now

from deploy.server.databases import limit_request_connections  # noqa: E402

limit_request_connections(settings.DATABASES["default"])
