"""A student with rows in every table that references students."""

from server.database.base import Base
from tests.factories.images import photo_jpeg
from tests.factories.room import Room

PHOTO = photo_jpeg(300, 400, grain=False)


def live_in(room: Room) -> None:
    """Create goals, submissions (one with a photo), suggestions and purchases in all states and an award, over HTTP."""
    world, student = room.world, room.student
    world.award(student, 100)
    kept, denied, paid = (world.goal(student, name, 20) for name in ("Read", "Write", "Count"))
    assert room.tablet.upload(kept, image=PHOTO).status_code == 201
    for goal, verdict in ((denied, {"status": "denied", "comment": "Blurred"}), (paid, {"status": "approved"})):
        sent = room.tablet.upload(goal, text="Done").json()
        assert room.desk.patch(f"/api/submissions/{sent['id']}/review", verdict).status_code == 200
    ideas = [world.suggestion(student, name) for name in ("Swim", "Dive", "Run")]
    assert room.desk.put(f"/api/goal-suggestions/{ideas[1].id}/approve").status_code == 200
    assert room.desk.put(f"/api/goal-suggestions/{ideas[2].id}/deny").status_code == 200
    bought = [world.purchase(student, world.item(room.classroom, name, 5, 3)) for name in ("Pen", "Eraser", "Sticker")]
    assert room.desk.patch(f"/api/purchases/{bought[1].id}/fulfill").status_code == 200
    assert room.desk.post(f"/api/purchases/{bought[2].id}/cancel").status_code == 200
    correction = {"amount": -3, "reason": "Counted twice"}
    assert room.desk.post(f"/api/students/{student.id}/corrections", correction).status_code == 201


def tables_with(*columns: str) -> list[str]:
    """Return the names of all tables that have these columns."""
    tables = [table.name for table in Base.metadata.sorted_tables if set(columns) <= set(table.columns.keys())]
    assert tables
    return tables
