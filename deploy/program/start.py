"""`nigiri start`: the server of a club on its data folder, opened in the browser."""

import errno
import os
import sqlite3
import sys
import threading
import webbrowser
from collections.abc import Sequence

from django.db import DatabaseError

from deploy.program import listening, options, running
from deploy.program.listening import hall_address
from deploy.program.options import Options

SERVERS = ("DATABASE_URL", "CELERY_BROKER_URL", "REDIS_URL")


def main(words: Sequence[str], folder: str = "") -> int:
    """Serve until stopped; return the exit status."""
    asked = options.parse_options(words, folder)
    try:
        asked.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        with running.lock_folder(asked.data):
            return _serve(asked)
    except running.Busy as busy:
        return _open_running(asked, busy.address)
    except listening.PortUnavailable as taken:
        return _fail(str(taken))
    except OSError as error:
        return _fail(_reason(asked, error))
    except (sqlite3.Error, DatabaseError) as error:
        return _fail(
            f"{asked.data} cannot be used: {error}. It must be a folder of one's own on this computer."
        )
    except KeyboardInterrupt:
        return 130


def _serve(asked: Options) -> int:
    bound = listening.bind_socket(asked.host, asked.port)
    port = bound.getsockname()[1]
    hall = hall_address(asked.host)
    if asked.port is None and port != options.PORT:
        _print(f"Port {options.PORT} is another program's: this is {port}. Printed codes name the other.")
    _print("Nigiri is starting ...")
    _configure(asked, port, hall)
    _prepare()

    from deploy.program import background, beginning, greetings, serving  # noqa: PLC0415 - settings are there now
    from deploy.wsgi import application  # noqa: PLC0415

    begun = beginning.prepare_folder(asked.stage, asked.seed)
    server = serving.Server(application, bound)
    background.start_threads()
    running.publish_address(asked.data, greetings.address_of(asked.host, str(port)))
    greetings.print_greeting(asked, port, hall, begun)
    _open_browser(asked, f"{greetings.address_of(asked.host, str(port))}{begun.path}")
    server.run()
    return 0


def _configure(asked: Options, port: int, hall: str) -> None:
    """Configure a club's server, ignoring the environment variables of a federation's."""
    for name in SERVERS:
        os.environ.pop(name, None)
        os.environ.pop(f"{name}_FILE", None)
    os.environ["NIGIRI_DATA"] = str(asked.data)
    os.environ["NIGIRI_STATIC"] = str(asked.data / "static")
    os.environ.setdefault("NIGIRI_LOG_LEVEL", "WARNING")
    names = ["localhost", "127.0.0.1", "[::1]", asked.host, *([hall] if hall else [])]
    os.environ.setdefault("NIGIRI_ALLOWED_HOSTS", ",".join(dict.fromkeys(names)))
    if hall:
        os.environ.setdefault("NIGIRI_ADDRESS", f"http://{hall}:{port}")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")


def _prepare() -> None:
    """Bring tables and static files up to date."""
    import django  # noqa: PLC0415 - settings are there now

    from deploy.server.starting import bring_up_to_date  # noqa: PLC0415

    django.setup()
    bring_up_to_date()


def _open_running(asked: Options, address: str) -> int:
    if not address:
        return _fail(f"Another Nigiri is starting on {asked.data}, and does not say where.")
    _print(f"Nigiri runs on {asked.data} already, at {address}/")
    _open_browser(asked, f"{address}/")
    return 0


def _open_browser(asked: Options, address: str) -> None:
    """Open the browser if there is a graphical one; a text browser would occupy the console."""
    windows = sys.platform in ("win32", "darwin") or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    if asked.browser and windows:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _print(text: str) -> None:
    sys.stderr.write(text + "\n")


def _reason(asked: Options, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:  # taken between the look for a free port and the start
        return "Another program has taken the port. Start again, or choose one with --port."
    return f"{asked.data} cannot be used: {error.strerror or error}."


def _fail(text: str) -> int:
    _print(text)
    return 1
