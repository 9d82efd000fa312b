"""Headings of tables of players, in the languages of directors."""

import re
import unicodedata

SPELLINGS = {
    "family_name": "family name|surname|last name|lastname|nachname|familienname|nom|nom de famille"
    "|achternaam|apellido|apellidos|cognome|efternamn|etternavn|efternavn|nazwisko|prijmeni|sukunimi|nume"
    "|фамилия|прізвище",
    "given_name": "given name|first name|firstname|forename|vorname|prenom|voornaam|nombre|nome|fornamn"
    "|fornavn|imie|jmeno|etunimi|prenume|имя|ім я",
    "name": "name|full name|naam|namn|navn|player|players|spieler|joueur|jugador|giocatore|speler|игрок",
    "rank": "rank|grade|rang|grad|rango|niveau|level|stufe|graad|ранг|разряд",
    "rating": "rating|gor|elo|egf rating|wertung|classement|рейтинг",
    "country": "country|land|pays|pais|paese|kraj|zeme|страна|країна",
    "club": "club|klub|verein|klubb|circolo|клуб",
    "egf_pin": "egf pin|egd pin|pin|egf|egd",
    "ffg_licence": "ffg licence|ffg license|licence|license|licence ffg|ffg",
    "aga_id": "aga id|aga number|aga",
    "group": "group|gruppe|groupe|groep|grupo|gruppo|группа|section",
    "absent": "absent|absent rounds|absences|abwesend|fehlt",
    "correction": "correction|smms correction|korrektur",
    "registration": "registration|registration status|inscription|anmeldung",
    "team": "team|team name|mannschaft|equipe|equipo|squadra|ploeg|lag|druzyna|команда",
    "board": "board|brett|echiquier|bord|tablero|scacchiera|plansza|доска",
    "known_player": "known player|player id",
}
COLUMNS = tuple(SPELLINGS)
_SIGNS = re.compile(r"[\W_]+")


def column_of(heading: str) -> str | None:
    """Return the column for the heading, None for an unknown one."""
    return _COLUMN_OF.get(_plain(heading))


def _plain(heading: str) -> str:
    """Return the heading in lower case without accents, with blanks for signs."""
    letters = unicodedata.normalize("NFKD", heading.casefold())
    return _SIGNS.sub(" ", "".join(each for each in letters if not unicodedata.combining(each))).strip()


_COLUMN_OF = {
    _plain(heading): column for column, headings in SPELLINGS.items() for heading in headings.split("|")
}
