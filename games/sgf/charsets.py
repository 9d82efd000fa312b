"""The likelihood that a Go record is in one of the East Asian encodings.

The double-byte encodings accept much of each other's text, and of accented Latin text. A text's likelihood is
the mean weight of its characters, by the row of the code table that each would come from: everyday characters
weigh 1, rare ones little, rows that the language does not use less than nothing.
"""

from dataclasses import dataclass

SAMPLE = 4_000  # characters examined
LIKELY = 0.5
_UNLIKELY = -1.0
_FAMILIAR = 1.0  # extra weight of a character that is frequent in Go records

_CHINESE = frozenset(
    "的一是在了我不人有他这上们来个国中大手黑白棋段目子胜负杯赛届决第贴先半盘名王李张刘陈杨赵黄周吴古柯"
)
_TAIWANESE = frozenset(
    "的一是在了我不人有他這上們來個國中大手黑白棋段目子勝負盃賽屆決第貼先半盤名王李張劉陳楊趙黃周吳林"
)
_JAPANESE = frozenset(
    "のはをにがとでたしてるい段黒白局手目半勝負中押名人本因坊戦王座天元碁聖十九第先日藤田林井木川村山石小大武宮加趙治勲"
)
_KOREAN = frozenset(
    "김이박최정강조윤장임한오서신권황안송류홍단국흑백승패집반은는을를가의에다기전배대회불계프로사범바둑수"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Charset:
    """An encoding.

    `rows`: (first and last lead byte, weight), for characters whose second byte is at least `trail`.
    """

    codec: str
    trail: int
    rows: tuple[tuple[int, int, float], ...]
    familiar: frozenset[str]

    def likelihood(self, text: str) -> float:
        """Return the mean weight of the characters beyond ASCII; -1 if there are none."""
        weights = []
        for index, sign in enumerate(text):
            if sign.isascii():
                continue
            weights.append(_UNLIKELY if _is_next_to_letter(text, index) else self._weight(sign))
            if len(weights) == SAMPLE:
                break
        return sum(weights) / len(weights) if weights else _UNLIKELY

    def _weight(self, sign: str) -> float:
        if sign in self.familiar:
            return 1 + _FAMILIAR
        raw = sign.encode(self.codec, "surrogateescape")
        if len(raw) != 2 or raw[1] < self.trail:
            return _UNLIKELY
        return next((weight for low, high, weight in self.rows if low <= raw[0] <= high), _UNLIKELY)


def _is_next_to_letter(text: str, index: int) -> bool:
    """Return whether a character touches an ASCII letter.

    False double-byte characters in accented Latin text always do.
    """
    around = text[max(index - 1, 0) : index] + text[index + 1 : index + 2]
    return any(sign.isascii() and sign.isalpha() for sign in around)


# In order of preference for equal likelihoods.
EAST_ASIAN = (
    Charset(
        codec="gb18030",
        trail=0xA1,
        rows=((0xA1, 0xA3, 0.5), (0xB0, 0xD7, 1.0), (0xD8, 0xF7, 0.2)),
        familiar=_CHINESE,
    ),
    Charset(
        codec="cp950",
        trail=0x40,
        rows=((0xA1, 0xA3, 0.5), (0xA4, 0xC6, 1.0), (0xC9, 0xF9, 0.2)),
        familiar=_TAIWANESE,
    ),
    Charset(
        codec="cp932",
        trail=0x40,
        rows=((0x81, 0x81, 0.5), (0x82, 0x83, 1.0), (0x88, 0x97, 1.0), (0x98, 0xEA, 0.2)),
        familiar=_JAPANESE,
    ),
    Charset(
        codec="cp949",
        trail=0xA1,
        rows=((0xA1, 0xA3, 0.5), (0xB0, 0xC8, 1.0), (0xCA, 0xFD, 0.2)),
        familiar=_KOREAN,
    ),
    Charset(
        codec="euc_jp",
        trail=0xA1,
        rows=((0xA1, 0xA3, 0.5), (0xA4, 0xA5, 1.0), (0xB0, 0xCF, 1.0), (0xD0, 0xF4, 0.2)),
        familiar=_JAPANESE,
    ),
)
