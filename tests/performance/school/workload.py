"""A school's lesson hour as visits at a given rate."""

import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

import psycopg

from tests.performance.school.dataset import Person, SchoolClass
from tests.performance.school.open_loop_load import Visit
from tests.performance.school.requests import SCHOOL_ADDRESSES, RequestBuilder, Step, cookies

REFETCH_DELAY = 0.3
"""Seconds until the affected user has received the event and refetches."""
StudentInClass = tuple[SchoolClass, Person]
Action = Callable[[RequestBuilder, float], list[Visit]]


class Workload:
    """Creates visits for a database; anything that can be done once is used once."""

    def __init__(
        self, database: psycopg.Connection, classes: Sequence[SchoolClass], photo: bytes, seed: int = 8
    ) -> None:
        self._chance = random.Random(seed)
        self._places = {
            student.id: (school_class, student) for school_class in classes for student in school_class.students
        }
        self._students = list(self._places.values())
        self._classes = list(classes)
        self._photo = photo
        self._goals = self._shuffled(database, _OPEN)
        self._proofs = self._shuffled(database, _PENDING)
        self._items: dict[str, list[str]] = {}
        for item, classroom_id in database.execute("SELECT id, classroom_id FROM store_items"):
            self._items.setdefault(classroom_id, []).append(item)
        self._kinds: dict[Action, int] = {
            self.refetch_goals: 30,
            self.open_store: 15,
            self.submit_text: 12,
            self.submit_photo: 5,
            self.buy: 10,
            self.review: 18,
            self.open_dashboard: 10,
        }

    def at_rate(self, deeds_a_second: float, seconds: float) -> list[Visit]:
        """Actions at random times (a Poisson process) with this mean rate."""
        kinds, weights = list(self._kinds), list(self._kinds.values())
        at, visits = 0.0, []
        while (at := at + self._chance.expovariate(deeds_a_second)) < seconds:
            action = self._chance.choices(kinds, weights)[0]
            visits += action(RequestBuilder(self._chance.choice(SCHOOL_ADDRESSES)), at)
        return sorted(visits, key=lambda visit: visit.at)

    def repeated(self, action: Action, count: int) -> list[Visit]:
        """The same action a number of times, without the refetches of other users."""
        return [action(RequestBuilder(), 0.0)[0] for _ in range(count)]

    def calls_of_actions(self) -> Counter[str]:
        """Number of calls of each name that a hundred actions make."""
        calls: Counter[str] = Counter()
        for action, share in self._kinds.items():
            for visit in action(RequestBuilder(), 0.0):
                for call in chain.from_iterable(visit.steps):
                    calls[call.name] += share
        return calls

    def single_reads(self, count: int) -> dict[str, list[Visit]]:
        """At least `count` visits of one call each, by the name of the call."""
        caller = RequestBuilder()
        reads: dict[str, list[Visit]] = {}
        for _ in range(count):
            school_class, student = self._random_student()
            proof, (class_of_proof, _) = self._chance.choice(self._proofs)
            pages = (
                (student, caller.home(student)),
                (student, caller.submissions(student)),
                (student, caller.store(school_class, student)),
                (school_class.teacher, caller.dashboard(school_class)),
                (class_of_proof.teacher, caller.thumbnail(proof)),
            )
            for person, step in pages:
                for call in step:
                    reads.setdefault(call.name, []).append(_visit(0.0, person, (call,)))
        return reads

    # -- actions of students

    def refetch_goals(self, caller: RequestBuilder, at: float) -> list[Visit]:
        """Refetch My Goals."""
        _, student = self._random_student()
        return [_visit(at, student, caller.home(student))]

    def open_page(self, caller: RequestBuilder, at: float) -> list[Visit]:
        """Open My Goals for the first time, without the event stream."""
        _, student = self._random_student()
        return [_visit(at, student, caller.home(student))]

    def open_store(self, caller: RequestBuilder, at: float) -> list[Visit]:
        """Open the store."""
        school_class, student = self._random_student()
        return [_visit(at, student, caller.store(school_class, student))]

    def submit_text(self, caller: RequestBuilder, at: float) -> list[Visit]:
        """Submit a text proof."""
        goal, (school_class, student) = self._goals.popleft()
        sent = caller.text_proof(school_class, student, goal)
        return [_visit(at, student, sent, caller.submissions(student)), *self._refetches(caller, at, school_class)]

    def submit_photo(self, caller: RequestBuilder, at: float) -> list[Visit]:
        """Submit a photo proof."""
        goal, (school_class, student) = self._goals.popleft()
        sent = caller.photo_proof(school_class, student, goal, self._photo)
        return [_visit(at, student, sent, caller.submissions(student)), *self._refetches(caller, at, school_class)]

    def buy(self, caller: RequestBuilder, at: float) -> list[Visit]:
        """Buy an item."""
        school_class, student = self._random_student()
        sent = caller.purchase(student, self._chance.choice(self._items[school_class.id]))
        return [
            _visit(at, student, sent, caller.store(school_class, student)),
            *self._refetches(caller, at, school_class),
        ]

    # -- actions of teachers

    def open_dashboard(self, caller: RequestBuilder, at: float) -> list[Visit]:
        """Open a class's dashboard."""
        school_class = self._chance.choice(self._classes)
        return [_visit(at, school_class.teacher, caller.dashboard(school_class))]

    def open_fixed_dashboard(self, caller: RequestBuilder, at: float) -> list[Visit]:
        """Open the dashboard of the teacher with one class: the same work in a school of any size."""
        taught = Counter(school_class.teacher for school_class in self._classes)
        school_class = self._chance.choice([each for each in self._classes if taught[each.teacher] == 1])
        return [_visit(at, school_class.teacher, caller.dashboard(school_class))]

    def review(self, caller: RequestBuilder, at: float) -> list[Visit]:
        """Approve a proof; its student refetches."""
        proof, (school_class, student) = self._proofs.popleft()
        parts = (caller.thumbnail(proof), caller.review(proof), caller.dashboard(school_class))
        return [_visit(at, school_class.teacher, *parts), _visit(at + REFETCH_DELAY, student, caller.home(student))]

    # -- single requests

    def sign_in(self, caller: RequestBuilder, at: float) -> list[Visit]:
        """Sign in with a new browser."""
        school_class, student = self._random_student()
        return [Visit(at, (caller.sign_in(school_class, student),), b"")]

    def text_proof_only(self, caller: RequestBuilder, at: float) -> list[Visit]:
        """A text proof only."""
        goal, (school_class, student) = self._goals.popleft()
        return [_visit(at, student, caller.text_proof(school_class, student, goal))]

    def photo_proof_only(self, caller: RequestBuilder, at: float) -> list[Visit]:
        """A photo proof only."""
        goal, (school_class, student) = self._goals.popleft()
        return [_visit(at, student, caller.photo_proof(school_class, student, goal, self._photo))]

    def purchase_only(self, caller: RequestBuilder, at: float) -> list[Visit]:
        """The purchase only."""
        school_class, student = self._random_student()
        return [_visit(at, student, caller.purchase(student, self._chance.choice(self._items[school_class.id])))]

    def approval_only(self, caller: RequestBuilder, at: float) -> list[Visit]:
        """The approval only."""
        proof, (school_class, _) = self._proofs.popleft()
        return [_visit(at, school_class.teacher, caller.review(proof))]

    def _refetches(self, caller: RequestBuilder, at: float, school_class: SchoolClass) -> Iterator[Visit]:
        yield _visit(at + REFETCH_DELAY, school_class.teacher, caller.review_queue(school_class.teacher))

    def _random_student(self) -> StudentInClass:
        return self._chance.choice(self._students)

    def _shuffled(self, database: psycopg.Connection, query: bytes) -> deque[tuple[str, StudentInClass]]:
        found = [(row_id, self._places[student_id]) for row_id, student_id in database.execute(query)]
        self._chance.shuffle(found)
        return deque(found)


_OPEN = (
    b"SELECT id, student_id FROM goals WHERE status = 'current'"
    b" AND NOT EXISTS (SELECT FROM submissions WHERE goal_id = goals.id) ORDER BY id"
)
_PENDING = b"SELECT id, student_id FROM submissions WHERE status = 'pending' AND image_key IS NOT NULL ORDER BY id"


def _visit(at: float, person: Person, *parts: Step) -> Visit:
    return Visit(at, parts, cookies(person.token))
