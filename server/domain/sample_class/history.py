"""Makes the sample class: the services of the product carry out its timeline, each under the clock of its moment."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from functools import partial
from itertools import cycle
from typing import NamedTuple

from sqlalchemy.orm import Session

from server import clock
from server.database.base import own_ids
from server.domain.classrooms import service as classrooms
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks import service as goalbucks
from server.domain.goalbucks.models import AwardFields
from server.domain.goals import service as goals
from server.domain.goals.models import Goal, GoalFields
from server.domain.groups import service as groups
from server.domain.groups.service import GroupFields
from server.domain.sample_class import timeline
from server.domain.sample_class.content import Content, GoalKey, ItemKey
from server.domain.sample_class.timeline import Calendar
from server.domain.store import service as store
from server.domain.store.models import Purchase, StoreItem
from server.domain.store.service import ItemFields, PurchaseOrder
from server.domain.students import service as students
from server.domain.students.models import Student
from server.domain.students.service import StudentFields
from server.domain.submissions import service as submissions
from server.domain.submissions.models import Review, Submission
from server.domain.submissions.service import ProofSubmission
from server.domain.suggestions import service as suggestions
from server.domain.suggestions.models import ApprovalOverrides, SuggestionFields
from server.domain.teachers import service as teachers
from server.domain.teachers.models import Teacher
from server.domain.teachers.sample_account import find_sample
from server.security.actor import Actor


class Access(NamedTuple):
    """The class code, and its hash as the password of all students."""

    class_code: str
    password_hash: str


def make(db: Session, content: Content, access: Access, photos: Sequence[str]) -> Teacher:
    """Make the account, unless it exists, and the class, whose eight weeks end now.

    `photos`: the keys of `timeline.PHOTO_COUNT` stored photos.
    """
    calendar = Calendar(clock.now())
    with own_ids(), clock.at(calendar.at(0, 7)):
        teacher = find_sample(db) or teachers.add_sample(db, content.teacher)
        history = _History(db, content, Actor(teacher.id, "teacher", ""), calendar, iter(photos))
        history.add_class(access)
        for moment, step in sorted(history.steps(), key=lambda each: each[0]):
            with clock.at(moment):
                step()
    return teacher


Step = tuple[datetime, Callable[[], object]]
"""What happens at a moment."""


class _History:
    """The sample class while it is made."""

    def __init__(
        self, db: Session, content: Content, teacher: Actor, calendar: Calendar, photos: Iterator[str]
    ) -> None:
        self._db = db
        self._content = content
        self._teacher = teacher
        self._calendar = calendar
        self._photos = photos
        self._classroom: Classroom
        self._students: dict[str, Student] = {}
        self._goals: dict[tuple[GoalKey, str], Goal] = {}
        """The newest goal by key and student's initial."""
        self._items: dict[ItemKey, StoreItem] = {}
        self._notes = {key: cycle(text.notes) for key, text in content.goals.items()}
        self._comments = {key: cycle(text.comments) for key, text in content.goals.items()}

    def add_class(self, access: Access) -> None:
        """Add the class and its students."""
        content = self._content
        self._classroom = classrooms.add(
            self._db,
            self._teacher,
            name=content.classroom,
            grade_level=content.grade_level,
            class_code=access.class_code,
        )
        for each in content.students:
            fields = StudentFields(each.first_name, each.last_name, each.username, access.password_hash)
            self._students[each.initial] = students.create(self._db, self._classroom, fields)

    def steps(self) -> Iterator[Step]:
        """Return everything that happens to the class, in any order."""
        at = self._calendar.at
        yield from self._completed_assignments()
        for current in timeline.CURRENT:
            due = None if current.due_in is None else self._calendar.due_in(current.due_in)
            fields = self._goal_fields(current.goal, current.goalbucks, due=due)
            yield at(current.day, 8, 10), self._assigning(current.goal, current.to, fields)
            if current.done_by:
                yield at(timeline.MARKED_ON, 14), self._marking_as_done(current.goal, current.done_by)
        for attempt in timeline.ATTEMPTS:
            yield from self._attempt(attempt)
        for suggestion in timeline.SUGGESTIONS:
            yield from self._suggestion(suggestion)
        yield at(timeline.ITEMS_ADDED_ON, 15), self._add_items
        yield at(timeline.GROUPS_MADE_ON, 15), self._make_groups
        for purchase in timeline.PURCHASES:
            yield from self._purchase(purchase)
        for award in timeline.AWARDS:
            yield at(award.day, 11, 30), partial(self._award, award)
        yield at(timeline.CORRECTION[1], 15), self._correct
        yield at(timeline.AWAY_SINCE, 8), self._set_away

    def _actor(self, initial: str) -> Actor:
        return Actor(self._students[initial].id, "student", "")

    def _goal_fields(self, key: GoalKey, worth: int, *, due: date | None, number: int = 0) -> GoalFields:
        text = self._content.goals[key]
        picture = timeline.PICTURES.get(key)
        return GoalFields(text.name.format(number=number), worth, due, text.details, picture)

    def _assigning(self, key: GoalKey, to: str, fields: GoalFields) -> Callable[[], None]:
        def assign() -> None:
            ids = {self._students[initial].id: initial for initial in to}
            _, assigned = goals.assign_to_many(self._db, self._classroom, list(ids), fields)
            self._goals.update(((key, ids[goal.student_id]), goal) for goal in assigned)

        return assign

    def _completed_assignments(self) -> Iterator[Step]:
        for each in timeline.COMPLETED:
            due = self._calendar.due(each.day + each.days)
            fields = self._goal_fields(each.goal, each.goalbucks, due=due, number=each.number)
            yield self._calendar.at(each.day, 8, 10), self._assigning(each.goal, each.to, fields)
            if each.proof is None:
                yield self._calendar.at(each.day + each.days, 14), self._marking_as_done(each.goal, each.to)
                continue
            for initial in each.to:
                yield from self._approved_proof(each.goal, initial, each.day, photo=each.proof == "photo")

    def _marking_as_done(self, key: GoalKey, to: str) -> Callable[[], object]:
        return lambda: submissions.complete_goals(
            self._db, self._teacher, [self._goals[key, initial].id for initial in to]
        )

    def _approved_proof(self, key: GoalKey, initial: str, day: int, *, photo: bool) -> Iterator[Step]:
        number = timeline.EVERYBODY.index(initial)
        day += 1 + number % 3
        sent: list[Submission] = []
        yield (
            self._calendar.at(day, 9, 3 * number),
            lambda: sent.append(self._submit(key, initial, photo=photo)),
        )
        yield (
            self._calendar.at(day, 14, 20 + number),
            lambda: self._review(sent[0], Review("approved", next(self._comments[key], None))),
        )

    def _submit(self, key: GoalKey, initial: str, *, photo: bool) -> Submission:
        goal = self._goals[key, initial]
        note = next(self._notes[key], None)
        proof = ProofSubmission(goal.id, goal.student_id, goal.classroom_id, note)
        return submissions.submit(self._db, self._actor(initial), proof, next(self._photos) if photo else None)

    def _review(self, submission: Submission, review: Review) -> None:
        submissions.review(self._db, self._teacher, submission, review)

    def _attempt(self, attempt: timeline.Attempt) -> Iterator[Step]:
        def submit() -> Submission:
            return self._submit(attempt.goal, attempt.student, photo=attempt.photo)

        def submit_and_deny() -> None:
            comment = self._content.returned if attempt.may_try_again else self._content.denied
            self._review(submit(), Review("denied", comment, allow_resubmission=attempt.may_try_again))

        if attempt.denied_on is None:
            yield self._calendar.minutes_ago(attempt.minutes_ago), submit
        else:
            yield self._calendar.at(attempt.denied_on, 14, 10), submit_and_deny

    def _suggestion(self, suggestion: timeline.Suggestion) -> Iterator[Step]:
        text = self._content.suggestions[suggestion.student]
        fields = SuggestionFields(text.name, suggestion.goalbucks, text.reason)

        def suggest_and_review() -> None:
            suggested = suggestions.suggest(self._db, self._actor(suggestion.student), fields)
            if suggestion.approved_as is None:
                suggestions.deny(self._db, self._teacher, suggested)
                return
            goal = suggestions.approve(self._db, self._teacher, suggested, ApprovalOverrides())
            self._goals[suggestion.approved_as, suggestion.student] = goal

        if suggestion.day is None:
            moment = self._calendar.minutes_ago(suggestion.minutes_ago)
            yield moment, lambda: suggestions.suggest(self._db, self._actor(suggestion.student), fields)
            return
        yield self._calendar.at(suggestion.day, 13), suggest_and_review
        if suggestion.approved_as is not None:
            yield from self._approved_proof(
                suggestion.approved_as, suggestion.student, suggestion.day + timeline.DAYS_A_WEEK, photo=False
            )

    def _add_items(self) -> None:
        for item in timeline.ITEMS:
            text = self._content.items[item.key]
            fields = ItemFields(text.name, text.description, item.goalbucks_cost, item.stock, item.picture)
            self._items[item.key] = store.add_item(self._db, self._classroom, fields)

    def _make_groups(self) -> None:
        for key, initials in timeline.GROUPS.items():
            student_ids = [self._students[initial].id for initial in initials]
            groups.create(self._db, self._classroom, GroupFields(self._content.groups[key], student_ids))

    def _purchase(self, purchase: timeline.Purchase) -> Iterator[Step]:
        def buy() -> Purchase:
            order = PurchaseOrder(self._items[purchase.item].id, None)
            return store.buy(self._db, self._actor(purchase.student), order)

        def buy_and_hand_over() -> None:
            bought = buy()
            if purchase.cancelled:
                store.cancel(self._db, self._teacher, bought, self._content.cancelled)
            else:
                store.fulfill(self._db, self._teacher, bought)

        if purchase.day is None:
            yield self._calendar.minutes_ago(purchase.minutes_ago), buy
        else:
            yield self._calendar.at(purchase.day, 14, 50), buy_and_hand_over

    def _award(self, award: timeline.Award) -> None:
        student_ids = [self._students[initial].id for initial in award.to]
        fields = AwardFields(award.amount, self._content.awards[award.key])
        entries = goalbucks.award(self._db, self._teacher, self._classroom, student_ids, fields)
        if award.reversed:
            goalbucks.reverse_award(self._db, self._teacher, entries)

    def _correct(self) -> None:
        initial, _, amount = timeline.CORRECTION
        goalbucks.correct(
            self._db, self._teacher, self._students[initial].id, amount=amount, reason=self._content.correction
        )

    def _set_away(self) -> None:
        students.set_away(self._db, self._teacher, self._students[timeline.AWAY], away=True)
