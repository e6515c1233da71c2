"""A class with five co-teachers, on a server with two hundred teachers."""

import asyncio
from contextlib import closing
from pathlib import Path

from sqlalchemy import insert

from server.database.base import new_id
from server.database.sqlite import open_sqlite_engine
from server.database.sqlite_transactions import SqliteTransactions
from server.database.transactions import Transactions
from server.domain.classrooms.models import Classroom
from server.domain.members.models import MAX_MEMBERS, ClassMember
from server.domain.teachers.models import Teacher
from server.security.sessions import SigningInBrowser, create_session
from server.settings import Settings
from tests.factories.http_client import HttpClient
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import ServerProcess
from tests.performance import bars
from tests.performance.interleaved import Target, measure_interleaved
from tests.performance.load import request
from tests.performance.reads import CLIENTS, ROUNDS, SECONDS
from tests.performance.streams import ITEM, STREAMS, listen, stream_request
from tests.performance.table import Figure

TEACHERS = 200
"""On the server, each with a class that has as many co-teachers."""


def add_co_teachers(transactions: Transactions, classroom_id: str) -> list[str]:
    """Add co-teachers to the class and other teachers to the server; return the co-teachers' session tokens."""
    ids = [new_id() for _ in range(TEACHERS)]
    classes = [classroom_id, *(new_id() for _ in ids)]
    teachers = [
        {"id": each, "name": "Marcus Lee", "email": f"{each}@school.test", "email_key": f"{each}@school.test"}
        for each in ids
    ]
    own = [
        {"id": class_id, "teacher_id": owner, "name": "Math", "class_code": f"{number:06}"}
        for number, (owner, class_id) in enumerate(zip(ids, classes[1:], strict=True))
    ]
    members = [
        {"id": new_id(), "classroom_id": class_id, "teacher_id": ids[(number + each) % TEACHERS]}
        for number, class_id in enumerate(classes)
        for each in range(MAX_MEMBERS)
    ]
    with transactions.writing() as db:
        for table, rows in ((Teacher, teachers), (Classroom, own), (ClassMember, members)):
            db.execute(insert(table), rows)
        browser = SigningInBrowser(is_local=True)
        return [create_session(db, "teacher", each, browser).token for each in ids[:MAX_MEMBERS]]


def measure(folder: Path) -> list[Figure]:
    """The read of the class by a co-teacher, and events of changes that the members make in turn."""
    shared = seed(folder / "shared", students=STREAMS - MAX_MEMBERS - 1)
    engine = open_sqlite_engine(Settings(data_dir=folder / "shared").database_url)
    with closing(SqliteTransactions(engine)) as transactions:
        co_teachers = add_co_teachers(transactions, shared.id)
    return [_measure_read(folder), _measure_streams(folder / "shared", shared, co_teachers)]


def _measure_read(folder: Path) -> Figure:
    """Beside the same read of a class with one teacher, on a computer with this one."""
    alone, shared = (seed(folder / name) for name in ("alone", "taught"))
    engine = open_sqlite_engine(Settings(data_dir=folder / "taught").database_url)
    with closing(SqliteTransactions(engine)) as transactions:
        token, *_ = add_co_teachers(transactions, shared.id)
    reads = {
        "alone": request("GET", alone.stats_path, alone.teacher_token),
        "taught": request("GET", shared.stats_path, token),
    }
    servers = {name: ServerProcess(folder / name) for name in reads}
    try:
        targets = {name: Target(servers[name], [read], CLIENTS) for name, read in reads.items()}
        found = measure_interleaved(targets, ROUNDS, SECONDS)
    finally:
        for server in servers.values():
            server.stop()
    taught, of_one_teacher = found["taught"], found["alone"]
    return bars.MEMBER_STATS_CPU.measured(
        taught.cpu_ms, f"{taught.cpu_range}; of a class with one teacher {of_one_teacher.cpu_ms:.2f}"
    )


def _measure_streams(folder: Path, shared: SeededClass, co_teachers: list[str]) -> Figure:
    members = [shared.teacher_token, *co_teachers]
    tokens = [*members, *(student.token for student in shared.students)]
    server = ServerProcess(folder)
    try:
        with HttpClient(server.port, shared.teacher_token) as teacher:
            status, added = teacher.request("POST", "/api/store", {**ITEM, "classroomId": shared.id})
            assert status == 201, added

        def change(number: int) -> str:
            member = members[number % len(members)]
            return request("PUT", f"/api/store/{added['id']}", member, {**ITEM, "stock": number})

        received = asyncio.run(listen(server, [stream_request(each) for each in tokens], change))
    finally:
        server.stop()
    return received.arrival(bars.MEMBER_STREAM_ARRIVAL)
