"""Rules: store items, purchases, awards and corrections."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import LedgerEntry
from server.domain.goalbucks.queries import balance_of
from server.domain.savings.queries import savings_of_student
from server.domain.store.models import Purchase, StoreItem
from server.domain.students.models import Student
from tests.server.stateful.machine import Machine, amounts, booleans, one_in_six, row_indexes
from tests.server.stateful.school_model import NOT_FOUND, assert_outcome

stocks = st.none() | st.integers(0, 3)
item_fields = st.fixed_dictionaries(
    {
        "goalbucksCost": amounts,
        "stock": stocks,
        "perStudent": st.none() | st.integers(1, 2),
        "per": st.just("day"),
    }
)


class StoreRules(Machine):
    """Add, edit and delete items; buy, fulfill and cancel; award, reverse and correct."""

    # ---- Items

    @rule(
        index=row_indexes,
        other_user=one_in_six,
        fields=item_fields,
        action=st.sampled_from(("add", "edit", "delete")),
    )
    def change_item(self, index: int, action: str, fields: dict[str, Any], *, other_user: bool) -> None:
        if action == "add":
            self.add_item(index, fields, other_user=other_user)
        elif action == "edit":
            self.edit_item(index, fields, other_user=other_user)
        else:
            self.delete_item(index, other_user=other_user)

    def add_item(self, classroom: int, fields: dict[str, Any], *, other_user: bool) -> None:
        class_id, row = self.school.find(Classroom, classroom)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        body = {"classroomId": class_id, "name": "Pencil", **fields}
        response = self.school.call(client, "POST /api/store", body)
        if assert_outcome(response, access_error, status=201):
            self.school.seen_ids[StoreItem].append(response.json()["id"])
            self.school.stock[response.json()["id"]] = fields["stock"]

    def edit_item(self, item: int, fields: dict[str, Any], *, other_user: bool) -> None:
        item_id, row = self.school.find(StoreItem, item)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        body = {"name": "Pen", **fields}
        if assert_outcome(self.school.call(client, "PUT /api/store/{item_id}", body, row_id=item_id), access_error):
            self.school.stock[item_id] = fields["stock"]

    def delete_item(self, item: int, *, other_user: bool) -> None:
        item_id, row = self.school.find(StoreItem, item)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        response = self.school.call(client, "DELETE /api/store/{item_id}", row_id=item_id)
        if assert_outcome(response, access_error, status=204):
            del self.school.stock[item_id]
            for student_id, (class_id, saved_id) in self.school.saved.items():
                self.school.saved[student_id] = (class_id, None if saved_id == item_id else saved_id)

    @rule(from_class=row_indexes, to_class=row_indexes, other_user=one_in_six, twice=booleans)
    def copy_items(self, from_class: int, to_class: int, *, other_user: bool, twice: bool) -> None:
        """Copy the items of one class, perhaps an archived one, to another: those whose names it doesn't have."""
        source_id, _ = self.school.find(Classroom, from_class)
        target_id, row = self.school.find(Classroom, to_class)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        access_error = access_error or self.school.class_error(client, source_id, archived_too=True)
        before = self.items_of(target_id)
        taken = {item.name for item in before}
        missing = [(item.name, item.stock) for item in self.items_of(source_id) if item.name not in taken]
        call, body = "POST /api/store/classroom/{classroom_id}/copy", {"fromClassroomId": source_id}
        response = self.call_maybe_twice(client, call, body, row_id=target_id, twice=twice)
        if assert_outcome(response, access_error, status=201):
            assert response.json() == {"count": len(missing)}
            added = [item for item in self.items_of(target_id) if item.id not in {each.id for each in before}]
            assert [(item.name, item.stock) for item in added] == missing
            self.school.stock |= {item.id: item.stock for item in added}
            self.record_new_ids(StoreItem)

    def items_of(self, class_id: str) -> list[StoreItem]:
        """Return the items of a class, oldest first."""
        return [item for item in self.school.all(StoreItem) if item.classroom_id == class_id]

    @rule(classroom=row_indexes, other_user=one_in_six, is_open=st.sampled_from((True, True, False)))
    def set_store_open(self, classroom: int, *, other_user: bool, is_open: bool) -> None:
        class_id, row = self.school.find(Classroom, classroom)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        call = "PUT /api/classrooms/{classroom_id}/store"
        response = self.school.call(client, call, {"open": is_open}, row_id=class_id)
        if assert_outcome(response, access_error):
            assert response.json()["storeOpen"] == is_open

    # ---- Saving

    @rule(student=row_indexes, item=row_indexes, ends=one_in_six)
    def save(self, student: int, item: int, *, ends: bool) -> None:
        """Choose an item to save for, perhaps of another class; or end saving."""
        actor = self.school.student_client(student, None, other_user=False)
        if actor is None:
            return
        student_id, client = actor
        item_id, row = self.school.find(StoreItem, item)
        with self.school.test_app.open_session() as db:
            class_id = db.get_one(Student, student_id).classroom_id
        is_own = row is not None and row.classroom_id == class_id
        call, body = "PUT /api/students/{student_id}/savings", {"itemId": None if ends else item_id}
        response = self.school.call(client, call, body, row_id=student_id)
        if assert_outcome(response, None if ends or is_own else NOT_FOUND, status=204):
            self.school.saved.pop(student_id, None)
            self.school.saved |= {} if ends else {student_id: (class_id, item_id)}

    @invariant()
    def check_savings(self) -> None:
        """Check what each student saves for, which ends with a move to another class."""
        students = {student.id: student.classroom_id for student in self.school.all(Student)}
        kept = {
            student_id: each for student_id, each in self.school.saved.items() if students.get(student_id) == each[0]
        }
        self.school.saved = kept
        with self.school.test_app.open_session() as db:
            found = {student_id: savings_of_student(db, student_id) for student_id in students}
        item_ids = {student_id: saved.item_id for student_id, saved in found.items() if saved is not None}
        assert item_ids == {student_id: item_id for student_id, (_, item_id) in kept.items()}

    # ---- Purchases

    @precondition(lambda self: self.school.seen_ids[StoreItem])
    @rule(
        student=row_indexes,
        item=row_indexes,
        other_user=one_in_six,
        price_difference=st.sampled_from((None, 0, 0, 0, 1)),
        twice=booleans,
    )
    def buy(self, student: int, item: int, *, other_user: bool, price_difference: int | None, twice: bool) -> None:
        """Buy; `price_difference`: expected minus actual price, None to send no expected price."""
        item_id, row = self.school.find(StoreItem, item)
        present = [each for each in self.school.all(Student) if self.school.may_sign_in(each)]
        student_ids = [each.id for each in present if row and each.classroom_id == row.classroom_id]
        buyer = student_ids[student % len(student_ids)] if student_ids else None
        actor = self.school.student_client(student, buyer, other_user=other_user)
        if actor is None:
            return
        cost = row.goalbucks_cost if row else 1
        body = {"itemId": item_id, "goalbucksCost": None if price_difference is None else cost + price_difference}
        access_error = self.purchase_error(actor[0], row, price_difference)
        response = self.call_maybe_twice(actor[1], "POST /api/purchases", body, twice=twice)
        if assert_outcome(response, access_error, status=201):
            purchase = response.json()
            assert (purchase["goalbucksCost"], purchase["status"], purchase["studentId"]) == (cost, "pending", actor[0])
            self.school.seen_ids[Purchase].append(purchase["id"])
            self.adjust_stock(item_id, -1)
            if self.school.saved.get(actor[0], ("", ""))[1] == item_id:
                del self.school.saved[actor[0]]

    def purchase_error(self, student_id: str, item: StoreItem | None, price_difference: int | None) -> str | None:
        """Return the error code expected for this purchase."""
        with self.school.test_app.open_session() as db:
            if item is None or db.get_one(Student, student_id).classroom_id != item.classroom_id:
                return NOT_FOUND
            if not db.get_one(Classroom, item.classroom_id).store_open:
                return "store_closed"
            if price_difference:
                return "price_changed"
            if item.stock == 0:
                return "out_of_stock"
            bought = [
                each for each in self.school.all(Purchase) if (each.student_id, each.item_id) == (student_id, item.id)
            ]
            counted = [each for each in bought if each.status != "cancelled"]
            if item.per_student is not None and len(counted) >= item.per_student:
                return "item_limit_reached"
            return "not_enough_goalbucks" if balance_of(db, student_id).balance < item.goalbucks_cost else None

    def adjust_stock(self, item_id: str, by: int) -> None:
        """Adjust the expected stock of an item that exists and has a limit."""
        stock = self.school.stock.get(item_id)
        if stock is not None:
            self.school.stock[item_id] = stock + by

    @precondition(lambda self: self.school.seen_ids[Purchase])
    @rule(purchase=row_indexes, other_user=one_in_six, action=st.sampled_from(("fulfill", "unfulfill", "cancel")))
    def change_purchase(self, purchase: int, action: str, *, other_user: bool) -> None:
        if action == "fulfill":
            self.fulfill(purchase, other_user=other_user)
        elif action == "unfulfill":
            self.unfulfill(purchase, other_user=other_user)
        else:
            self.cancel(purchase, other_user=other_user)

    def fulfill(self, purchase: int, *, other_user: bool) -> None:
        purchase_id, row = self.school.find(Purchase, purchase)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user, archived_too=True)
        assert_outcome(
            self.school.call(client, "PATCH /api/purchases/{purchase_id}/fulfill", row_id=purchase_id),
            access_error,
            not_pending_error(row),
        )

    def unfulfill(self, purchase: int, *, other_user: bool) -> None:
        """Undo the fulfillment of a fulfilled purchase; of any one if there is none."""
        purchase_id, row = self.school.find_with_status(Purchase, purchase, "fulfilled")
        client, access_error = self.school.teacher_client_for(row, other_user=other_user, archived_too=True)
        response = self.school.call(client, "POST /api/purchases/{purchase_id}/unfulfill", row_id=purchase_id)
        assert_outcome(response, access_error, not_fulfilled_error(row))

    def cancel(self, purchase: int, *, other_user: bool) -> None:
        purchase_id, row = self.school.find(Purchase, purchase)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user, archived_too=True)
        response = self.school.call(client, "POST /api/purchases/{purchase_id}/cancel", row_id=purchase_id)
        if assert_outcome(response, access_error, not_pending_error(row)) and row is not None:
            self.adjust_stock(row.item_id, +1)

    @precondition(lambda self: self.school.seen_ids[Purchase])
    @rule(chosen=st.lists(row_indexes, min_size=1, max_size=3), other_user=one_in_six)
    def fulfill_many(self, chosen: list[int], *, other_user: bool) -> None:
        found = dict(self.school.find(Purchase, each) for each in chosen)
        purchases = sorted(filter(None, found.values()), key=lambda each: each.id)
        client, _ = self.school.teacher_client_for(next(iter(found.values())), other_user=other_user)
        access_error = self.school.first_class_error(client, found.values(), archived_too=True)
        response = self.school.call(client, "POST /api/purchases/fulfill", {"purchaseIds": list(found)})
        if assert_outcome(response, access_error, next(filter(None, map(not_pending_error, purchases)), None)):
            assert response.json() == {"count": len(found)}

    # ---- Awards and corrections

    @rule(students=st.lists(row_indexes, min_size=1, max_size=3), other_user=one_in_six, amount=amounts, twice=booleans)
    def award(self, students: list[int], *, other_user: bool, amount: int, twice: bool) -> None:
        ids, class_id, client, access_error = self.selection(students, other_user=other_user)
        body = {"studentIds": ids, "classroomId": class_id, "amount": amount, "reason": "Tidy desk"}
        before = self.balances()
        response = self.call_maybe_twice(client, "POST /api/goalbucks/award", body, twice=twice)
        if assert_outcome(response, access_error, status=201):
            assert response.json()["count"] == len(set(ids))
            before |= {each: before[each] + amount for each in set(ids)}
        assert self.balances() == before

    @rule(index=row_indexes, other_user=one_in_six)
    def reverse_award(self, index: int, *, other_user: bool) -> None:
        awards = [entry for entry in self.school.all(LedgerEntry) if entry.reason == "award"]
        if not awards:
            return
        chosen = awards[-1 - index % len(awards)]
        students = {each.id: each for each in self.school.all(Student)}
        holders = [students[each.student_id] for each in awards if each.source_id == chosen.source_id]
        present = self.school.without_archived(holders)
        client, _ = self.school.teacher_client_for(holders[0], other_user=other_user)
        reversed_ids = {each.source_id for each in self.school.all(LedgerEntry) if each.reason == "award_reversed"}
        present_ids = {each.id for each in present}
        standing = [
            each
            for each in awards
            if each.source_id == chosen.source_id and each.student_id in present_ids and each.id not in reversed_ids
        ]
        entries = [each for each in standing if each.id not in self.school.closed_entry_ids]
        before = self.balances()
        call = "POST /api/goalbucks/award/{assignment_id}/reverse"
        response = self.school.call(client, call, row_id=chosen.source_id)
        access_error = self.school.first_class_error(client, present)
        closed_error = None if entries else "term_closed"
        if assert_outcome(response, access_error, None if standing else "already_reversed", closed_error):
            assert response.json() == {"count": len(entries)}
            before |= {each.student_id: before[each.student_id] - each.amount for each in entries}
        assert self.balances() == before

    @rule(student=row_indexes, other_user=one_in_six, amount=st.integers(-30, 30).filter(bool), twice=booleans)
    def correct_balance(self, student: int, *, other_user: bool, amount: int, twice: bool) -> None:
        student_id, row = self.school.find(Student, student)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        before = self.balances()
        call, body = "POST /api/students/{student_id}/corrections", {"amount": amount, "reason": "Counted twice"}
        response = self.call_maybe_twice(client, call, body, row_id=student_id, twice=twice)
        if assert_outcome(response, access_error, status=201):
            before[student_id] += amount
            assert response.json()["balanceAfter"] == before[student_id]
        assert self.balances() == before


def not_pending_error(purchase: Purchase | None) -> str | None:
    """Return the error code for fulfilling or cancelling a purchase that isn't pending."""
    return None if purchase is None or purchase.status == "pending" else f"already_{purchase.status}"


def not_fulfilled_error(purchase: Purchase | None) -> str | None:
    """Return the error code for undoing a fulfillment that doesn't exist."""
    if purchase is None or purchase.status == "fulfilled":
        return None
    return "already_cancelled" if purchase.status == "cancelled" else "not_fulfilled"
