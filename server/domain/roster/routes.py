"""Routes for importing a class list."""

import asyncio
from datetime import timedelta
from typing import Annotated

from fastapi import Depends, File, Form, Request, Response, UploadFile
from pydantic import TypeAdapter, ValidationError
from sqlalchemy.orm import Session

from server import clock
from server.domain.classrooms.access import ClassroomToManage
from server.domain.classrooms.membership import get_classroom
from server.domain.roster import service
from server.domain.roster.dependencies import WithRoster
from server.domain.roster.errors import TooManyListsError
from server.domain.roster.preview import build_preview, chosen_uses
from server.domain.roster.queries import known_students
from server.domain.roster.reading.encodings import Encoding
from server.domain.roster.reading.errors import EmptyListError
from server.domain.roster.reading.files import ReadingChoices
from server.domain.roster.reading.reader_process import ListFiles
from server.domain.roster.reading.table import MAX_FILES, MAX_LIST_BYTES
from server.domain.roster.schemas import (
    ColumnRequest,
    ColumnResponse,
    ImportRequest,
    ImportResponse,
    PreviewResponse,
    SectionId,
    Separator,
)
from server.domain.roster.service import RosterImportResult, RosterRow
from server.domain.students.schemas import StudentResponse
from server.errors import InvalidError
from server.requests.dependencies import Core
from server.requests.forms import FormLimits
from server.requests.gates import TeacherActor, teacher_only
from server.requests.idempotency import Idempotent, replay_if_completed, store_response
from server.requests.rate_limit import RateLimit, RateLimitDependency
from server.requests.routing import router

PREVIEW_PATH = "/api/classrooms/{classroom_id}/roster/preview"
_COLUMNS = TypeAdapter(list[ColumnRequest])

LIST_LIMIT = RateLimit("list", 60, timedelta(minutes=1), TooManyListsError)

roster = router("/api/classrooms", gate=teacher_only)


async def list_files(
    files: Annotated[list[UploadFile] | None, File()] = None,
    text: Annotated[str | None, Form()] = None,
    separator: Annotated[Separator | None, Form()] = None,
    section: Annotated[SectionId | None, Form()] = None,
    encoding: Annotated[Encoding | None, Form()] = None,
) -> ListFiles:
    """Read the form; an empty file is none."""
    # Not `await each.read()`: on PostgreSQL this runs in a thread without an event loop (server/system/coroutines.py).
    contents = [each.file.read() for each in files or []] or [(text or "").encode()]
    if not any(contents):
        raise EmptyListError
    return ListFiles(contents, ReadingChoices(encoding, separator, section))


async def column_choices(columns: Annotated[str | None, Form()] = None) -> list[ColumnRequest]:
    """Parse the JSON of the columns that the teacher has changed."""
    try:
        return _COLUMNS.validate_json(columns or "[]")
    except ValidationError as error:
        raise InvalidError(about=["columns"]) from error


@roster.post(
    "/{classroom_id}/roster/preview",
    response_model=PreviewResponse,
    dependencies=[
        Depends(FormLimits(max_files=MAX_FILES, max_text_bytes=MAX_LIST_BYTES)),
        Depends(RateLimitDependency(lambda _settings, _db, actor: [LIST_LIMIT.for_key(actor.id)])),
    ],
    transaction="manual",
)
async def preview_roster(
    classroom: ClassroomToManage,
    files: Annotated[ListFiles, Depends(list_files)],
    choices: Annotated[list[ColumnRequest], Depends(column_choices)],
    actor: TeacherActor,
    services: WithRoster,
) -> PreviewResponse:
    """Read a class list, and show what importing it would do. Writes nothing."""
    table = await services.roster_reader.read(files, clock.local_date(), actor.id)
    students = await services.transactions.read(lambda db: known_students(db, actor, classroom))
    uses = chosen_uses(table, {each.index: each.use for each in choices})
    rows = await asyncio.to_thread(build_preview, table, uses, students, classroom.id)
    headings = table.headings or []
    columns = [
        ColumnResponse(
            index=index,
            heading=headings[index] if index < len(headings) else None,
            use=use,
            samples=table.samples[index],
        )
        for index, use in enumerate(uses)
    ]
    return PreviewResponse.from_row(table, columns=columns, rows=rows)


@roster.post(
    "/{classroom_id}/roster",
    status_code=201,
    response_model=ImportResponse,
    dependencies=[Idempotent],
    transaction="manual",
)
async def import_roster(
    request: Request, classroom: ClassroomToManage, body: ImportRequest, actor: TeacherActor, services: Core
) -> Response:
    """Import the rows that the teacher has confirmed: all or none."""
    rows = [RosterRow(**dict(row)) for row in body.rows]
    service.require_consistent(rows)
    hashes = await service.hash_passwords(services.password_hasher, services.queues, actor.id, rows)

    def work(db: Session) -> Response:
        replay_if_completed(db, request)
        result = service.import_rows(db, actor, get_classroom(db, actor, "manage", classroom.id), rows, hashes)
        content = _to_response(result).model_dump_json()
        response = Response(content, status_code=201, media_type="application/json")
        store_response(db, request, response)
        return response

    return await services.transactions.write(work)


def _to_response(result: RosterImportResult) -> ImportResponse:
    created, changed, moved = (
        [StudentResponse.of(student, result.classroom) for student in group]
        for group in (result.created, result.changed, result.moved)
    )
    return ImportResponse(created=created, changed=changed, moved=moved, unchanged=result.unchanged)
