"""Which cards are valid, and what ends them."""

import asyncio
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Never

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.sqlite import open_sqlite_engine
from server.database.sqlite_transactions import SqliteTransactions
from server.domain.activity.models import ActivityRecord
from server.domain.login_cards import service
from server.domain.login_cards.key import LOGIN_CARDS
from server.domain.login_cards.models import LoginCard
from server.domain.login_cards.queries import find_holder, valid_cards
from server.domain.login_cards.schemas import NewLoginCardResponse
from server.domain.login_cards.service import CardCounts, CardIssuer
from server.domain.students import service as students
from server.errors import NotFoundError
from server.security import throttle
from server.security.code_key import CodeKey
from server.security.recovery_codes import CODE_ALPHABET
from server.security.sessions import SigningInBrowser, SignInSession, create_session
from server.security.throttle import SignInAttempt
from server.settings import Settings
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder

ADDRESS = "http://192.168.1.20:8080"


@pytest.fixture
def key(tmp_path: Path) -> CodeKey:
    return CodeKey(Settings(data_dir=tmp_path), LOGIN_CARDS)


def make(rows: RowBuilder, key: CodeKey, *student_ids: str) -> list[NewLoginCardResponse]:
    ids = student_ids or (rows.student.id,)
    return service.make_cards(rows.db, rows.as_teacher, CardIssuer(key, ADDRESS), rows.classroom, ids)


def end(rows: RowBuilder, *student_ids: str) -> None:
    service.end_cards(rows.db, rows.as_teacher, rows.classroom, student_ids)


def sign_in(rows: RowBuilder, student_id: str) -> None:
    create_session(rows.db, "student", student_id, SigningInBrowser(is_local=False))


def session_owners(db: Session) -> set[str | None]:
    return set(db.scalars(select(SignInSession.student_id)))


def events(db: Session) -> list[tuple[str, str | None, int]]:
    query = select(ActivityRecord.kind, ActivityRecord.student_name, ActivityRecord.count).order_by(ActivityRecord.id)
    return [(kind, name, count) for kind, name, count in db.execute(query) if kind.startswith("login_cards")]


@pytest.mark.spec("2.31", "2.32")
def test_a_card_has_a_code_of_8_characters_that_is_stored_as_a_hash_only(rows: RowBuilder, key: CodeKey) -> None:
    (card,) = make(rows, key)
    assert len(card.code) == 8
    assert set(card.code) <= set(CODE_ALPHABET)
    stored = rows.db.scalars(select(LoginCard)).one()
    assert card.code not in {str(value) for value in vars(stored).values()}
    assert stored.code_hash == key.hash_code(card.code)


@pytest.mark.spec("2.31")
def test_a_new_card_replaces_the_old_one_and_ends_the_students_sessions(rows: RowBuilder, key: CodeKey) -> None:
    classmate = rows.add_student(first_name="Diego")
    (old,) = make(rows, key)
    for student in (rows.student, classmate):
        sign_in(rows, student.id)
    (new,) = make(rows, key)
    assert find_holder(rows.db, key, old.code) is None
    holder = find_holder(rows.db, key, new.code)
    assert holder is not None
    assert (holder.student_id, holder.first_name, holder.class_name) == (rows.student.id, "Amara", rows.classroom.name)
    assert session_owners(rows.db) == {classmate.id}
    assert [each.student_id for each in valid_cards(rows.db, key, rows.classroom)] == [rows.student.id]


@pytest.mark.spec("2.31")
def test_ending_a_card_ends_the_sessions_of_its_student_alone(rows: RowBuilder, key: CodeKey) -> None:
    classmate = rows.add_student(first_name="Diego")
    (card,) = make(rows, key)
    for student in (rows.student, classmate):
        sign_in(rows, student.id)
    end(rows, rows.student.id, classmate.id)
    assert find_holder(rows.db, key, card.code) is None
    assert session_owners(rows.db) == {classmate.id}
    assert events(rows.db) == [("login_cards_made", "Amara Okafor", 1), ("login_cards_ended", "Amara Okafor", 1)]


@pytest.mark.spec("2.31")
def test_the_browsers_that_a_student_used_are_unknown_once_the_card_has_ended(rows: RowBuilder, key: CodeKey) -> None:
    def use_browser() -> SignInAttempt:
        attempt = SignInAttempt(throttle.account_key("student", rows.student.id), "192.0.2.1", None)
        return replace(attempt, browser_token=throttle.record_success(rows.db, attempt))

    before_any_card = use_browser()
    make(rows, key)
    assert throttle.is_known_browser(rows.db, before_any_card)
    make(rows, key)
    assert not throttle.is_known_browser(rows.db, before_any_card)
    with_card = use_browser()
    end(rows, rows.student.id)
    assert not throttle.is_known_browser(rows.db, with_card)


def test_cards_of_several_students_are_one_event_of_the_class(rows: RowBuilder, key: CodeKey) -> None:
    ids = [rows.student.id, rows.add_student(first_name="Diego").id]
    assert {each.student_id for each in make(rows, key, *ids, *ids)} == set(ids)
    end(rows, *ids)
    end(rows, *ids)
    assert events(rows.db) == [("login_cards_made", None, 2), ("login_cards_ended", None, 2)]


