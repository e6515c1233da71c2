"""Makes the sample class: the services of the product carry out its timeline, each under the clock of its moment."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from functools import partial
from itertools import cycle
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from server import clock
from server.database.base import own_ids
from server.domain.class_goals import service as class_goals
from server.domain.class_goals.models import ClassGoal, ClassGoalFields
from server.domain.classrooms import service as classrooms
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks import service as goalbucks
from server.domain.goalbucks.models import AwardFields
from server.domain.goals import service as goals
from server.domain.goals.models import Goal, GoalFields
from server.domain.groups import service as groups
from server.domain.no_school_days.models import DateRange
from server.domain.no_school_days.service import replace_ranges
from server.domain.reports.service import save_comment
from server.domain.sample_class import timeline
from server.domain.sample_class.content import Content, GoalKey, ItemKey
from server.domain.sample_class.timeline import Calendar
from server.domain.series import service as series
from server.domain.series.making import make_planned_day
from server.domain.series.models import WEEKDAYS, GoalSeries, SeriesFields
from server.domain.store import service as store
from server.domain.store.models import ItemFields, Purchase, StoreItem
from server.domain.students import service as students
from server.domain.students.models import Student
from server.domain.students.service import StudentFields
from server.domain.submissions import service as submissions
from server.domain.submissions.models import Review, Submission
from server.domain.submissions.service import ProofSubmission
from server.domain.suggestions import service as suggestions
from server.domain.suggestions.models import ApprovalOverrides, GoalSuggestion
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
        self._series: GoalSeries
        self._class_goal: ClassGoal
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
        yield from self._daily_goal()
        for attempt in timeline.ATTEMPTS:
            yield from self._attempt(attempt)
        for suggestion in timeline.SUGGESTIONS:
            yield from self._suggestion(suggestion)
        yield at(timeline.ITEMS_ADDED_ON, 15), self._add_items
        yield at(timeline.GROUPS_MADE_ON, 15), self._make_groups
        yield at(timeline.NO_SCHOOL_PLANNED_ON, 15), self._plan_days_without_school
        yield at(timeline.FAMILY_COMMENT_ON, 15), self._comment_for_family
        for purchase in timeline.PURCHASES:
            yield from self._purchase(purchase)
        for award in timeline.AWARDS:
            yield at(award.day, 11, 30), partial(self._award, award)
        yield at(timeline.CORRECTION[1], 15), self._correct
        yield at(timeline.CLASS_GOAL_MADE_ON, 15), self._make_class_goal
        for day, initial, amount in timeline.GIFTS:
            yield at(day, 15, 5), partial(self._give, initial, amount)
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
                paid = each.reduced.get(initial)
                yield from self._approved_proof(each.goal, initial, each.day, photo=each.proof == "photo", paid=paid)

    def _daily_goal(self) -> Iterator[Step]:
        daily, last_day = timeline.DAILY, timeline.SCHOOL_DAYS - 1
        yield self._calendar.at(daily.first_day, 8, 10), self._create_series
        for day in range(daily.first_day + 1, last_day + 1):
            yield self._calendar.begin_of(day, 8, 10), self._make_day
        for day, not_done_by in enumerate(daily.not_done_by, start=daily.first_day):
            yield self._calendar.at(day, 14), partial(self._mark_day_as_done, not_done_by)

    def _create_series(self) -> None:
        daily = timeline.DAILY
        text = self._content.goals[daily.goal]
        fields = SeriesFields(
            name=text.name,
            goalbucks=daily.goalbucks,
            weekdays=WEEKDAYS[: timeline.DAYS_A_WEEK],
            first_day=self._calendar.due(daily.first_day),
            last_day=self._calendar.due_in(daily.until_in),
            student_ids=None,
            details=text.details,
            picture=timeline.PICTURES.get(daily.goal),
        )
        self._series = series.create(self._db, self._classroom, fields)
        self._remember_day()

    def _make_day(self) -> None:
        make_planned_day(self._db, self._series.id, clock.local_date())
        self._remember_day()

    def _remember_day(self) -> None:
        initials = {student.id: initial for initial, student in self._students.items()}
        goals_of_day = self._goals_of_day()
        self._goals.update(((timeline.DAILY.goal, initials[goal.student_id]), goal) for goal in goals_of_day)

    def _goals_of_day(self) -> Sequence[Goal]:
        """Return the goals of the series that are due today."""
        of_day = select(Goal).where(Goal.series_id == self._series.id, Goal.due_date == clock.local_date())
        return self._db.scalars(of_day).all()

    def _mark_day_as_done(self, not_done_by: str) -> None:
        not_done = {self._students[initial].id for initial in not_done_by}
        done = [goal.id for goal in self._goals_of_day() if goal.student_id not in not_done]
        submissions.complete_goals(self._db, self._teacher, done)

    def _marking_as_done(self, key: GoalKey, to: str) -> Callable[[], object]:
        return lambda: submissions.complete_goals(
            self._db, self._teacher, [self._goals[key, initial].id for initial in to]
        )

    def _approved_proof(
        self, key: GoalKey, initial: str, day: int, *, photo: bool, paid: int | None = None
    ) -> Iterator[Step]:
        number = timeline.EVERYBODY.index(initial)
        day += 1 + number % 3
        sent: list[Submission] = []
        yield (
            self._calendar.at(day, 9, 3 * number),
            lambda: sent.append(self._submit(key, initial, photo=photo)),
        )
        yield (
            self._calendar.at(day, 14, 20 + number),
            lambda: self._review(sent[0], self._approval(key, paid)),
        )

    def _approval(self, key: GoalKey, paid: int | None) -> Review:
        comment = next(self._comments[key], None) if paid is None else self._content.reduced
        return Review("approved", comment, goalbucks=paid)

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

        def suggest() -> GoalSuggestion:
            student = self._actor(suggestion.student)
            return suggestions.suggest(
                self._db, student, name=text.name, goalbucks=suggestion.goalbucks, description=text.reason
            )

        def suggest_and_review() -> None:
            suggested = suggest()
            if suggestion.approved_as is None:
                suggestions.deny(self._db, self._teacher, suggested)
                return
            goal = suggestions.approve(self._db, self._teacher, suggested, ApprovalOverrides())
            self._goals[suggestion.approved_as, suggestion.student] = goal

        if suggestion.day is None:
            yield self._calendar.minutes_ago(suggestion.minutes_ago), suggest
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
            groups.create(self._db, self._classroom, self._content.groups[key], student_ids)

    def _plan_days_without_school(self) -> None:
        day, holiday = self._calendar.due(timeline.NO_SCHOOL_ON), self._calendar.monday_in(2)
        ranges = [DateRange(day, day, self._content.no_school), DateRange(holiday, holiday, self._content.holiday)]
        replace_ranges(self._db, self._teacher.id, ranges)

    def _comment_for_family(self) -> None:
        save_comment(self._db, self._students[timeline.FAMILY_COMMENT_FOR], self._content.family, None)

    def _purchase(self, purchase: timeline.Purchase) -> Iterator[Step]:
        def buy() -> Purchase:
            return store.buy(self._db, self._actor(purchase.student), self._items[purchase.item].id)

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

    def _make_class_goal(self) -> None:
        fields = ClassGoalFields(self._content.class_goal, timeline.CLASS_GOAL, None)
        self._class_goal = class_goals.create(self._db, self._teacher, self._classroom, fields)

    def _give(self, initial: str, amount: int) -> None:
        class_goals.give(self._db, self._actor(initial), self._class_goal, amount)

    def _set_away(self) -> None:
        students.set_away(self._db, self._teacher, self._students[timeline.AWAY], away=True)
