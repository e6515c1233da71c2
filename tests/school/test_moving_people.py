"""Who is who when classes move: teachers whose e-mail the school has already, and who stays behind for a while."""

import io
import json
import shutil
import sys
from pathlib import Path

import psycopg
import pytest

from server.database.postgresql import to_libpq_url
from tests.factories.school import laptop, rows_of
from tests.factories.seated import EMAIL
from tests.school.moves import (
    ADDRESS,
    MOVED,
    MoveTo,
    bucket,
    change,
    interrupt,
    laptops,
    move_to,
    of,
    press_ctrl_c,
    unite,
)

__all__ = ["bucket", "laptops", "move_to"]


class TestClashes:
    """Two laptops whose teachers have one e-mail, and whose classes have one code."""

    @pytest.fixture
    def folders(self, laptops: Path, tmp_path: Path) -> tuple[Path, Path]:
        shutil.copytree(laptops, tmp_path / "laptops")
        return tmp_path / "laptops" / "one", tmp_path / "laptops" / "two"

    def test_without_an_answer_nothing_moves_and_the_ways_are_told(
        self, folders: tuple[Path, Path], move_to: MoveTo
    ) -> None:
        said = move_to(*folders, code=1)
        assert f"Elena Rivera ({EMAIL.upper()}) of {folders[1]}: the school has Elena Rivera ({EMAIL})." in said
        for way in ("--same-person", "--other-email", "--leave-out"):
            assert f"{way} {EMAIL.upper()}" in said
        assert not any(rows_of(move_to.url, MOVED).values())
        assert [path.name for folder in folders for path in folder.iterdir() if path.name.startswith("mov")] == []

    def test_a_disabled_account_is_told(self, folders: tuple[Path, Path], move_to: MoveTo) -> None:
        move_to(folders[0])
        change(move_to.url, "UPDATE teachers SET disabled_at = now()")
        assert f"the school has Elena Rivera ({EMAIL}, disabled)." in move_to(folders[1], code=1)

    def test_the_same_person_has_the_classes_of_both(self, folders: tuple[Path, Path], move_to: MoveTo) -> None:
        one, two = (rows_of(laptop(folder), MOVED) for folder in folders)
        (at_school,) = one["teachers"]
        move_to(folders[0])
        change(laptop(folders[1]), "UPDATE goals SET name = 'Of the second'")
        with psycopg.connect(to_libpq_url(move_to.url), autocommit=True) as ear:
            ear.execute("LISTEN goalbucks")
            said = move_to(folders[1], more=("--same-person", EMAIL))
            _refresh, news = ear.notifies(timeout=5, stop_after=2)
        (came,) = two["classrooms"]
        assert json.loads(news.payload)[0] == [["classrooms", at_school, came, None]]
        rows = rows_of(move_to.url, MOVED)
        assert list(rows["teachers"]) == [at_school]
        assert rows["classrooms"].keys() == one["classrooms"].keys() | two["classrooms"].keys()
        assert {teacher for (teacher,) in of(rows, "classrooms", "teacher_id")} == {at_school}
        assert {teacher for (teacher,) in of(rows, "activity", "teacher_id")} == {at_school}
        codes = {code for (code,) in of(rows, "classrooms", "class_code")}
        (new,) = codes - {"ABC234"}
        assert "SAME PERSON: the classes of Elena Rivera" in said
        told = (folders[1] / "moved.txt").read_text()
        assert "NEW CLASS CODE: Room 12 Homeroom (Elena Rivera) had ABC234, which a class of the school has." in told
        assert f"Its students sign in with {new}." in told

    def test_somebody_else_gets_another_e_mail(self, folders: tuple[Path, Path], move_to: MoveTo) -> None:
        move_to(*folders, more=("--other-email", f"{EMAIL}=e.rivera@school.test"), code=1)  # both would get it
        move_to(folders[0])
        move_to(folders[1], more=("--other-email", f"{EMAIL}=E.Rivera@school.test"))
        found = of(rows_of(move_to.url, MOVED), "teachers", "email", "email_key")
        assert found == [("E.Rivera@school.test", "e.rivera@school.test"), (EMAIL, EMAIL)]

    def test_a_teacher_who_is_left_out_stays_with_all_that_is_below(
        self, folders: tuple[Path, Path], move_to: MoveTo
    ) -> None:
        unite(folders[1], folders[1].with_name("three"))
        before = rows_of(laptop(folders[1]), MOVED)
        move_to(folders[0])
        alone = rows_of(move_to.url, MOVED)
        said = move_to(folders[1], more=("--leave-out", EMAIL))
        assert "LEFT OUT: Elena Rivera" in said
        rows = rows_of(move_to.url, MOVED)
        assert {table: len(rows[table]) - len(alone[table]) for table in rows} == {
            table: len(kept) // 2 for table, kept in before.items()
        }
        assert ("omar@school.test",) in of(rows, "teachers", "email")

    def test_on_a_terminal_it_is_asked(
        self, folders: tuple[Path, Path], move_to: MoveTo, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        terminal = io.StringIO("x\no\nnobody\ne.rivera@school.test\n")
        monkeypatch.setattr(terminal, "isatty", lambda: True)
        monkeypatch.setattr(sys, "stdin", terminal)
        said = move_to(*folders)
        assert "nobody is no e-mail address." in said
        assert "OTHER E-MAIL: Elena Rivera" in said
        assert len(rows_of(move_to.url, MOVED)["teachers"]) == 2

    def test_googles_account_is_one_persons(self, folders: tuple[Path, Path], move_to: MoveTo) -> None:
        for folder in folders:
            change(laptop(folder), "UPDATE teachers SET provider_uid = 'g-1'")
        change(laptop(folders[1]), "UPDATE teachers SET email = 'e@b.test', email_key = 'e@b.test'")
        said = move_to(*folders, code=1)
        assert ("--same-person e@b.test" in said, "--other-email e@b.test" in said) == (True, False)


class TestWhoFollowsLater:
    """A laptop of two teachers; one was left out when its classes moved."""

    OMAR = "omar@school.test"

    @pytest.fixture
    def shared(self, laptops: Path, tmp_path: Path) -> Path:
        shutil.copytree(laptops, tmp_path / "laptops")
        unite(tmp_path / "laptops" / "two", tmp_path / "laptops" / "three")
        return tmp_path / "laptops" / "two"

    def test_somebody_who_was_left_out_follows_with_all_that_came_since(self, shared: Path, move_to: MoveTo) -> None:
        assert f"--follow {self.OMAR}" in move_to(shared, more=("--leave-out", self.OMAR))
        # Omar works on, and the school changes what it has.
        (shared / "moved.json").unlink()
        change(laptop(shared), "UPDATE goals SET name = 'Of Omar' WHERE classroom_id = :id", id=_class_of_omar(shared))
        change(move_to.url, "UPDATE goals SET name = 'Of the school'")
        said = move_to(shared)
        assert f"Elena Rivera ({EMAIL.upper()}) moved already, on " in said
        assert f"LEFT OUT: Elena Rivera ({self.OMAR})" in said
        assert of(rows_of(move_to.url, MOVED), "teachers", "email") == [(EMAIL.upper(),)]
        assert "Rows: teachers 1, classes 1, students 1, " in move_to(shared, more=("--follow", self.OMAR, "--dry-run"))
        assert len(rows_of(move_to.url, MOVED)["teachers"]) == 1
        said = move_to(shared, more=("--follow", self.OMAR))
        assert "LEFT OUT" not in said
        at_school = rows_of(move_to.url, MOVED)
        assert {table: row.keys() for table, row in at_school.items()} == {
            table: row.keys() for table, row in rows_of(laptop(shared), MOVED).items()
        }
        assert {name for (name,) in of(at_school, "goals", "name")} == {"Of Omar", "Of the school"}
        # The same command again, and a plain one: nothing comes twice, and what the school deleted stays so.
        change(move_to.url, "DELETE FROM goals WHERE name = 'Of Omar'")
        assert f"Elena Rivera ({self.OMAR}) moved already" in move_to(shared, more=("--follow", self.OMAR))
        move_to(shared)
        assert {name for (name,) in of(rows_of(move_to.url, MOVED), "goals", "name")} == {"Of the school"}
        assert [line for line in (shared / "moved.txt").read_text().splitlines() if "moved on" in line][1:]

    def test_an_answer_that_says_who_it_is_takes_the_teacher_too(
        self, shared: Path, laptops: Path, move_to: MoveTo
    ) -> None:
        other = Path(shutil.copytree(laptops / "one", shared.with_name("other")))
        change(laptop(other), "UPDATE teachers SET email = :email, email_key = :email", email=self.OMAR)
        move_to(other)
        (account,) = rows_of(laptop(other), MOVED)["teachers"]
        move_to(shared, more=("--leave-out", self.OMAR))
        said = move_to(shared, more=("--follow", self.OMAR), code=1)
        assert f"--same-person {self.OMAR}" in said
        assert "SAME PERSON" in move_to(shared, more=("--same-person", self.OMAR))
        rows = rows_of(move_to.url, MOVED)
        assert rows["classrooms"][_class_of_omar(shared)]["teacher_id"] == account
        assert len(rows["teachers"]) == 2
        assert move_to(shared, more=("--same-person", self.OMAR)).count("moved already") == 2

    def test_a_follower_whose_move_is_stopped_comes_whole_the_next_time(
        self, shared: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        move_to(shared, more=("--leave-out", self.OMAR, "--address", ADDRESS))
        interrupt(monkeypatch, ("rows compared", 1), press_ctrl_c)
        move_to(shared, more=("--follow", self.OMAR), code=1)
        # Without the answer the teacher stays: it is not known to have moved.
        move_to(shared)
        assert len(rows_of(move_to.url, MOVED)["teachers"]) == 1
        move_to(shared, more=("--follow", self.OMAR))
        assert rows_of(move_to.url, MOVED) == rows_of(laptop(shared), MOVED)
        assert json.loads((shared / "moved.json").read_text())["address"] == ADDRESS


class TestAnswersThatComeTooLate:
    """What was decided when the classes moved isn't decided again by a later command."""

    @pytest.fixture
    def two(self, laptops: Path, tmp_path: Path, move_to: MoveTo) -> Path:
        shutil.copytree(laptops, tmp_path / "laptops")
        move_to(tmp_path / "laptops" / "one")
        return tmp_path / "laptops" / "two"

    @pytest.mark.parametrize(
        ("first", "later", "how"),
        [
            (("--same-person", EMAIL), ("--other-email", f"{EMAIL}=e@b.test"), "into the account at the school"),
            pytest.param(
                ("--same-person", EMAIL),
                ("--leave-out", EMAIL),
                "into the account at the school",
                marks=pytest.mark.long,
            ),
            (("--other-email", f"{EMAIL}=e@b.test"), ("--same-person", EMAIL), "with the e-mail e@b.test"),
            (
                ("--other-email", f"{EMAIL}=e@b.test"),
                ("--other-email", f"{EMAIL}=f@b.test"),
                "with the e-mail e@b.test",
            ),
        ],
    )
    def test_a_contradiction_is_told_and_changes_nothing(
        self, two: Path, move_to: MoveTo, first: tuple[str, str], later: tuple[str, str], how: str
    ) -> None:
        move_to(two, more=first)
        before = (rows_of(move_to.url, MOVED), sorted((each.name, each.stat().st_mtime_ns) for each in two.iterdir()))
        for more in (later, (*later, "--dry-run")):
            said = move_to(two, more=more, code=1)
            assert f"Elena Rivera ({EMAIL.upper()}) of {two} has moved already, {how}: " in said
            assert said.rstrip().endswith("Nothing was changed.")
        assert rows_of(move_to.url, MOVED) == before[0]
        move_to(two, more=first)  # the same command may always be given again

    def test_an_answer_about_the_folder_that_moved_before_counts_for_the_one_that_comes(
        self, two: Path, move_to: MoveTo
    ) -> None:
        both = (two.with_name("one"), two)
        answer = ("--other-email", f"{EMAIL}=e@b.test")
        move_to(*both, more=answer)
        move_to(*both, more=answer)
        assert of(rows_of(move_to.url, MOVED), "teachers", "email") == [("e@b.test",), (EMAIL,)]

    def test_two_answers_about_one_teacher_are_none(self, two: Path, move_to: MoveTo) -> None:
        said = move_to(two, more=("--same-person", EMAIL, "--leave-out", EMAIL.upper()), code=1)
        assert f"There are two answers about {EMAIL.upper()}" in said

    def test_nobody_is_the_same_person_as_nobody(self, two: Path, move_to: MoveTo) -> None:
        change(laptop(two), "UPDATE teachers SET email = 'x@b.test', email_key = 'x@b.test'")
        said = move_to(two, more=("--same-person", "x@b.test"), code=1)
        assert "The school has no account with the e-mail x@b.test" in said
        assert len(rows_of(move_to.url, MOVED)["teachers"]) == 1


def _class_of_omar(folder: Path) -> str:
    rows = rows_of(laptop(folder), MOVED)
    (omar,) = (key for key, row in rows["teachers"].items() if row["email"] == "omar@school.test")
    (classroom,) = (key for key, row in rows["classrooms"].items() if row["teacher_id"] == omar)
    return classroom
