"""A value of a row as JSON has it, the same from both databases."""

from base64 import b64encode
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from games.log.digests import timestamp


def plain_column(value: Any) -> Any:
    """Times as events have them, bytes in base64; what JSON knows stays."""
    if isinstance(value, datetime):
        return timestamp(value)
    if isinstance(value, date | Decimal | UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return b64encode(value).decode()
    return value
