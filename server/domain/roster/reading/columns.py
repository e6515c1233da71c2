"""Recognizes what the columns of a list are: by headings in English, Spanish, French and German, else by the data."""

import re
from collections.abc import Callable, Sequence
from unicodedata import category, combining, normalize

from server.domain.roster.reading.table import ColumnUse, Row, Table

_HEADINGS: dict[ColumnUse, str] = {
    "firstName": (
        "first name,first,firstname,given name,givenname,given,forename,preferred name,preferred first name,"
        "student first name,nombres,nombre de pila,primer nombre,prenom,prenoms,vorname,vornamen,rufname"
    ),
    "lastName": (
        "last name,last,lastname,surname,family name,familyname,family,student last name,apellido,apellidos,"
        "primer apellido,nom de famille,nachname,familienname,zuname"
    ),
    "name": (
        "full name,fullname,student,students,student name,student names,name of student,pupil,pupils,pupil name,"
        "learner,learner name,name,names,nombre,nombre completo,nombre y apellidos,apellidos y nombre,"
        "apellidos y nombres,alumno,alumna,alumnos,estudiante,estudiantes,nombre del alumno,nombre del estudiante,nom,"
        "nom complet,nom et prenom,nom prenom,noms,eleve,eleves,etudiant,etudiante,schuler,schulerin,schuler in,"
        "schulername,vollstandiger name,vor und nachname,vorname nachname"
    ),
    "username": (
        "username,user name,user,login,login name,login id,user id,userid,usuario,nombre de usuario,"
        "nom d utilisateur,utilisateur,identifiant,benutzername,benutzer,nutzername,anmeldename"
    ),
    "email": (
        "email,e mail,mail,email address,e mail address,student email,correo,correo electronico,courriel,adresse mail,"
        "adresse e mail,adresse email,e mail adresse,email adresse"
    ),
    "password": "password,pass word,passcode,contrasena,clave,mot de passe,passwort,kennwort",
    "externalId": (
        "student id,studentid,id,id number,student number,student no,local id,sis id,sis user id,identifier,"
        "external id,externalid,school id number,pupil id,pupil number,upn,id del alumno,id de estudiante,"
        "id del estudiante,numero de estudiante,numero de alumno,matricula,numero de matricula,identificador,"
        "numero d eleve,numero eleve,numero d etudiant,ine,schulernummer,schuler id,schuler nr,matrikelnummer"
    ),
}
_USE_BY_HEADING: dict[str, ColumnUse] = {
    heading: use for use in reversed(_HEADINGS) for heading in _HEADINGS[use].split(",")
}
_AMBIGUOUS_NAME_HEADINGS = frozenset({"name", "names", "nombre", "nom"})
"""They mean the full name; beside a column of first names the last name, and the reverse.

Such as "Vorname" and "Name", "Nombre" and "Apellidos".
"""
_MAX_LINES_ABOVE = 10
_GUESS_THRESHOLD = 0.6
"""Share of the rows that must look alike for a guess."""


def fold(text: str) -> str:
    """Return the text without case, accents and signs, its words separated by single spaces; for comparisons."""
    letters = "".join(char for char in normalize("NFKD", text) if not combining(char)).casefold()
    return " ".join(re.sub(r"[\W_]+", " ", letters).split())


def is_heading(text: str) -> bool:
    """Whether the text is a known heading."""
    return fold(text) in _USE_BY_HEADING


def recognize(table: Table) -> None:
    """Set the headings and uses of a table, and drop the lines up to the headings; OneRoster's are known."""
    if table.uses is not None:
        return
    width = max((len(row.cells) for row in table.rows), default=0)
    position = find_headings(table.rows)
    if position is None:
        table.headings = None
        table.uses = _guess(table.rows, width)
        return
    table.headings = table.rows[position].cells
    table.rows = table.rows[position + 1 :]
    table.uses = _uses_of(table.headings) + ["unused"] * (width - len(table.headings))


def find_headings(rows: Sequence[Row]) -> int | None:
    """Return the index of the row of headings: the first with a heading of a first, last or full name."""
    for position, row in enumerate(rows[:_MAX_LINES_ABOVE]):
        if {"firstName", "lastName", "name"} & set(_uses_of(row.cells)):
            return position
    return None


def _uses_of(headings: Sequence[str]) -> list[ColumnUse]:
    """Return the use of each heading, each use once."""
    found: list[ColumnUse] = [_USE_BY_HEADING.get(fold(heading), "unused") for heading in headings]
    for position, heading in enumerate(headings):
        if fold(heading) in _AMBIGUOUS_NAME_HEADINGS:
            if "lastName" in found and "firstName" not in found:
                found[position] = "firstName"
            elif "firstName" in found and "lastName" not in found:
                found[position] = "lastName"
    if {"firstName", "lastName"} <= set(found):
        found = ["unused" if use == "name" else use for use in found]
    if "username" in found:
        found = ["unused" if use == "email" else use for use in found]
    elif "email" not in found and "externalId" in found:
        found[found.index("externalId")] = "idAndUsername"
    return [use if use == "unused" or found.index(use) == position else "unused" for position, use in enumerate(found)]


def _guess(rows: Sequence[Row], width: int) -> list[ColumnUse]:
    """Guess the uses of columns without headings: names, then e-mail, username, password and number."""
    uses: list[ColumnUse] = ["unused"] * width
    columns = [
        [" ".join(row.cells[each].split()) for row in rows if each < len(row.cells) and row.cells[each]]
        for each in range(width)
    ]

    def positions(test: Callable[[str], bool]) -> list[int]:
        return [
            each
            for each, texts in enumerate(columns)
            if uses[each] == "unused" and texts and sum(map(test, texts)) >= _GUESS_THRESHOLD * len(texts)
        ]

    names = positions(_is_name)[:2]
    if not names:  # a list of names in which most have a number before them
        names = positions(lambda text: not text.isdigit())[:1]
    name_uses: list[ColumnUse] = ["firstName", "lastName"] if len(names) > 1 else ["name"]
    for position, use in zip(names, name_uses, strict=False):
        uses[position] = use
    for use, test in _OTHER_GUESSES:
        if use != "username" or "email" not in uses:
            for position in positions(test)[:1]:
                uses[position] = use
    return uses


def _is_name(text: str) -> bool:
    return not text[0].islower() and all(category(char)[0] in "LM" or char in "'\u2019.,- " for char in text)


def _is_one_word(text: str) -> bool:
    return not text.isdigit() and len(text.split()) == 1 and any(map(str.isalpha, text))


_OTHER_GUESSES: tuple[tuple[ColumnUse, Callable[[str], bool]], ...] = (
    ("email", lambda text: re.fullmatch(r"[^\s@]+@[^\s@]+\.[^\s@]+", text) is not None),
    ("username", lambda text: _is_one_word(text) and text.isascii()),
    ("password", lambda text: _is_one_word(text) and any(map(str.isdigit, text))),
    ("externalId", str.isdigit),
)
