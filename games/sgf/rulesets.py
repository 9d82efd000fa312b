"""The names of rulesets in records (RU), as used by SGF FF[4], servers and programs."""

import re
import unicodedata

from rules import RULESETS

_SUFFIX = re.compile(r"[-_\s]*(rules?|ruleset|规则|規則|ルール|규칙|룰)$")
_NAMES = {
    "aga": ("american", "usa", "美国", "米国"),
    "bga": ("british",),
    "chinese": ("china", "cn", "chinese-kgs", "chinese-ogs", "中国", "中國", "중국"),
    "french": ("ffg", "france"),
    "ing": ("goe", "goe-ing", "ing-goe", "ing-sst", "应氏", "應氏", "応氏", "응씨"),
    "japanese": ("japan", "jp", "日本", "にほん", "にっぽん", "일본"),
    "korean": ("korea", "kr", "韩国", "韓國", "韓国", "한국"),
    "new-zealand": ("nz", "nzl", "newzealand", "新西兰", "紐西蘭", "ニュージーランド", "뉴질랜드"),
    "tromp-taylor": ("logical", "tromptaylor", "tt"),
}
_ALIASES = {name: ruleset for ruleset, names in _NAMES.items() for name in names}


def resolve_ruleset_name(said: str) -> str:
    """Return the name of our ruleset that RU means, or ""."""
    plain = unicodedata.normalize("NFKC", said).casefold().strip()
    name = re.sub(r"[\W_]+", "-", _SUFFIX.sub("", plain)).strip("-")
    name = _ALIASES.get(name, name)
    return name if name in RULESETS else ""
