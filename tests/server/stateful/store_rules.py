"""The store, purchases, awards and corrections: everything that moves goalbucks without a goal."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import LedgerEntry
from server.domain.goalbucks.queries import balance_of
from server.domain.store.models import Purchase, StoreItem
from server.domain.students.models import Student
from tests.server.stateful.machine import Machine, amounts, back, coin, rarely
from tests.server.stateful.school import NOT_FOUND, verdict

stocks = st.none() | st.integers(0, 3)


class StoreRules(Machine):
    """Offer, change, remove, buy, fulfill, cancel, award, correct."""

    # ---- Items

    @rule(which=back, stranger=rarely, cost=amounts, stock=stocks, what=st.sampled_from(("add", "edit", "delete")))
    def item(self, which: int, what: str, *, stranger: bool, cost: int, stock: int | None) -> None:
        if what == "add":
            self.add_item(which, stranger=stranger, cost=cost, stock=stock)
        elif what == "edit":
            self.edit_item(which, stranger=stranger, cost=cost, stock=stock)
        else:
            self.delete_item(which, stranger=stranger)

    def add_item(self, classroom: int, *, stranger: bool, cost: int, stock: int | None) -> None:
        class_id, row = self.school.find(Classroom, classroom)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        body = {"classroomId": class_id, "name": "Pencil", "goalbucksCost": cost, "stock": stock}
        answer = self.school.ask(teacher_client, "POST /api/store", "/api/store", body)
        if verdict(answer, problem, status=201):
            self.school.known[StoreItem].append(answer.json()["id"])
            self.school.stock[answer.json()["id"]] = stock

    def edit_item(self, item: int, *, stranger: bool, cost: int, stock: int | None) -> None:
        item_id, row = self.school.find(StoreItem, item)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        body = {"name": "Pen", "goalbucksCost": cost, "stock": stock}
        if verdict(self.school.ask(teacher_client, "PUT /api/store/{item_id}", f"/api/store/{item_id}", body), problem):
            self.school.stock[item_id] = stock

    def delete_item(self, item: int, *, stranger: bool) -> None:
        item_id, row = self.school.find(StoreItem, item)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        answer = self.school.ask(teacher_client, "DELETE /api/store/{item_id}", f"/api/store/{item_id}")
        if verdict(answer, problem, status=204):
            del self.school.stock[item_id]

    # ---- Purchases

    @precondition(lambda self: self.school.known[StoreItem])
    @rule(student=back, item=back, stranger=rarely, shown=st.sampled_from((None, 0, 0, 0, 1)), twice=coin)
    def buy(self, student: int, item: int, *, stranger: bool, shown: int | None, twice: bool) -> None:
        """`shown`: by how much the price that the student saw differs; None: it tells none."""
        item_id, row = self.school.find(StoreItem, item)
        mates = [each.id for each in self.school.all(Student) if row and each.classroom_id == row.classroom_id]
        buyer = mates[student % len(mates)] if mates else None
        actor = self.school.pupil(student, buyer, stranger=stranger)
        if actor is None:
            return
        cost = row.goalbucks_cost if row else 1
        body = {"itemId": item_id, "goalbucksCost": None if shown is None else cost + shown}
        problem = self.why_not(actor[0], row, shown)
        answer = self.pay(actor[1], "POST /api/purchases", "/api/purchases", body, twice=twice)
        if verdict(answer, problem, status=201):
            bought = answer.json()
            assert (bought["goalbucksCost"], bought["status"], bought["studentId"]) == (cost, "pending", actor[0])
            self.school.known[Purchase].append(bought["id"])
            self.move_stock(item_id, -1)

    def why_not(self, student_id: str, item: StoreItem | None, shown: int | None) -> str | None:
        """What the server has to say against this purchase."""
        with self.school.test_app.open_session() as db:
            if item is None or db.get_one(Student, student_id).classroom_id != item.classroom_id:
                return NOT_FOUND
            if shown:
                return "price_changed"
            if item.stock == 0:
                return "out_of_stock"
            return "not_enough_goalbucks" if balance_of(db, student_id).balance < item.goalbucks_cost else None

    def move_stock(self, item_id: str, by: int) -> None:
        """What is left of an item that is still there and not unlimited."""
        left = self.school.stock.get(item_id)
        if left is not None:
            self.school.stock[item_id] = left + by

    @precondition(lambda self: self.school.known[Purchase])
    @rule(purchase=back, stranger=rarely, what=st.sampled_from(("fulfill", "unfulfill", "cancel")))
    def settle(self, purchase: int, what: str, *, stranger: bool) -> None:
        if what == "fulfill":
            self.fulfill(purchase, stranger=stranger)
        elif what == "unfulfill":
            self.unfulfill(purchase, stranger=stranger)
        else:
            self.cancel(purchase, stranger=stranger)

    def fulfill(self, purchase: int, *, stranger: bool) -> None:
        purchase_id, row = self.school.find(Purchase, purchase)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        path = f"/api/purchases/{purchase_id}/fulfill"
        verdict(
            self.school.ask(teacher_client, "PATCH /api/purchases/{purchase_id}/fulfill", path), problem, settled(row)
        )

    def unfulfill(self, purchase: int, *, stranger: bool) -> None:
        purchase_id, row = self.school.find(Purchase, purchase)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        path = f"/api/purchases/{purchase_id}/unfulfill"
        answer = self.school.ask(teacher_client, "POST /api/purchases/{purchase_id}/unfulfill", path)
        verdict(answer, problem, not_fulfilled(row))

    def cancel(self, purchase: int, *, stranger: bool) -> None:
        purchase_id, row = self.school.find(Purchase, purchase)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        path = f"/api/purchases/{purchase_id}/cancel"
        answer = self.school.ask(teacher_client, "POST /api/purchases/{purchase_id}/cancel", path)
        if verdict(answer, problem, settled(row)) and row is not None:
            self.move_stock(row.item_id, +1)

    # ---- Awards and corrections

    @rule(students=st.lists(back, min_size=1, max_size=3), stranger=rarely, amount=amounts, twice=coin)
    def award(self, students: list[int], *, stranger: bool, amount: int, twice: bool) -> None:
        ids, class_id, teacher_client, problem = self.chosen(students, stranger=stranger)
        body = {"studentIds": ids, "classroomId": class_id, "amount": amount, "reason": "Tidy desk"}
        before = self.balances()
        answer = self.pay(teacher_client, "POST /api/goalbucks/award", "/api/goalbucks/award", body, twice=twice)
        if verdict(answer, problem, status=201):
            assert answer.json()["count"] == len(set(ids))
            before |= {each: before[each] + amount for each in set(ids)}
        assert self.balances() == before

    @rule(which=back, stranger=rarely)
    def reverse_award(self, which: int, *, stranger: bool) -> None:
        awards = [entry for entry in self.school.all(LedgerEntry) if entry.reason == "award"]
        if not awards:
            return
        chosen = awards[-1 - which % len(awards)]
        reversed_ids = {each.source_id for each in self.school.all(LedgerEntry) if each.reason == "award_reversed"}
        entries = [each for each in awards if each.source_id == chosen.source_id and each.id not in reversed_ids]
        with self.school.test_app.open_session() as db:
            teacher_client, problem = self.school.desk_for(db.get_one(Student, chosen.student_id), stranger=stranger)
        before = self.balances()
        call, path = "POST /api/goalbucks/award/{assignment_id}/reverse", f"/api/goalbucks/award/{chosen.source_id}"
        answer = self.school.ask(teacher_client, call, f"{path}/reverse")
        if verdict(answer, problem, None if entries else "already_reversed"):
            assert answer.json() == {"count": len(entries)}
            before |= {each.student_id: before[each.student_id] - each.amount for each in entries}
        assert self.balances() == before

    @rule(student=back, stranger=rarely, amount=st.integers(-30, 30).filter(bool), twice=coin)
    def correct(self, student: int, *, stranger: bool, amount: int, twice: bool) -> None:
        student_id, row = self.school.find(Student, student)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        before = self.balances()
        call, path = "POST /api/students/{student_id}/corrections", f"/api/students/{student_id}/corrections"
        answer = self.pay(teacher_client, call, path, {"amount": amount, "reason": "Counted twice"}, twice=twice)
        if verdict(answer, problem, status=201):
            before[student_id] += amount
            assert answer.json()["balanceAfter"] == before[student_id]
        assert self.balances() == before

    def balances(self) -> dict[str, int]:
        """What each student has."""
        with self.school.test_app.open_session() as db:
            return {student.id: balance_of(db, student.id).balance for student in self.school.all(Student)}


def settled(purchase: Purchase | None) -> str | None:
    """Why a purchase can't be fulfilled or cancelled."""
    return None if purchase is None or purchase.status == "pending" else f"already_{purchase.status}"


def not_fulfilled(purchase: Purchase | None) -> str | None:
    """Why a fulfillment can't be undone."""
    if purchase is None or purchase.status == "fulfilled":
        return None
    return "already_cancelled" if purchase.status == "cancelled" else "not_fulfilled"
