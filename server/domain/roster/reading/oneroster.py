"""Reads OneRoster 1.1 and 1.2 exports in full ("bulk"), and Microsoft's form of them: the students of each class.

Only names, username, password, identifier and enrolment are read; columns with anything else are never kept.
"""

import csv
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from itertools import islice
from typing import BinaryIO, Literal

from server.domain.roster.reading import errors
from server.domain.roster.reading.encodings import decode
from server.domain.roster.reading.table import MAX_ROWS_KEPT, ColumnUse, Reason, Row, Section, Table
from server.domain.roster.reading.text import SEPARATORS, read_rows

Kind = Literal["users", "classes", "enrollments", "roles", "manifest"]
FileOpener = Callable[[], BinaryIO]
Record = Mapping[str, str]

_KIND_BY_HEADINGS: tuple[tuple[Kind, frozenset[str]], ...] = (
    ("users", frozenset({"sourcedid", "givenname", "familyname"})),
    ("enrollments", frozenset({"classsourcedid", "usersourcedid", "role"})),
    ("roles", frozenset({"usersourcedid", "role"})),
    ("classes", frozenset({"sourcedid", "title"})),
    ("manifest", frozenset({"propertyname", "value"})),
)
_HEADINGS_OF_OTHER_KINDS = frozenset({"startdate", "coursecode", "code", "vendorresourceid", "categorysourcedid"})
"""With one of these and without a column of courses, a file with titles has no classes."""
_NEEDED: tuple[Kind, ...] = ("users", "classes", "enrollments")
_HEADINGS = ["givenName", "familyName", "username", "identifier", "password"]
_USES: list[ColumnUse] = ["firstName", "lastName", "username", "externalId", "unused"]
"""Passwords are used only if the teacher asks for it."""
_DELETED = "tobedeleted"
_ENDED = frozenset({_DELETED, "inactive"})
"""The value of `status` of a row that isn't current."""
_MAX_CLASSES = 2_000
_MAX_LINES = 300_000
"""Lines of one file of a district's export."""
_MAX_UNKNOWN_CLASSES = 50
_MAX_HEADINGS = 4_096


def kind_of(head: bytes) -> Kind | None:
    """Return the kind of an export's file that begins with `head`, or None; raise `CleverError` for one of Clever's."""
    decoded = decode(head[:_MAX_HEADINGS])
    first_line = decoded.text.splitlines()[:1] if decoded else []
    headings = set(_headings(first_line[0], _separator(first_line[0]))) if first_line else set()
    if "school_id" in headings and headings & {"section_id", "teacher_id"}:
        raise errors.CleverError
    if headings & _HEADINGS_OF_OTHER_KINDS and "coursesourcedid" not in headings:
        headings.discard("title")
    return next((kind for kind, needed in _KIND_BY_HEADINGS if needed <= headings), None)


def _separator(line: str) -> str:
    """Return the separator of a line of headings; some programs save exports with semicolons."""
    return max(SEPARATORS, key=line.count) if any(each in line for each in SEPARATORS) else ","


def _headings(line: str, separator: str) -> list[str]:
    cells = next(csv.reader([line], delimiter=separator), [])
    return ["".join(cell.split()).lower() for cell in cells]


