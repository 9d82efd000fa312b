"""The properties of SGF that hold game information."""

INFO_PROPERTIES = {
    "black": "PB",
    "white": "PW",
    "black_rank": "BR",
    "white_rank": "WR",
    "black_team": "BT",
    "white_team": "WT",
    "event": "EV",
    "round": "RO",
    "place": "PC",
    "date": "DT",
    "time": "TM",
    "overtime": "OT",
    "name": "GN",
    "about": "GC",
    "annotator": "AN",
    "source": "SO",
    "user": "US",
    "copyright": "CP",
}
"""The fields of Info and the properties that hold them."""
