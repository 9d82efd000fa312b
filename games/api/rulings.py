"""REST of rulings on claims, their confirmation, appeals and decisions on appeals."""

from typing import Any, ClassVar

from rest_framework.parsers import MultiPartParser
from rest_framework.settings import api_settings

from games.api.base import ClaimView
from games.operations.claims import APPEAL, DECIDE_APPEAL, RULE, SECOND_RULING


class ClaimRuling(ClaimView):
    operations: ClassVar = {"POST": RULE}
    statuses: ClassVar = {"POST": 201}


class ClaimSecond(ClaimView):
    operations: ClassVar = {"POST": SECOND_RULING}
    statuses: ClassVar = {"POST": 201}


class ClaimAppeal(ClaimView):
    parser_classes: tuple[Any, ...] = (*api_settings.DEFAULT_PARSER_CLASSES, MultiPartParser)
    operations: ClassVar = {"POST": APPEAL}
    statuses: ClassVar = {"POST": 201}


class ClaimAppealDecision(ClaimView):
    operations: ClassVar = {"POST": DECIDE_APPEAL}
    statuses: ClassVar = {"POST": 201}
