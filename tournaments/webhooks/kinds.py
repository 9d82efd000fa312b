"""Which events of claims are news, and of which kind. A closed table; pure."""

from collections.abc import Mapping

from tournaments.events.declared import News, Nothing

_PLAYING = Nothing("what is played out on a claim is looked at while somebody rules on it")
OF_CLAIMS: Mapping[str, tuple[News, ...] | Nothing] = {
    "claim.made.v1": (News.CLAIM_MADE,),
    "claim.withdrawn.v1": (News.CLAIM_WITHDRAWN,),
    "claim.sequence-begun.v1": _PLAYING,
    "claim.sequence-acted.v1": _PLAYING,
    "claim.sequence-taken-back.v1": _PLAYING,
    "claim.ruled.v1": (News.CLAIM_RULED,),
    "claim.ruling-seconded.v1": (News.CLAIM_RULED,),
    "claim.ruling-not-seconded.v1": (News.CLAIM_RULED,),
    "claim.appealed.v1": (News.CLAIM_APPEALED,),
    "claim.appeal-decided.v1": (News.CLAIM_DECIDED,),
}
