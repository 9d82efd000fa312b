"""Structured logs: one line per event, readable on a terminal, JSON elsewhere."""

import logging
import sys
from typing import Any

import structlog

APOLOGIES = (503, 507)
SHARED: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def logging_config(level: str) -> dict[str, Any]:
    """Configure structlog; return the `LOGGING` that sends the standard library's logs the same way."""
    structlog.configure(
        processors=[
            *SHARED,
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": _formatter()},
        "filters": {"no_addresses": {"()": HideAddresses}, "no_faults": {"()": DowngradeSuspicions}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["no_faults"]}
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "health_check": {"level": "ERROR"},  # its results are in the answer, every few seconds
            "django.request": {"filters": ["no_addresses"]},
            "django.security.csrf": {"filters": ["no_addresses"]},
        },
    }


class HideAddresses(logging.Filter):
    """Filter that removes addresses, some of which are secret, from Django's lines on requests.

    `deploy.middleware.tracing` logs each response; Django's lines add only the traceback of an error, and
    `deploy.server.trouble` logs failures of the database.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = "fault", ()
        return record.levelno >= logging.ERROR and getattr(record, "status_code", 0) not in APOLOGIES


class DowngradeSuspicions(logging.Filter):
    """Filter that logs suspicious requests (such as an unknown host name) without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security.") and record.levelno >= logging.ERROR:
            record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
        return True


def _formatter() -> dict[str, Any]:
    terminal = sys.stderr.isatty()
    renderer: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer() if terminal else structlog.processors.JSONRenderer()
    )
    before = [] if terminal else [structlog.processors.format_exc_info]
    return {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": SHARED,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *before, renderer],
    }
