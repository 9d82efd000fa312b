"""The service, whose process dies between the commit and the answer where a request says so.

``X-Die: NAME``: what would have been answered is left in the file of this name in $DYING_FOLDER.
"""

import os
import signal
from pathlib import Path

from deploy.wsgi import application as served


def application(environ, start_response):
    if "HTTP_X_DIE" not in environ:
        return served(environ, start_response)
    body = b"".join(served(environ, start_response))
    Path(os.environ["DYING_FOLDER"], environ["HTTP_X_DIE"]).write_bytes(body)
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError
