"""Reads OneRoster 1.1 and 1.2 exports in full ("bulk"): the students of each class.

Only names, username, password, identifier and enrolment are read; columns with anything else are never kept.
"""

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import BinaryIO, Literal

from server.domain.roster.reading.errors import (
    CleverError,
    LongListError,
    OneRosterDeltaError,
    OneRosterIncompleteError,
    SeveralListsError,
    UnknownSectionError,
)
from server.domain.roster.reading.table import MAX_ROWS_KEPT, ColumnUse, Reason, Row, Section, Table
from server.domain.roster.reading.text import read_rows

Kind = Literal["users", "classes", "enrollments", "roles", "manifest"]
FileOpener = Callable[[], BinaryIO]
Record = Mapping[str, str]

_KIND_BY_HEADINGS: tuple[tuple[Kind, frozenset[str]], ...] = (
    ("users", frozenset({"sourcedid", "givenname", "familyname"})),
    ("enrollments", frozenset({"sourcedid", "classsourcedid", "usersourcedid", "role"})),
    ("classes", frozenset({"sourcedid", "title", "classtype"})),
    ("roles", frozenset({"sourcedid", "usersourcedid", "roletype", "role"})),
    ("manifest", frozenset({"propertyname", "value"})),
)
_NEEDED: tuple[Kind, ...] = ("users", "classes", "enrollments")
_HEADINGS = ["givenName", "familyName", "username", "identifier", "password"]
_USES: list[ColumnUse] = ["firstName", "lastName", "username", "externalId", "unused"]
"""Passwords are used only if the teacher asks for it."""
_MAX_CLASSES = 2_000
_MAX_UNKNOWN_CLASSES = 50
_MAX_HEADINGS = 4_096


def kind_of(head: bytes) -> Kind | None:
    """Return the kind of an export's file that begins with `head`, or None; raise `CleverError` for one of Clever's."""
    first_line = head[:_MAX_HEADINGS].decode("utf-8-sig", "ignore").splitlines()[:1]
    headings = {cell.strip().lower() for row in csv.reader(first_line) for cell in row}
    if "school_id" in headings and headings & {"student_id", "section_id", "teacher_id"}:
        raise CleverError
    return next((kind for kind, needed in _KIND_BY_HEADINGS if needed <= headings), None)


@dataclass(slots=True)
class _Enrollment:
    line: int
    user: str
    end_date: str