def test_cards_of_students_of_another_class_can_be_neither_made_nor_ended(rows: RowBuilder, key: CodeKey) -> None:
    stranger = rows.add_student(rows.add_classroom("Chess Club"))
    with pytest.raises(NotFoundError):
        make(rows, key, rows.student.id, stranger.id)
    with pytest.raises(NotFoundError):
        end(rows, rows.student.id, stranger.id)
    assert rows.db.scalars(select(LoginCard)).all() == []


@pytest.mark.spec("2.31")
def test_a_card_ends_after_200_days_without_use(rows: RowBuilder, key: CodeKey, fake_clock: FakeClock) -> None:
    (card,) = make(rows, key)
    fake_clock.advance(days=199)
    assert find_holder(rows.db, key, card.code) is not None
    rows.db.scalars(select(LoginCard)).one().last_used_at = fake_clock.now
    fake_clock.advance(days=199)
    assert find_holder(rows.db, key, card.code) is not None
    fake_clock.advance(days=1)
    assert find_holder(rows.db, key, card.code) is None
    assert valid_cards(rows.db, key, rows.classroom) == []


@pytest.mark.spec("2.31")
def test_a_card_that_was_used_while_the_clock_was_years_behind_stays_valid(
    rows: RowBuilder, key: CodeKey, fake_clock: FakeClock
) -> None:
    (code,) = make(rows, key)
    card = rows.db.scalars(select(LoginCard)).one()
    fake_clock.advance(days=10)
    card.record_use()
    used_at = card.last_used_at
    fake_clock.advance(days=-1000)
    card.record_use()
    assert card.last_used_at == used_at
    fake_clock.advance(days=1000)
    assert find_holder(rows.db, key, code.code) is not None


@pytest.mark.spec("2.31")
def test_the_first_use_of_a_card_is_never_before_it_was_made(
    rows: RowBuilder, key: CodeKey, fake_clock: FakeClock
) -> None:
    make(rows, key)
    card = rows.db.scalars(select(LoginCard)).one()
    fake_clock.advance(days=-1000)
    card.record_use()
    assert card.last_used_at == card.created_at


def test_a_card_with_a_time_of_use_before_it_was_made_is_valid(
    rows: RowBuilder, key: CodeKey, fake_clock: FakeClock
) -> None:
    (code,) = make(rows, key)
    rows.db.scalars(select(LoginCard)).one().last_used_at = fake_clock.now - timedelta(days=1000)
    assert find_holder(rows.db, key, code.code) is not None
    assert len(valid_cards(rows.db, key, rows.classroom)) == 1


@pytest.mark.spec("2.31")
def test_a_card_stays_valid_after_a_move_and_a_new_password(rows: RowBuilder, key: CodeKey) -> None:
    (card,) = make(rows, key)
    other = rows.add_classroom("Chess Club")
    students.move(rows.db, rows.as_teacher, rows.student, other)
    fields = students.StudentFields("Amara", "Okafor", "amara", "new hash")
    students.edit(rows.db, rows.as_teacher, rows.student.id, fields)
    holder = find_holder(rows.db, key, card.code)
    assert holder is not None
    assert holder.class_name == "Chess Club"
    assert valid_cards(rows.db, key, rows.classroom) == []
    assert len(valid_cards(rows.db, key, other)) == 1


@pytest.mark.spec("2.31")
def test_deleting_a_student_deletes_the_login_card(rows: RowBuilder, key: CodeKey) -> None:
    make(rows, key)
    students.delete(rows.db, rows.as_teacher, rows.student)
    assert rows.db.scalars(select(LoginCard.id)).all() == []


@pytest.mark.spec("2.31")
def test_cards_of_another_computer_end_and_the_activity_log_says_so(
    rows: RowBuilder, key: CodeKey, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    other = CodeKey(Settings(data_dir=tmp_path / "other"), LOGIN_CARDS)
    classmate = rows.add_student(first_name="Diego")
    (copied,) = make(rows, other)
    (own,) = make(rows, key, classmate.id)
    for student in (rows.student, classmate):
        sign_in(rows, student.id)
    counts = service.end_cards_of_other_keys(rows.db, key)
    assert (counts.valid, counts.ended) == (1, 1)
    assert find_holder(rows.db, other, copied.code) is None
    assert find_holder(rows.db, key, own.code) is not None
    assert session_owners(rows.db) == {classmate.id}
    assert events(rows.db)[-1] == ("login_cards_invalidated", None, 1)


class ReadOnlyTransactions(SqliteTransactions):
    async def write(self, work: object) -> Never:
        pytest.fail(f"{work} would be written")


class TestCardsOfOtherComputersAfterARestore:
    def test_without_cards_no_write_transaction_begins(self, empty_database: Path, key: CodeKey) -> None:
        with closing(ReadOnlyTransactions(open_sqlite_engine(f"sqlite+pysqlite:///{empty_database}"))) as transactions:
            assert asyncio.run(service.end_cards_of_other_computers(transactions, key)) == CardCounts(0, 0)

    def test_a_database_error_is_logged(self, tmp_path: Path, key: CodeKey, caplog: pytest.LogCaptureFixture) -> None:
        transactions = SqliteTransactions(open_sqlite_engine(f"sqlite+pysqlite:///{tmp_path / 'without-tables.db'}"))
        with closing(transactions):
            assert asyncio.run(service.end_cards_of_other_computers(transactions, key)) == CardCounts(0, 0)
        assert "the login cards of another computer were not ended" in caplog.text
