"""The web server of a federation: `python -m deploy.web --bind fd://3 ...`, with the options of gunicorn.

Everything is loaded before the processes fork, so that another one is there at once when one of them dies.
"""

import gc
import os
import sys

GUNICORN = ("--config", "python:deploy.gunicorn_hooks", "--worker-class", "deploy.patient.Worker")


def main(*arguments: str) -> None:
    from deploy import parents  # noqa: PLC0415 - nothing is loaded before the end of the parent is heard of

    parents.end_with_supervisor()
    load()
    from gunicorn.app.wsgiapp import WSGIApplication  # noqa: PLC0415

    sys.argv = ["gunicorn", "deploy.wsgi", "--preload", "--no-control-socket", *GUNICORN, *arguments]
    WSGIApplication("%(prog)s [OPTIONS] [APP_MODULE]", prog="gunicorn").run()


def load() -> None:
    """The program and its addresses. What is loaded stays: looking for garbage in it is a waste."""
    gc.disable()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    import django  # noqa: PLC0415

    django.setup()
    from deploy.upgrading import bring_up_to_date, fault_of  # noqa: PLC0415
    from deploy.warming import warm  # noqa: PLC0415
    from deploy.wsgi import application  # noqa: PLC0415

    if wrong := fault_of(bring_up_to_date):
        sys.exit(wrong)
    warm(application)
    gc.freeze()
    gc.enable()


if __name__ == "__main__":
    main(*sys.argv[1:])