class OneRoster:
    """The files of one export."""

    def __init__(self, files: list[tuple[Kind, FileOpener]]) -> None:
        self._files = dict(files)
        if len(self._files) < len(files):
            raise SeveralListsError
        manifest = {each["propertyname"]: each.get("value", "") for _, each in self._records("manifest")}
        self.version = "1.2" if "roles" in self._files or manifest.get("oneroster.version") == "1.2" else "1.1"
        if any(manifest.get(f"file.{kind}") == "delta" for kind in _NEEDED):
            raise OneRosterDeltaError
        for kind in _NEEDED:
            if kind not in self._files:
                raise OneRosterIncompleteError(params={"file": f"{kind}.csv"})

    def _records(self, kind: Kind) -> Iterator[tuple[int, Record]]:
        if kind not in self._files:
            return
        with self._files[kind]() as file, io.TextIOWrapper(file, "utf-8-sig", newline="") as stream:
            rows = read_rows(stream, ",")
            headings = [cell.lower() for cell in next(rows, (0, []))[1]]
            for line, cells in rows:
                record = dict(zip(headings, cells, strict=False))
                if record.get("status", "").lower() == "tobedeleted":
                    raise OneRosterDeltaError
                yield line, record

    def read(self, section: str | None, today: date) -> Table:
        """Read the students of a class; without `section` those of the only class, or none."""
        classes = self._classes()
        counts = dict.fromkeys(classes, 0)
        unknown: list[Row] = []
        for line, each in self._students():
            class_id = each["classsourcedid"]
            if class_id in counts:
                counts[class_id] += 1
            elif len(unknown) < _MAX_UNKNOWN_CLASSES:
                unknown.append(Row(line, [], "refused", [Reason("class_unknown", {"id": class_id})]))
        sections = [Section(each, title, counts[each]) for each, title in classes.items()]
        if section is None and len(sections) == 1:
            section = sections[0].id
        if section is not None and section not in classes:
            raise UnknownSectionError
        rows = [] if section is None else [*self._rows(section, classes, today), *unknown]
        return Table(
            "oneroster-1.2" if self.version == "1.2" else "oneroster-1.1",
            rows,
            "utf-8",
            ",",
            sections,
            section,
            list(_HEADINGS),
            list(_USES),
        )

    def _classes(self) -> dict[str, str]:
        classes: dict[str, str] = {}
        for _, each in self._records("classes"):
            classes[each["sourcedid"]] = each.get("title", "")
            if len(classes) > _MAX_CLASSES:
                raise LongListError(params={"count": len(classes)})
        return classes

    def _students(self) -> Iterator[tuple[int, Record]]:
        for line, each in self._records("enrollments"):
            if each.get("role", "").lower() == "student":
                yield line, {"classsourcedid": "", "usersourcedid": "", **each}

    def _rows(self, section: str, classes: Mapping[str, str], today: date) -> list[Row]:
        enrollments: list[_Enrollment] = []
        for line, each in self._students():
            if each["classsourcedid"] == section:
                enrollments.append(_Enrollment(line, each["usersourcedid"], each.get("enddate", "")))
                if len(enrollments) > MAX_ROWS_KEPT:
                    raise LongListError(params={"count": len(enrollments)})
        users = {each.user for each in enrollments}
        others: dict[str, str] = {}
        for _, each in self._students():
            if each["usersourcedid"] in users and each["classsourcedid"] in classes.keys() - {section}:
                others.setdefault(each["usersourcedid"], classes[each["classsourcedid"]])
        found = {each["sourcedid"]: each for _, each in self._records("users") if each["sourcedid"] in users}
        roles: dict[str, set[str]] = {each: set() for each in users}
        for _, each in self._records("roles"):
            if each.get("usersourcedid") in roles:
                roles[each["usersourcedid"]].add(each.get("role", "").lower())
        rows = []
        for enrollment in enrollments:
            user = enrollment.user
            row = self._row(enrollment, found.get(user), roles[user], today)
            if user in others and row.status is None:
                row.reasons.append(Reason("also_in", {"name": others[user]}))
            rows.append(row)
        return rows

    def _row(self, enrollment: _Enrollment, user: Record | None, roles: set[str], today: date) -> Row:
        if user is None:
            return Row(enrollment.line, [], "refused", [Reason("user_unknown", {"id": enrollment.user})])
        cells = [
            user.get("preferredgivenname") or user.get("givenname", ""),
            user.get("preferredfamilyname") or user.get("familyname", ""),
            user.get("username", ""),
            user.get("identifier") or user["sourcedid"],
            user.get("password", ""),
        ]
        row = Row(enrollment.line, cells)
        roles = roles | ({user["role"].lower()} if user.get("role") else set())
        if not roles:
            row.reasons.append(Reason("role_missing"))
        elif "student" not in roles:
            row.status = "refused"
            row.reasons.append(Reason("not_a_student"))
        elif user.get("enableduser", "").lower() == "false":
            row.status = "skipped"
            row.reasons.append(Reason("account_disabled"))
        elif _has_ended(enrollment.end_date, today):
            row.status = "skipped"
            row.reasons.append(Reason("enrolment_ended", {"date": enrollment.end_date}))
        return row


def _has_ended(end_date: str, today: date) -> bool:
    try:
        return date.fromisoformat(end_date[:10]) <= today
    except ValueError:
        return False
