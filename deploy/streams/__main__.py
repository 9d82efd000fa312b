"""`python -m deploy.streams --bind fd://4`: the server of streams, with the options of gunicorn."""

import os
import sys

GUNICORN = (
    "--config", "python:deploy.streams.hooks",
    "--worker-class", "deploy.streams.worker.Worker",
    "--no-control-socket",
    "--workers", "1",
)  # fmt: skip


def main(*arguments: str) -> None:
    from deploy import parents  # noqa: PLC0415 - nothing is loaded before the end of the parent is heard of

    parents.end_with_supervisor()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    from gunicorn.app.wsgiapp import WSGIApplication  # noqa: PLC0415

    sys.argv = ["gunicorn", "deploy.asgi", *GUNICORN, *arguments]
    WSGIApplication("%(prog)s [OPTIONS] [APP_MODULE]", prog="gunicorn").run()


if __name__ == "__main__":
    main(*sys.argv[1:])
