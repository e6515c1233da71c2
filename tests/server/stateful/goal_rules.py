"""Goals, proof and suggestions: everything that teachers and students do with them."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule
from sqlalchemy import select

from server.domain.goals.models import Goal
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.suggestions.models import GoalSuggestion
from tests.server.stateful.machine import Machine, amounts, back, coin, rarely
from tests.server.stateful.school import NOT_FOUND, verdict

VERDICTS = ("approve", "deny", "undo")


class GoalRules(Machine):
    """Assign, change, complete, reopen, prove, review, undo, suggest."""

    # ---- Goals

    @rule(student=back, stranger=rarely, wrong_class=rarely, goalbucks=amounts, twice=coin)
    def assign(self, student: int, *, stranger: bool, wrong_class: bool, goalbucks: int, twice: bool) -> None:
        student_id, row = self.school.find(Student, student)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        class_id = self.class_for(row, wrong=wrong_class)
        if row is None or class_id != row.classroom_id:
            problem = NOT_FOUND
        body = {"studentId": student_id, "classroomId": class_id, "name": "Read", "goalbucks": goalbucks}
        answer = self.pay(teacher_client, "POST /api/goals", "/api/goals", body, twice=twice)
        if verdict(answer, problem, status=201):
            self.school.known[Goal].append(answer.json()["id"])

    @rule(students=st.lists(back, min_size=1, max_size=3), stranger=rarely, goalbucks=amounts, twice=coin)
    def assign_to_many(self, students: list[int], *, stranger: bool, goalbucks: int, twice: bool) -> None:
        ids, class_id, teacher_client, problem = self.chosen(students, stranger=stranger)
        body = {"studentIds": ids, "classroomId": class_id, "name": "Write", "goalbucks": goalbucks}
        answer = self.pay(teacher_client, "POST /api/goals/bulk", "/api/goals/bulk", body, twice=twice)
        if verdict(answer, problem, status=201):
            assert answer.json()["count"] == len(set(ids))
            self.learn(Goal)

    @precondition(lambda self: self.school.known[Goal])
    @rule(goal=back, stranger=rarely, goalbucks=amounts, what=st.sampled_from(("edit", "delete", "complete", "reopen")))
    def goal(self, goal: int, *, stranger: bool, goalbucks: int, what: str) -> None:
        """One rule for what belongs together: hypothesis leaves rules out of a run, and they need each other."""
        if what == "edit":
            self.edit_goal(goal, stranger=stranger, goalbucks=goalbucks)
        elif what == "delete":
            self.delete_goal(goal, stranger=stranger)
        elif what == "complete":
            self.complete(goal, stranger=stranger)
        else:
            self.reopen(goal, stranger=stranger)

    def edit_goal(self, goal: int, *, stranger: bool, goalbucks: int) -> None:
        goal_id, row = self.school.find(Goal, goal)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        body = {"name": "Read more", "goalbucks": goalbucks}
        verdict(
            self.school.ask(teacher_client, "PUT /api/goals/{goal_id}", f"/api/goals/{goal_id}", body),
            problem,
            paid(row),
        )

    def delete_goal(self, goal: int, *, stranger: bool) -> None:
        goal_id, row = self.school.find(Goal, goal)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        answer = self.school.ask(teacher_client, "DELETE /api/goals/{goal_id}", f"/api/goals/{goal_id}")
        verdict(answer, problem, paid(row), status=204)

    def complete(self, goal: int, *, stranger: bool) -> None:
        goal_id, row = self.school.find(Goal, goal)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        answer = self.school.ask(teacher_client, "POST /api/goals/{goal_id}/complete", f"/api/goals/{goal_id}/complete")
        verdict(answer, problem, paid(row))

    def reopen(self, goal: int, *, stranger: bool) -> None:
        goal_id, row = self.school.find(Goal, goal)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        answer = self.school.ask(teacher_client, "POST /api/goals/{goal_id}/reopen", f"/api/goals/{goal_id}/reopen")
        verdict(answer, problem, None if paid(row) else "not_completed")

    @rule(which=back, stranger=rarely, goalbucks=amounts, deletes=coin)
    def assignment(self, which: int, *, stranger: bool, goalbucks: int, deletes: bool) -> None:
        """Edit or delete the goals of a bulk assignment for everybody."""
        goals = [goal for goal in self.school.all(Goal) if goal.assignment_id is not None]
        if not goals:
            return
        chosen = goals[-1 - which % len(goals)]
        together = [goal for goal in goals if goal.assignment_id == chosen.assignment_id]
        kept = [goal.id for goal in together if goal.is_completed or self.tries(goal.id)]
        teacher_client, problem = self.school.desk_for(chosen, stranger=stranger)
        path = f"/api/assignments/{chosen.assignment_id}"
        method, body, done = (
            ("DELETE", None, "deleted") if deletes else ("PUT", {"name": "Both", "goalbucks": goalbucks}, "changed")
        )
        answer = self.school.ask(teacher_client, f"{method} /api/assignments/{{assignment_id}}", path, body)
        if verdict(answer, problem):
            assert answer.json() == {done: len(together) - len(kept), "kept": len(kept)}

    # ---- Proof

    @precondition(lambda self: self.school.known[Goal])
    @rule(which=back, stranger=rarely, sends=st.sampled_from((True, True, False)))
    def proof(self, which: int, *, stranger: bool, sends: bool) -> None:
        if sends or not self.school.known[Submission]:
            self.submit(which, stranger=stranger)
        else:
            self.withdraw(which, stranger=stranger)

    def submit(self, goal: int, *, stranger: bool) -> None:
        goal_id, row = self.school.find(Goal, goal)
        actor = self.school.pupil(goal, row.student_id if row else None, stranger=stranger)
        if actor is None:
            return
        latest = self.tries(goal_id)[-1:]
        student_id, class_id = (row.student_id, row.classroom_id) if row else (actor[0], "none")
        form = {"goalId": goal_id, "studentId": student_id, "classroomId": class_id, "submissionText": "Done"}
        answer = actor[1].http.post("/api/submissions/upload", data=form, files={"": ("", b"")})
        not_own = None if row and row.student_id == actor[0] else NOT_FOUND
        waits = "already_submitted" if latest and not latest[0].allow_resubmission else None
        completed = "goal_completed" if row and row.is_completed else None
        if verdict(answer, not_own, completed, waits, status=201):
            self.school.done.add("POST /api/submissions/upload")
            self.school.known[Submission].append(answer.json()["id"])

    def withdraw(self, submission: int, *, stranger: bool) -> None:
        submission_id, row = self.school.find(Submission, submission)
        actor = self.school.pupil(submission, row.student_id if row else None, stranger=stranger)
        if actor is None:
            return
        call, path = "DELETE /api/submissions/{submission_id}", f"/api/submissions/{submission_id}"
        not_own = None if row and row.student_id == actor[0] else NOT_FOUND
        verdict(self.school.ask(actor[1], call, path), not_own, reviewed(row), status=204)

    # ---- Reviews

    @precondition(lambda self: self.school.known[Submission])
    @rule(
        submission=back, stranger=rarely, what=st.sampled_from(("approve", "deny", "undo")), again=coin, silent=rarely
    )
    def one_review(self, submission: int, what: str, *, stranger: bool, again: bool, silent: bool) -> None:
        if what == "undo":
            self.undo(submission, stranger=stranger)
        else:
            self.review(submission, stranger=stranger, approved=what == "approve", again=again, silent=silent)

    def review(self, submission: int, *, stranger: bool, approved: bool, again: bool, silent: bool) -> None:
        submission_id, row = self.school.find(Submission, submission)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        body = verdict_body(approved=approved, again=again, silent=silent)
        path = f"/api/submissions/{submission_id}/review"
        answer = self.school.ask(teacher_client, "PATCH /api/submissions/{submission_id}/review", path, body)
        verdict(answer, problem, lacks_comment(body), reviewed(row))

    @precondition(lambda self: self.school.known[Submission])
    @rule(chosen=st.lists(back, min_size=1, max_size=4), teacher=coin, approved=coin, again=coin, twice=coin)
    def review_many(self, chosen: list[int], *, teacher: bool, approved: bool, again: bool, twice: bool) -> None:
        found = dict(self.school.find(Submission, each) for each in chosen)
        owners = {self.school.owner_of(row) for row in found.values() if row}
        body = verdict_body(approved=approved, again=again, silent=False) | {"submissionIds": list(found)}
        by = owners.pop() if len(owners) == 1 else int(teacher)
        teacher_client = self.school.desks[by]
        answer = self.pay(teacher_client, "POST /api/submissions/review", "/api/submissions/review", body, twice=twice)
        problem = NOT_FOUND if None in found.values() or owners else None
        if verdict(answer, problem, next(filter(None, map(reviewed, found.values())), None)):
            assert answer.json() == {"count": len(found)}

    def undo(self, submission: int, *, stranger: bool) -> None:
        submission_id, row = self.school.find(Submission, submission)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        path = f"/api/submissions/{submission_id}/undo-review"
        answer = self.school.ask(teacher_client, "POST /api/submissions/{submission_id}/undo-review", path)
        if row is None:
            verdict(answer, problem)
            return
        newer = "newer_try" if self.tries(row.goal_id)[-1].id != row.id else None
        with self.school.test_app.open_session() as db:
            completed = paid(db.get_one(Goal, row.goal_id)) if row.status == "denied" else None
        verdict(answer, problem, newer, None if reviewed(row) else "not_reviewed", completed)

    def tries(self, goal_id: str) -> list[Submission]:
        """The goal's submissions, oldest first."""
        with self.school.test_app.open_session() as db:
            query = select(Submission).where(Submission.goal_id == goal_id)
            return list(db.scalars(query.order_by(Submission.id)))

    # ---- Suggestions

    @rule(student=back, stranger=rarely, goalbucks=amounts)
    def suggest(self, student: int, *, stranger: bool, goalbucks: int) -> None:
        student_id, _ = self.school.find(Student, student)
        actor = self.school.pupil(student, student_id, stranger=stranger)
        if actor is None:
            return
        body = {"studentId": student_id, "suggestedName": "Swim", "suggestedGoalbucks": goalbucks}
        answer = self.school.ask(actor[1], "POST /api/goal-suggestions", "/api/goal-suggestions", body)
        if verdict(answer, None if actor[0] == student_id else NOT_FOUND, status=201):
            self.school.known[GoalSuggestion].append(answer.json()["id"])

    @precondition(lambda self: self.school.known[GoalSuggestion])
    @rule(
        suggestion=back,
        stranger=rarely,
        answer=st.sampled_from(("approve", "deny", "undo")),
        goalbucks=st.none() | amounts,
    )
    def suggestion(self, suggestion: int, *, stranger: bool, answer: str, goalbucks: int | None) -> None:
        if answer == "approve":
            self.approve(suggestion, stranger=stranger, goalbucks=goalbucks)
        elif answer == "deny":
            self.deny(suggestion, stranger=stranger)
        else:
            self.undo_answer(suggestion, stranger=stranger)

    def approve(self, suggestion: int, *, stranger: bool, goalbucks: int | None) -> None:
        suggestion_id, row = self.school.find(GoalSuggestion, suggestion)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        call, path = (
            "PUT /api/goal-suggestions/{suggestion_id}/approve",
            f"/api/goal-suggestions/{suggestion_id}/approve",
        )
        answer = self.school.ask(teacher_client, call, path, {"goalbucks": goalbucks})
        if verdict(answer, problem, reviewed(row)) and row is not None:
            goal = answer.json()["goal"]
            assert goal["goalbucks"] == (goalbucks or row.suggested_goalbucks)
            assert (goal["studentId"], goal["classroomId"]) == (row.student_id, row.classroom_id)
            self.school.known[Goal].append(goal["id"])

    def deny(self, suggestion: int, *, stranger: bool) -> None:
        suggestion_id, row = self.school.find(GoalSuggestion, suggestion)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        path = f"/api/goal-suggestions/{suggestion_id}/deny"
        answer = self.school.ask(teacher_client, "PUT /api/goal-suggestions/{suggestion_id}/deny", path)
        verdict(answer, problem, reviewed(row))

    def undo_answer(self, suggestion: int, *, stranger: bool) -> None:
        suggestion_id, row = self.school.find(GoalSuggestion, suggestion)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        path = f"/api/goal-suggestions/{suggestion_id}/undo-answer"
        kept = self.why_goal_stays(row)
        answer = self.school.ask(teacher_client, "POST /api/goal-suggestions/{suggestion_id}/undo-answer", path)
        verdict(answer, problem, kept)

    def why_goal_stays(self, suggestion: GoalSuggestion | None) -> str | None:
        """Why an answer can't be undone."""
        if suggestion is None or suggestion.status == "denied":
            return None
        if suggestion.status == "pending":
            return "not_reviewed"
        with self.school.test_app.open_session() as db:
            goal = db.scalar(select(Goal).where(Goal.id == suggestion.goal_id))
        if goal is None:
            return "goal_unknown"
        return paid(goal) or ("goal_has_proof" if self.tries(goal.id) else None)


def paid(goal: Goal | None) -> str | None:
    """Why a goal can't be changed, deleted or paid."""
    return "already_completed" if goal is not None and goal.is_completed else None


def reviewed(row: Submission | GoalSuggestion | None) -> str | None:
    """Why something can't be reviewed."""
    return "already_reviewed" if row is not None and row.status != "pending" else None


def verdict_body(*, approved: bool, again: bool, silent: bool) -> dict[str, object]:
    """A review; `silent` leaves the comment out."""
    if approved:
        return {"status": "approved"}
    return {"status": "denied", "comment": None if silent else "Blurred", "allowResubmission": again}


def lacks_comment(body: dict[str, object]) -> str | None:
    """Why a denial is refused."""
    return "comment_required" if body["status"] == "denied" and not body["comment"] else None
