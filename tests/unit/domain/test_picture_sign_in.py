"""Which pictures students get, and the limits on wrong tries."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from server import clock
from server.domain.picture_sign_in import service
from server.domain.picture_sign_in.labels import name_labels
from server.domain.picture_sign_in.service import PicturesTakenError
from server.domain.pictures import service as pictures
from server.domain.pictures.models import PICTURES, PictureFailure, StudentPictures
from server.domain.pictures.service import PictureAttempt
from server.domain.students import service as students
from server.domain.students.models import Student
from server.errors import InvalidError
from server.security import throttle
from server.security.throttle import SignInAttempt
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder

HERE = "192.0.2.1"


def sequences(db: Session) -> dict[str, str | None]:
    """Return the pictures of all students by id."""
    return {each.student_id: each.sequence for each in db.scalars(select(StudentPictures))}


def switch(rows: RowBuilder, *, on: bool = True) -> None:
    service.switch(rows.db, rows.as_teacher, rows.classroom, on=on)
    rows.db.flush()


def fail(rows: RowBuilder, times: int, address: str = HERE, browser: str | None = None) -> None:
    for _ in range(times):
        pictures.record_failure(rows.db, PictureAttempt(rows.student.id, address, browser))


def is_locked(
    rows: RowBuilder, address: str = HERE, browser: str | None = None, student: Student | None = None
) -> bool:
    """Return whether wrong tries stop an attempt at this student, by default the class's."""
    attempt = PictureAttempt((student or rows.student).id, address, browser)
    return pictures.locked_until(rows.db, attempt) is not None or pictures.stopped_until(rows.db, attempt) is not None