class OneRoster:
    """The files of one export."""

    def __init__(self, files: list[tuple[Kind, FileOpener]]) -> None:
        self._files = dict(files)
        self._ended_classes: set[str] = set()
        if len(self._files) < len(files):
            raise errors.SeveralListsError
        manifest = {each["propertyname"]: each.get("value", "") for _, each in self._records("manifest")}
        self.version = "1.2" if "roles" in self._files or manifest.get("oneroster.version") == "1.2" else "1.1"
        if any(manifest.get(f"file.{kind}", "").lower() == "delta" for kind in _NEEDED):
            raise errors.OneRosterDeltaError
        for kind in _NEEDED:
            if kind not in self._files:
                raise errors.OneRosterIncompleteError(params={"file": f"{kind}.csv"})

    def _records(self, kind: Kind) -> Iterator[tuple[int, Record]]:
        if kind not in self._files:
            return
        with self._files[kind]() as file:
            decoded = decode(file.read())
        if decoded is None:
            raise errors.DamagedListError
        separator = _separator(decoded.text.partition("\n")[0])
        rows = read_rows(decoded.text, separator, max_lines=_MAX_LINES)
        headings = ["".join(cell.split()).lower() for cell in next(rows, (0, []))[1]]
        for line, cells in rows:
            yield line, dict(zip(headings, cells, strict=False))

    def read(self, section: str | None, today: date) -> Table:
        """Read the students of a class; without `section` those of the only class, or none."""
        classes = self._classes()
        counts = dict.fromkeys(classes, 0)
        unknown: list[Row] = []
        for line, each in self._students():
            class_id = each["classsourcedid"]
            if class_id in counts:
                counts[class_id] += 1
            elif class_id not in self._ended_classes and len(unknown) < _MAX_UNKNOWN_CLASSES:
                unknown.append(Row(line, [], "refused", [Reason("class_unknown", {"id": class_id})]))
        sections = [Section(each, title, counts[each]) for each, title in classes.items()]
        if section is None and len(sections) == 1:
            section = sections[0].id
        if section is not None and section not in classes:
            raise errors.UnknownSectionError
        rows = [] if section is None else [*self._rows(section, classes, today), *unknown]
        return Table(
            "oneroster-1.2" if self.version == "1.2" else "oneroster-1.1",
            rows,
            sections=sections,
            section=section,
            headings=list(_HEADINGS),
            uses=list(_USES),
        )

    def _classes(self) -> dict[str, str]:
        classes: dict[str, str] = {}
        for _, each in self._records("classes"):
            if each.get("status", "").lower() in _ENDED:
                self._ended_classes.add(each["sourcedid"])
            else:
                classes[each["sourcedid"]] = each.get("title", "")
            if len(classes) > _MAX_CLASSES:
                raise errors.LongListError(params={"count": len(classes)})
        return classes

    def _students(self) -> Iterator[tuple[int, Record]]:
        for line, each in self._records("enrollments"):
            if each.get("role", "").lower() == "student":
                yield line, {"classsourcedid": "", "usersourcedid": "", **each}

    def _enrollments(self, section: str) -> list[tuple[int, Record]]:
        found = ((line, each) for line, each in self._students() if each["classsourcedid"] == section)
        enrollments = list(islice(found, MAX_ROWS_KEPT + 1))
        if len(enrollments) > MAX_ROWS_KEPT:
            raise errors.LongListError(params={"count": len(enrollments)})
        return enrollments

    def _rows(self, section: str, classes: Mapping[str, str], today: date) -> list[Row]:
        enrollments = self._enrollments(section)
        users = {each["usersourcedid"] for _, each in enrollments}
        others: dict[str, str] = {}
        for _, each in self._students():
            class_id = each["classsourcedid"]
            if class_id != section and class_id in classes and each["usersourcedid"] in users:
                others.setdefault(each["usersourcedid"], classes[class_id])
        found = {each["sourcedid"]: each for _, each in self._records("users") if each["sourcedid"] in users}
        roles: dict[str, set[str]] = {each: set() for each in users}
        for _, each in self._records("roles"):
            if each.get("usersourcedid") in roles:
                roles[each["usersourcedid"]].add(each.get("role", "").lower())
        rows = []
        for line, enrollment in enrollments:
            user = enrollment["usersourcedid"]
            if user not in found and enrollment.get("status", "").lower() in _ENDED:
                continue
            row = self._row(line, enrollment, found.get(user), roles[user], today)
            if user in others and row.status is None:
                row.reasons.append(Reason("also_in", {"name": others[user]}))
            rows.append(row)
        return rows

    def _row(self, line: int, enrollment: Record, user: Record | None, roles: set[str], today: date) -> Row:
        if user is None:
            return Row(line, [], "refused", [Reason("user_unknown", {"id": enrollment["usersourcedid"]})])
        cells = [
            user.get("preferredgivenname") or user.get("givenname", ""),
            user.get("preferredfamilyname") or user.get("familyname", ""),
            user.get("username", ""),
            user.get("identifier") or user["sourcedid"],
            user.get("password", ""),
        ]
        roles = roles | ({user["role"].lower()} if user.get("role") else set())
        statuses = [each.get("status", "").lower() for each in (enrollment, user)]
        end_date = enrollment.get("enddate", "")
        if not roles:
            return Row(line, cells, reasons=[Reason("role_missing")])
        if "student" not in roles:
            reason = Reason("listed_as", {"text": min(roles)})
        elif _DELETED in statuses:
            reason = Reason("marked_deleted")
        elif ended := _ENDED.intersection(statuses):
            reason = Reason("listed_as", {"text": min(ended)})
        elif user.get("enableduser", "").lower() == "false":
            reason = Reason("account_disabled")
        elif _has_ended(end_date, today):
            reason = Reason("enrolment_ended", {"date": end_date})
        else:
            return Row(line, cells)
        return Row(line, cells, "skipped", [reason])


def _has_ended(end_date: str, today: date) -> bool:
    try:
        return date.fromisoformat(end_date[:10]) <= today
    except ValueError:
        return False
