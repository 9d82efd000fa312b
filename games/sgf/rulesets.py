"""The rulesets that records name (RU), as written by SGF FF[4], servers and programs."""

import re
import unicodedata

from rules import RULESETS, Ruleset

_SUFFIX = re.compile(r"[-_\s]*(rules?|ruleset|规则|規則|規約|ルール|규칙|룰)$")
_NAMES = {
    "aga": ("american", "usa", "美国", "米国"),
    "bga": ("british",),
    "chinese": ("china", "cn", "中国", "中國", "중국"),
    "french": ("ffg", "france"),
    "ing": ("goe", "goe-ing", "ing-goe", "ing-sst", "应氏", "應氏", "応氏", "응씨"),
    "japanese": ("japan", "jp", "日本", "にほん", "にっぽん", "일본"),
    "korean": ("korea", "kr", "韩国", "韓國", "韓国", "한국"),
    "new-zealand": ("nz", "nzl", "newzealand", "新西兰", "紐西蘭", "ニュージーランド", "뉴질랜드"),
    "tromp-taylor": ("logical", "tromptaylor", "tt"),
}
_CHANGED = {
    "aga-button": "aga button=0.5",
    "chinese-kgs": "chinese repetition=positional",
    "chinese-ogs": "chinese repetition=positional",
}
_SCORING_ALONE = {
    "area": "chinese",
    "area-scoring": "chinese",
    "territory": "japanese",
    "territory-scoring": "japanese",
}
_GAME = re.compile(r"[-_\s]*(围棋|圍棋|囲碁|바둑)[-_\s]*")
_ADDITION = re.compile(r"(?:\s*[,;(]\s*|\s+)(pair[- ]?go|rengo|team game|handicap game|nihon ki-?in)\s*\)?$")
_YEAR = re.compile(r"(?:[-_\s]+(?:1[89]|20)\d\d|\s*\((?:1[89]|20)\d\d\))$")
_KATAGO = re.compile(
    r"ko(?P<ko>simple|positional|situational)score(?P<score>area|territory)tax(?P<tax>none|seki)sui(?P<sui>[01])"
    r"(?P<button>button1)?(?:whb(?P<bonus>0|n-1|n))?(?P<friendly>fpok1)?"
)
_KATAGO_KO = {"simple": "simple_ko", "positional": "positional", "situational": "situational"}
_KATAGO_BONUS = {"0": "none", "n-1": "n_minus_one", "n": "n"}
_ALIASES = {name: ruleset for ruleset, names in _NAMES.items() for name in names}


def identify_ruleset(said: str) -> str:
    """Return the text of the ruleset that RU means, a preset with differences, or ""."""
    plain = unicodedata.normalize("NFKC", said).casefold().strip()
    return _of_our_own(plain) or _resolve(plain) or _resolve(_ADDITION.sub("", plain))


def is_assumed_ruleset(said: str) -> bool:
    """Return whether RU names a kind of scoring alone, for which its best-known ruleset is assumed."""
    return _plain_name(unicodedata.normalize("NFKC", said).casefold().strip()) in _SCORING_ALONE


def resolve_ruleset_name(said: str) -> str:
    """Return the name of the preset that RU means, with or without differences, or ""."""
    return identify_ruleset(said).partition(" ")[0]


def _resolve(plain: str) -> str:
    if katago := _KATAGO.fullmatch(plain.replace(" ", "")):
        return _of_katago(katago)
    name = _plain_name(plain)
    name = _ALIASES.get(name, name)
    return name if name in RULESETS else _CHANGED.get(name) or _SCORING_ALONE.get(name, "")


def _of_our_own(plain: str) -> str:
    """Return the ruleset of a text as our own records have it: "japanese@2 handicap_komi=none"."""
    if not ("@" in plain or "=" in plain):
        return ""
    try:
        return Ruleset.parse(plain).typed
    except ValueError:
        return ""


def _plain_name(plain: str) -> str:
    """Return a name without a year and without words for rules and for the game."""
    name = _YEAR.sub("", _SUFFIX.sub("", _YEAR.sub("", plain)))
    return re.sub(r"[\W_]+", "-", _GAME.sub("", name)).strip("-")


def _of_katago(said: re.Match[str]) -> str:
    """Return the ruleset of KataGo's text of its rules. Nothing corresponds to a tax on area."""
    if said["score"] == "territory":
        base, changes = "japanese", {} if said["tax"] == "seki" else {"scoring": "territory"}
    elif said["tax"] == "seki":
        return ""
    else:
        base, changes = ("chinese" if said["friendly"] or said["ko"] == "simple" else "tromp-taylor"), {}
    changes |= {
        "repetition": _KATAGO_KO[said["ko"]],
        "suicide": "multi_stone" if said["sui"] == "1" else "forbidden",
        "handicap_compensation": _KATAGO_BONUS[said["bonus"] or "0"],
    }
    if said["button"]:
        changes["button"] = "0.5"
    try:
        ruleset = Ruleset.parse(" ".join([base, *(f"{axis}={value}" for axis, value in changes.items())]))
    except ValueError:
        return ""
    return str(ruleset).replace(f"@{ruleset.edition}", "", 1)