class TestGivingPictures:
    @pytest.mark.spec("18.1")
    def test_every_student_gets_three_different_pictures_that_nobody_else_in_the_class_has(
        self, rows: RowBuilder
    ) -> None:
        for _ in range(40):
            rows.add_student()
        switch(rows)
        given = sequences(rows.db)
        assert len(given) == len(set(given.values())) == 41
        for sequence in given.values():
            assert sequence is not None
            chosen = sequence.split(",")
            assert len(set(chosen)) == 3
            assert set(chosen) <= set(PICTURES)

    def test_a_class_may_have_more_students_than_there_are_sequences(
        self, rows: RowBuilder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pictures, "SEQUENCES", pictures.SEQUENCES[:6])
        ids = [rows.student.id, *(rows.add_student().id for _ in range(9))]
        pictures.give(rows.db, rows.classroom.id, ids[:2])
        pictures.give(rows.db, rows.classroom.id, ids[2:])
        given = list(sequences(rows.db).values())
        assert len(given) == len(set(given)) == 6

    def test_new_pictures_differ_from_those_of_every_student_of_the_class(
        self, rows: RowBuilder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pictures, "SEQUENCES", pictures.SEQUENCES[:2])
        switch(rows)
        (before,) = sequences(rows.db).values()
        pictures.give(rows.db, rows.classroom.id, [rows.student.id])
        assert {*sequences(rows.db).values(), before} == set(pictures.SEQUENCES)

    @pytest.mark.spec("18.1")
    def test_a_student_added_or_moved_to_the_class_later_gets_pictures(self, rows: RowBuilder) -> None:
        other = rows.add_classroom("Room 13")
        moved = rows.add_student(other)
        switch(rows)
        created = rows.add_student()
        students.move(rows.db, rows.as_teacher, moved, rows.classroom)
        assert sequences(rows.db).keys() == {rows.student.id, created.id, moved.id}

    def test_a_student_of_a_class_without_picture_sign_in_gets_none(self, rows: RowBuilder) -> None:
        rows.add_student()
        assert not sequences(rows.db)

    def test_a_moved_student_keeps_pictures_that_nobody_in_the_new_class_has(self, rows: RowBuilder) -> None:
        other = rows.add_classroom("Room 13")
        for each in (rows.classroom, other):
            service.switch(rows.db, rows.as_teacher, each, on=True)
        first, second = rows.add_student(), rows.add_student()
        resident = rows.add_student(other)
        service.set_pictures(rows.db, rows.as_teacher, first, ["cat", "sun", "car"])
        service.set_pictures(rows.db, rows.as_teacher, resident, ["cat", "sun", "car"])
        kept = sequences(rows.db)[second.id]
        service.set_pictures(rows.db, rows.as_teacher, second, ["fish", "sun", "car"])
        for moved in (first, second):
            students.move(rows.db, rows.as_teacher, moved, other)
        found = sequences(rows.db)
        assert found[second.id] == "fish,sun,car" != kept
        assert found[resident.id] == "cat,sun,car" != found[first.id]
        in_other = select(StudentPictures.student_id).where(StudentPictures.classroom_id == other.id)
        assert set(rows.db.scalars(in_other)) == {first.id, second.id, resident.id}

    @pytest.mark.spec("18.1")
    def test_pictures_are_kept_while_picture_sign_in_is_switched_off(self, rows: RowBuilder) -> None:
        switch(rows)
        before = sequences(rows.db)
        switch(rows, on=False)
        late = rows.add_student()
        assert sequences(rows.db) == before
        switch(rows)
        after = sequences(rows.db)
        assert after.keys() == {rows.student.id, late.id}
        assert after[rows.student.id] == before[rows.student.id]

    def test_new_pictures_differ_from_the_earlier_ones_and_unlock_the_student(self, rows: RowBuilder) -> None:
        switch(rows)
        before = sequences(rows.db)[rows.student.id]
        fail(rows, 5)
        service.renew(rows.db, rows.as_teacher, rows.classroom, [rows.student.id])
        assert sequences(rows.db)[rows.student.id] not in {before, None}
        assert not is_locked(rows)

    @pytest.mark.spec("18.3")
    def test_new_pictures_make_the_students_browsers_unknown(self, rows: RowBuilder) -> None:
        def use_browser() -> SignInAttempt:
            attempt = SignInAttempt(throttle.account_key("student", rows.student.id), HERE, None)
            return replace(attempt, browser_token=throttle.record_success(rows.db, attempt))

        switch(rows)
        known = use_browser()
        service.renew(rows.db, rows.as_teacher, rows.classroom, [rows.student.id])
        assert not throttle.is_known_browser(rows.db, known)
        known = use_browser()
        service.set_pictures(rows.db, rows.as_teacher, rows.student, None)
        assert not throttle.is_known_browser(rows.db, known)

    def test_earlier_pictures_can_be_given_again_unless_they_are_taken(self, rows: RowBuilder) -> None:
        switch(rows)
        other = rows.add_student()
        service.set_pictures(rows.db, rows.as_teacher, rows.student, ["cat", "sun", "car"])
        with pytest.raises(PicturesTakenError):
            service.set_pictures(rows.db, rows.as_teacher, other, ["cat", "sun", "car"])
        service.set_pictures(rows.db, rows.as_teacher, other, ["sun", "cat", "car"])
        with pytest.raises(InvalidError):
            service.set_pictures(rows.db, rows.as_teacher, other, ["cat", "cat", "car"])

    def test_a_student_whose_pictures_were_removed_gets_none_by_switching_off_and_on(self, rows: RowBuilder) -> None:
        switch(rows)
        other = rows.add_student()
        for each in (rows.student, other):
            service.set_pictures(rows.db, rows.as_teacher, each, None)
        switch(rows, on=False)
        switch(rows)
        assert sequences(rows.db) == {rows.student.id: None, other.id: None}

    def test_the_activity_log_records_the_teachers_changes_of_pictures(self, rows: RowBuilder) -> None:
        switch(rows)
        switch(rows)
        service.renew(rows.db, rows.as_teacher, rows.classroom, [rows.student.id])
        service.renew(rows.db, rows.as_teacher, rows.classroom, [rows.student.id, rows.add_student().id])
        service.set_pictures(rows.db, rows.as_teacher, rows.student, None)
        switch(rows, on=False)
        assert [(each.kind, each.student_name, each.about, each.count) for each in rows.events()[1:]] == [
            ("pictures_on", None, "Room 12 Homeroom", 1),
            ("pictures_changed", "Amara Okafor", None, 1),
            ("pictures_changed", None, "Room 12 Homeroom", 2),
            ("pictures_off", "Amara Okafor", None, 1),
            ("pictures_off", None, "Room 12 Homeroom", 1),
        ]


