"""Files of MacMahon and of pairgoth, by hand."""

import json

HEAD = """  <Name>Tulip Cup</Name><NumberOfRounds>3</NumberOfRounds>
  <UpperMacMahonBar>true</UpperMacMahonBar><UpperMacMahonBarLevel>1d</UpperMacMahonBarLevel>
  <LowerMacMahonBar>true</LowerMacMahonBar><LowerMacMahonBarLevel>20k</LowerMacMahonBarLevel>
  <HandicapUsed>true</HandicapUsed><HandicapBelow>true</HandicapBelow><HandicapBelowLevel>3k</HandicapBelowLevel>
  <HandicapAdjustment>true</HandicapAdjustment><HandicapAdjustmentValue>-1</HandicapAdjustmentValue>
  <HandicapLimit>true</HandicapLimit><HandicapLimitValue>7</HandicapLimitValue>
  <HandicapByLevel>false</HandicapByLevel>
"""
WALLLIST = """<Walllist>
  <Criterion><ShortName>Score</ShortName></Criterion>
  <Criterion><ShortName>SOS</ShortName></Criterion>
  <Criterion><ShortName>SOSOS</ShortName></Criterion>
</Walllist>
"""


def player(number, family, given_name, level, rating, more="", pin="12345678"):
    return f"""  <IndividualParticipant>
    <Id>{number}</Id>{more}
    <GoPlayer><FirstName>{given_name}</FirstName><Surname>{family}</Surname><Club>Leid</Club>
      <Country>nl</Country><GoLevel>{level}</GoLevel><Rating>{rating}</Rating><EgdPin>{pin}</EgdPin></GoPlayer>
  </IndividualParticipant>
"""


def pairing(board, black, white, result, handicap=0, more=""):
    return f"""    <Pairing><BoardNumber>{board}</BoardNumber><Black>{black}</Black><White>{white}</White>
      <Handicap>{handicap}</Handicap><Result>{result}</Result>{more}</Pairing>
"""


BYE = "<PairingWithBye>true</PairingWithBye>"
PLAYERS = (
    player(7, "Vos", "Anna", "3d", 2250)
    + player(8, "de Wit", "Jo", "2k", 0, pin="0")
    + player(9, "Bos", "Cy", "1d", 2999, "<SuperBarMember>true</SuperBarMember>")
    + player(
        11,
        "Smit",
        "Di",
        "1k",
        1950,
        "<PreliminaryRegistration>true</PreliminaryRegistration><NotPlayingInRound>2</NotPlayingInRound>",
    )
)
ROUNDS = f"""  <TournamentRound><RoundNumber>1</RoundNumber>
{pairing(1, 7, 9, "1-0")}{pairing(2, 8, 11, "½-½", 2)}  </TournamentRound>
  <TournamentRound><RoundNumber>2</RoundNumber>
{pairing(1, 9, 8, "0-1!")}{pairing(0, 7, 0, "1-0", more=BYE)}  </TournamentRound>
"""
TOURNAMENT = f"<Tournament typeversion='3.9'>\n{HEAD}{WALLLIST}{PLAYERS}{ROUNDS}</Tournament>\n"
APART = (
    f"<TournamentData typeversion='3.9'><Tournament typeversion='3.9'>\n{HEAD}</Tournament>\n{WALLLIST}"
    f"<Playerlist>{PLAYERS}</Playerlist><Roundlist>{ROUNDS}</Roundlist></TournamentData>\n"
).replace("IndividualParticipant", "Player")


PIN = "12345678"
SMALL = {
    "type": "INDIVIDUAL",
    "name": "Small",
    "shortName": "small",
    "rounds": 3,
    "pairing": {"type": "SWISS"},
    "players": [
        {
            "id": 1,
            "name": "Vos",
            "firstname": "Anna",
            "rank": 2,
            "rating": 2300,
            "country": "nl",
            "egf": "12345678",
        },
        {
            "id": 2,
            "name": "Wit",
            "firstname": "Jo",
            "rank": -3,
            "rating": 1700,
            "ffg": "0000007",
            "aga": " 9 ",
        },
        {"id": 3, "name": "Bos", "rank": 0, "rating": 2050, "skip": [2], "mmsCorrection": 1},
    ],
    "games": [
        [{"id": 1, "t": 1, "w": 1, "b": 2, "h": 2, "r": "="}, {"id": 2, "t": 0, "w": 0, "b": 3, "r": "b"}]
    ],
}


def data_of(tour):
    return json.dumps(tour, ensure_ascii=False, indent=1).encode()
