"""A class with five co-teachers, at a school with two hundred more teachers: a dashboard, and who receives changes."""

import asyncio
from contextlib import closing

from server.database.base import new_id
from server.database.pooled_transactions import open_pooled_transactions
from tests.performance import bars
from tests.performance.members import add_co_teachers
from tests.performance.school.benchmark_context import BenchmarkContext
from tests.performance.school.dataset import SchoolClass
from tests.performance.school.open_loop_load import Call, Visit
from tests.performance.school.processes import database_name, serving
from tests.performance.school.request_cost import MAX_GROWTH, WARM_UP_RUNS, Cost, CostMeasurement, Size
from tests.performance.school.requests import RequestBuilder, cookies
from tests.performance.school.service_demand import READS_PER_WRITE
from tests.performance.streams import ITEM, STREAMS, listen
from tests.performance.table import Figure

STREAM_WORKERS = 2


def measure(context: BenchmarkContext, size: Size, each: int) -> list[Figure]:
    """Cost of the dashboard before and after, and the arrival of changes that the members make in turn."""
    shared = size.classes[0]
    with serving(size.url, context.folder, 1) as server:
        measurement = CostMeasurement(context, size, server)
        alone = _dashboard_cost(measurement, shared, shared.teacher.token, each)
        with closing(open_pooled_transactions(size.url)) as transactions:
            co_teachers = add_co_teachers(transactions, shared.id)
        taught = _dashboard_cost(measurement, shared, co_teachers[0], each)
    growth = taught.total / alone.total
    return [
        Figure(
            "dashboard of a class with one teacher, by one of 5 co-teachers: the program + PostgreSQL",
            ", ".join(f"{cost.program:.2f} + {cost.database:.2f}" for cost in (alone, taught)) + " ms of a core",
        ),
        Figure(
            "  with co-teachers and 200 more teachers compared with one",
            f"{growth:.2f} x",
            f"<= {MAX_GROWTH} x",
            growth <= MAX_GROWTH,
        ),
        _measure_streams(context, size, [shared.teacher.token, *co_teachers]),
    ]


def _dashboard_cost(measurement: CostMeasurement, shared: SchoolClass, token: str, each: int) -> Cost:
    call = RequestBuilder().get("dashboard", f"/api/classrooms/{shared.id}/students/stats")
    visit = Visit(0.0, ((call,),), cookies(token))
    return measurement.cost_of([visit] * WARM_UP_RUNS, [visit] * (READS_PER_WRITE * each))


def _measure_streams(context: BenchmarkContext, size: Size, members: list[str]) -> Figure:
    shared, caller = size.classes[0], RequestBuilder()
    item_id = new_id()
    with context.database.connect(database_name(size.url)) as connection:
        connection.execute(
            "INSERT INTO store_items (id, created_at, classroom_id, name, goalbucks_cost)"
            " VALUES (%s, now(), %s, %s, 5)",
            [item_id, shared.id, ITEM["name"]],
        )
    students = [each.token for each in shared.students]
    # On a school's server a class has fewer students than streams here: some have two pages open.
    tokens = [*members, *students, *students][:STREAMS]

    def change(number: int) -> str:
        call = caller.send("change", "PUT", f"/api/store/{item_id}", {**ITEM, "stock": number})
        return _raw(call, members[number % len(members)]).decode()

    with serving(size.url, context.folder, STREAM_WORKERS) as server:
        received = asyncio.run(listen(server, [_raw(caller.stream(), each) for each in tokens], change))
    return received.arrival(bars.MEMBER_STREAM_ARRIVAL)


def _raw(call: Call, token: str) -> bytes:
    return call.head + b"Cookie: " + cookies(token) + b"\r\n\r\n" + call.body