class TestLimitsOnWrongTries:
    @pytest.mark.spec("18.3")
    def test_five_wrong_tries_at_one_address_lock_for_five_minutes(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        fail(rows, 4)
        assert not is_locked(rows)
        fail(rows, 1)
        assert is_locked(rows)
        assert not is_locked(rows, "192.0.2.2")
        assert not is_locked(rows, student=rows.add_student())
        fake_clock.advance(minutes=5)
        assert not is_locked(rows)

    @pytest.mark.spec("18.3")
    def test_beyond_twenty_five_wrong_tries_a_day_an_address_without_a_wrong_try_has_one(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        for number in range(6):
            fail(rows, 4, f"198.51.100.{number}")
        assert not is_locked(rows, "198.51.100.0")
        fail(rows, 1)
        assert is_locked(rows)
        assert is_locked(rows, "198.51.100.0")
        assert not is_locked(rows, "192.0.2.9")
        fail(rows, 1, "192.0.2.9")
        assert is_locked(rows, "192.0.2.9")
        assert not is_locked(rows, "192.0.2.9", "known")
        until = pictures.locked_until(rows.db, PictureAttempt(rows.student.id, HERE, None))
        assert until == clock.now() + timedelta(days=1)
        fake_clock.advance(days=1)
        assert not is_locked(rows)

    @pytest.mark.spec("18.3", "18.4")
    def test_one_address_that_guesses_at_every_student_is_stopped_before_it_has_locked_the_class(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        students_of_class = [rows.student, *(rows.add_student() for _ in range(29))]
        for _ in range(5):
            for student in students_of_class:
                for _ in range(5):
                    if not is_locked(rows, student=student):
                        pictures.record_failure(rows.db, PictureAttempt(student.id, HERE, None))
            fake_clock.advance(minutes=5)
        assert len(rows.db.scalars(select(PictureFailure)).all()) == 50
        for student in students_of_class:
            assert is_locked(rows, student=student)
            assert not is_locked(rows, browser="known", student=student)
            assert not is_locked(rows, "192.0.2.2", student=student)
        fake_clock.advance(days=1)
        assert not is_locked(rows)

    def test_wrong_tries_of_known_browsers_do_not_stop_their_address(self, rows: RowBuilder) -> None:
        for number in range(50):
            fail(rows, 1, browser=f"known {number}")
        assert not is_locked(rows)

    @pytest.mark.spec("18.3")
    def test_a_known_browser_has_a_count_of_its_own(self, rows: RowBuilder) -> None:
        fail(rows, 5)
        assert not is_locked(rows, browser="known")
        fail(rows, 5, browser="known")
        assert is_locked(rows, browser="known")
        assert not is_locked(rows, "192.0.2.9")

    @pytest.mark.spec("18.3")
    def test_a_known_browser_is_counted_over_all_addresses(self, rows: RowBuilder) -> None:
        for number in range(5):
            fail(rows, 1, f"198.51.100.{number}", "known")
        assert is_locked(rows, HERE, "known")
        shown = service.pictures_of_class(rows.db, rows.classroom)
        assert [each.locked_after for each in shown.students] == [5]

    def test_tries_recorded_before_the_clock_was_set_back_do_not_count(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        fail(rows, 5)
        fake_clock.advance(days=-2)
        assert not is_locked(rows)

    def test_expired_tries_are_deleted(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        fail(rows, 3)
        fake_clock.advance(days=1)
        fail(rows, 1)
        assert len(rows.db.scalars(select(PictureFailure)).all()) == 1

    @pytest.mark.spec("2.21", "18.3")
    def test_the_teacher_sees_what_is_locked_and_unlocks_it(self, rows: RowBuilder) -> None:
        def locks() -> list[int | None]:
            return [each.locked_after for each in service.pictures_of_class(rows.db, rows.classroom).students]

        switch(rows)
        fail(rows, 4)
        assert locks() == [None]
        fail(rows, 1)
        assert locks() == [5]
        for number in range(5):
            fail(rows, 4, f"198.51.100.{number}")
        assert locks() == [25]
        students.unlock(rows.db, rows.as_teacher, rows.student)
        assert locks() == [None]
        assert not is_locked(rows)
        assert rows.events()[-1].kind == "student_unlocked"

    @pytest.mark.spec("2.21", "18.3")
    def test_unlocking_the_class_frees_its_students_and_the_addresses_that_were_stopped(self, rows: RowBuilder) -> None:
        def stopped() -> int:
            return service.pictures_of_class(rows.db, rows.classroom).stopped_devices

        other = rows.add_student(rows.add_classroom("Room 13"))
        for student in (rows.student, *(rows.add_student() for _ in range(9))):
            for _ in range(5):
                pictures.record_failure(rows.db, PictureAttempt(student.id, HERE, None))
        pictures.record_failure(rows.db, PictureAttempt(other.id, HERE, None))
        assert stopped() == 1
        assert is_locked(rows, student=other)
        students.unlock_class(rows.db, rows.as_teacher, rows.classroom)
        assert stopped() == 0
        assert not is_locked(rows)
        assert not is_locked(rows, student=other)
        assert len(rows.db.scalars(select(PictureFailure)).all()) == 1
        event = rows.events()[-1]
        assert (event.kind, event.about, event.count) == ("student_unlocked", "Room 12 Homeroom", 10)


@pytest.mark.spec("18.2")
@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (["Amara Okafor", "Diego Ruiz"], ["Amara", "Diego"]),
        (["Diego Ruiz", "Diego Santos"], ["Diego R.", "Diego S."]),
        (["Diego Ruiz", "Diego Ramos", "Diego Santos"], ["Diego Ra.", "Diego Ru.", "Diego S."]),
        (["Diego Santos", "diego Santana"], ["diego Santa.", "Diego Santo."]),
        (["Zoë Li", "Zoe Liu"], ["Zoë Li", "Zoe Liu"]),
        (["Emma Li", "Emma Li"], ["Emma Li", "Emma Li"]),
        (["Ömer B", "Olga A", "Ziad C"], ["Olga", "Ömer", "Ziad"]),
    ],
)
def test_labels_tell_namesakes_apart_with_as_few_letters_as_possible(names: list[str], labels: list[str]) -> None:
    rows = [
        Student(id=str(number), first_name=first, last_name=last)
        for number, (first, last) in enumerate(name.split() for name in names)
    ]
    assert [label for _, label in name_labels(rows)] == labels
