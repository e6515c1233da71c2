"""What goes on in a school's lessons: who does what, as visits that come at a rate."""

import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence

import psycopg

from tests.performance.school.calls import SCHOOL_ADDRESSES, Caller, Step, cookies
from tests.performance.school.people import Person, SchoolClass
from tests.performance.school.visits import Visit

LOOKS_AFTER = 0.3
"""Seconds until the one whom it concerns has heard of a change and asks anew."""
Place = tuple[SchoolClass, Person]
Deed = Callable[[Caller, float], list[Visit]]


class Lesson:
    """Makes visits for a database; what can be done once is done once."""

    def __init__(
        self, database: psycopg.Connection, classes: Sequence[SchoolClass], photo: bytes, seed: int = 8
    ) -> None:
        self._chance = random.Random(seed)
        self._places = {student.id: (room, student) for room in classes for student in room.students}
        self._students = list(self._places.values())
        self._classes = list(classes)
        self._photo = photo
        self._goals = self._shuffled(database, _OPEN)
        self._proofs = self._shuffled(database, _PENDING)
        self._items: dict[str, list[str]] = {}
        for item, classroom_id in database.execute("SELECT id, classroom_id FROM store_items"):
            self._items.setdefault(classroom_id, []).append(item)
        self._kinds: dict[Deed, int] = {
            self.look: 30,
            self.shop: 15,
            self.prove: 12,
            self.prove_by_photo: 5,
            self.buy: 10,
            self.review: 18,
            self.survey: 10,
        }

    def at_rate(self, deeds_a_second: float, seconds: float) -> list[Visit]:
        """Deeds as they come, by chance; the rate is their mean."""
        kinds, weights = list(self._kinds), list(self._kinds.values())
        at, visits = 0.0, []
        while (at := at + self._chance.expovariate(deeds_a_second)) < seconds:
            deed = self._chance.choices(kinds, weights)[0]
            visits += deed(Caller(self._chance.choice(SCHOOL_ADDRESSES)), at)
        return sorted(visits, key=lambda visit: visit.at)

    def several(self, deed: Deed, count: int) -> list[Visit]:
        """The same deed so many times, without what follows from it for others."""
        return [deed(Caller(), 0.0)[0] for _ in range(count)]

    # -- what students do

    def look(self, caller: Caller, at: float) -> list[Visit]:
        """See how the goals stand."""
        _, student = self._somebody()
        return [_visit(at, student, caller.goals(student))]

    def open_page(self, caller: Caller, at: float) -> list[Visit]:
        """Come to My Goals for the first time, but for the stream."""
        room, student = self._somebody()
        return [_visit(at, student, caller.first_page(room, student)[1:])]

    def shop(self, caller: Caller, at: float) -> list[Visit]:
        """Look around in the store."""
        room, student = self._somebody()
        return [_visit(at, student, caller.shop(room, student))]

    def prove(self, caller: Caller, at: float) -> list[Visit]:
        """Write how a goal was reached."""
        goal, (room, student) = self._goals.popleft()
        sent = caller.text_proof(room, student, goal)
        return [_visit(at, student, sent, caller.goals(student)), *self._noticed(caller, at, room)]

    def prove_by_photo(self, caller: Caller, at: float) -> list[Visit]:
        """Send a photo of it."""
        goal, (room, student) = self._goals.popleft()
        sent = caller.photo_proof(room, student, goal, self._photo)
        return [_visit(at, student, sent, caller.goals(student)), *self._noticed(caller, at, room)]

    def buy(self, caller: Caller, at: float) -> list[Visit]:
        """Spend some."""
        room, student = self._somebody()
        sent = caller.purchase(student, self._chance.choice(self._items[room.id]))
        return [_visit(at, student, sent, caller.shop(room, student)), *self._noticed(caller, at, room)]

    # -- what teachers do

    def survey(self, caller: Caller, at: float) -> list[Visit]:
        """Look at a class."""
        room = self._chance.choice(self._classes)
        return [_visit(at, room.teacher, caller.dashboard(room))]

    def oversee(self, caller: Caller, at: float) -> list[Visit]:
        """Look at the teacher's only class: the same work in a school of any size."""
        taught = Counter(room.teacher for room in self._classes)
        room = self._chance.choice([each for each in self._classes if taught[each.teacher] == 1])
        return [_visit(at, room.teacher, caller.dashboard(room))]

    def review(self, caller: Caller, at: float) -> list[Visit]:
        """Approve a proof; its student sees that."""
        proof, (room, student) = self._proofs.popleft()
        parts = (caller.thumbnail(proof), caller.review(proof), caller.dashboard(room))
        return [_visit(at, room.teacher, *parts), _visit(at + LOOKS_AFTER, student, caller.goals(student))]

    # -- one request of each

    def sign_in(self, caller: Caller, at: float) -> list[Visit]:
        """In a browser that nobody has used before."""
        room, student = self._somebody()
        return [Visit(at, (caller.sign_in(room, student),), b"")]

    def write(self, caller: Caller, at: float) -> list[Visit]:
        """A proof's text alone."""
        goal, (room, student) = self._goals.popleft()
        return [_visit(at, student, caller.text_proof(room, student, goal))]

    def photograph(self, caller: Caller, at: float) -> list[Visit]:
        """A proof's photo alone."""
        goal, (room, student) = self._goals.popleft()
        return [_visit(at, student, caller.photo_proof(room, student, goal, self._photo))]

    def purchase(self, caller: Caller, at: float) -> list[Visit]:
        """The purchase alone."""
        room, student = self._somebody()
        return [_visit(at, student, caller.purchase(student, self._chance.choice(self._items[room.id])))]

    def approve(self, caller: Caller, at: float) -> list[Visit]:
        """The approval alone."""
        proof, (room, _) = self._proofs.popleft()
        return [_visit(at, room.teacher, caller.review(proof))]

    def _noticed(self, caller: Caller, at: float, room: SchoolClass) -> Iterator[Visit]:
        yield _visit(at + LOOKS_AFTER, room.teacher, caller.waiting(room.teacher))

    def _somebody(self) -> Place:
        return self._chance.choice(self._students)

    def _shuffled(self, database: psycopg.Connection, query: bytes) -> deque[tuple[str, Place]]:
        found = [(row_id, self._places[student_id]) for row_id, student_id in database.execute(query)]
        self._chance.shuffle(found)
        return deque(found)


_OPEN = (
    b"SELECT id, student_id FROM goals WHERE status = 'current'"
    b" AND NOT EXISTS (SELECT FROM submissions WHERE goal_id = goals.id) ORDER BY id"
)
_PENDING = b"SELECT id, student_id FROM submissions WHERE status = 'pending' ORDER BY id"


def _visit(at: float, person: Person, *parts: Step) -> Visit:
    return Visit(at, parts, cookies(person.token))
