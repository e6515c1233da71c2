"""A student with rows in every table that references students."""

from datetime import timedelta

from server import clock
from server.database.base import Base, new_id
from server.domain.login_cards.models import LoginCard
from server.domain.terms.models import Term
from tests.factories.classroom import PreparedClassroom
from tests.factories.images import photo_jpeg

PHOTO = photo_jpeg(300, 400, grain=False)


def create_full_history(classroom: PreparedClassroom) -> None:
    """Create goals, a series, submissions (one with a photo), suggestions, purchases and rows of the other tables."""
    test_app, student = classroom.test_app, classroom.student
    test_app.award(student, 100)
    with test_app.transactions.writing() as db:  # not by its service, which would end the student's session
        key_id = test_app.services.login_card_key.id
        db.add(LoginCard(student_id=student.id, code_hash=student.id, key_id=key_id))
        # Likewise, since its service makes a backup; another week before this one for each student of the class.
        monday = clock.this_week() - timedelta(weeks=1 + db.query(Term).count())
        db.add(Term(classroom_id=classroom.row.id, name="Fall 2026", first_day=monday, last_day=monday))
    substitute = {"code": test_app.substitute_code(classroom.row), "name": "Dana Cho"}
    browser = test_app.anonymous_client()
    assert browser.post("/api/auth/substitute", substitute).status_code == 200
    assert browser.post("/api/auth/logout").status_code == 204
    test_app.series(classroom.row, student)
    no_school = [{"from": "2030-12-20", "to": "2031-01-02", "name": "Winter break"}]
    classroom.teacher_client.put(f"/api/teachers/{classroom.teacher.id}/no-school-days", no_school)
    kept, denied, paid = (test_app.goal(student, name, 20) for name in ("Read", "Write", "Count"))
    assert classroom.student_client.upload(kept, image=PHOTO).status_code == 201
    for goal, verdict in ((denied, {"status": "denied", "comment": "Blurred"}), (paid, {"status": "approved"})):
        sent = classroom.student_client.upload(goal, text="Done").json()
        assert classroom.teacher_client.patch(f"/api/submissions/{sent['id']}/review", verdict).status_code == 200
    suggestions = [test_app.suggestion(student, name) for name in ("Swim", "Dive", "Run")]
    assert classroom.teacher_client.put(f"/api/goal-suggestions/{suggestions[1].id}/approve").status_code == 200
    assert classroom.teacher_client.put(f"/api/goal-suggestions/{suggestions[2].id}/deny").status_code == 200
    bought = [
        test_app.purchase(student, test_app.store_item(classroom.row, name, 5, 3))
        for name in ("Pen", "Eraser", "Sticker")
    ]
    assert classroom.teacher_client.patch(f"/api/purchases/{bought[1].id}/fulfill").status_code == 200
    assert classroom.teacher_client.post(f"/api/purchases/{bought[2].id}/cancel").status_code == 200
    saved_for = test_app.store_item(classroom.row, "Class DJ", 300)
    savings = f"/api/students/{student.id}/savings"
    assert classroom.student_client.put(savings, {"itemId": saved_for.id}).status_code == 204
    group = {"name": new_id(), "studentIds": [student.id]}
    assert classroom.teacher_client.post(f"/api/classrooms/{classroom.row.id}/groups", group).status_code == 201
    class_goals = classroom.teacher_client.get(f"/api/class-goals/classroom/{classroom.row.id}").json()
    class_goal_id = class_goals[0]["id"] if class_goals else test_app.class_goal(classroom.row, goalbucks=1_000).id
    gifts = f"/api/class-goals/{class_goal_id}/gifts"
    assert classroom.student_client.post(gifts, {"amount": 4}).status_code == 201
    assert classroom.student_client.delete(gifts).status_code == 204
    assert classroom.student_client.post(gifts, {"amount": 6}).status_code == 201
    path = f"/api/classrooms/{classroom.row.id}/pictures"
    assert classroom.teacher_client.put(path, {"on": True}).status_code == 200
    wrong = {"classCode": classroom.row.class_code, "studentId": student.id, "pictures": ["cat", "cat", "cat"]}
    assert test_app.lan_client().post("/api/auth/pictures", wrong).status_code == 401
    comment = {"text": "Amara Okafor reads every night."}
    assert classroom.teacher_client.put(f"/api/students/{student.id}/family-comment", comment).status_code == 200
    correction = {"amount": -3, "reason": "Counted twice"}
    assert classroom.teacher_client.post(f"/api/students/{student.id}/corrections", correction).status_code == 201


def tables_with_columns(*columns: str) -> list[str]:
    """Return the names of all tables that have these columns."""
    tables = [table.name for table in Base.metadata.sorted_tables if set(columns) <= set(table.columns.keys())]
    assert tables
    return tables
