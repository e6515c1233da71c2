"""The store of a class, for its teacher and its students, and the purchases to hand out."""

import re

from playwright.sync_api import Page

from tests.e2e.gallery import Scene, click, fill, wait_for
from tests.e2e.page_mocks import mock_many_rows, raise_prices_at_purchase
from tests.e2e.print_scenes import keep_print_dialog_closed, show_as_printed
from tests.e2e.scene_states import choose, page_scenes, states

ITEMS = "/teacher/store?class={class_id}"
FULFILLMENT = f"{ITEMS}&tab=fulfillment"


def tick_purchases(page: Page) -> None:
    """Tick all purchases."""
    page.get_by_role("checkbox", name="Select all purchases").filter(visible=True).check()


STORE = (
    *states("store", "teacher", ITEMS, wait_for("Homework pass")),
    Scene("store-crowded", "teacher", ITEMS, (wait_for("Homework pass"),), before=mock_many_rows),
    Scene("store-empty", "teacher", "/teacher/store?class={empty_class_id}", (wait_for("No items yet"),)),
    Scene("store-no-classes", "new teacher", "/teacher/store", (wait_for("No classes yet"),)),
    *page_scenes(
        "teacher",
        ITEMS,
        wait_for("Homework pass"),
        add_item=(click("Add Item"),),
        add_item_problems=(click("Add Item"), fill("Cost in GoalBucks", "0"), click("Add Item")),
        edit_item=(click("Edit Homework pass"),),
        delete_item=(click("Delete Homework pass"),),
    ),
    *states("fulfillment", "teacher", FULFILLMENT, wait_for("Mark as Fulfilled"), wait_for("Recently Fulfilled")),
    Scene("fulfillment-crowded", "teacher", FULFILLMENT, (wait_for("Mark as Fulfilled"),), before=mock_many_rows),
    Scene(
        "fulfillment-ticked-crowded",
        "teacher",
        FULFILLMENT,
        (wait_for("Mark as Fulfilled"), tick_purchases),
        before=mock_many_rows,
    ),
    *page_scenes(
        "teacher",
        FULFILLMENT,
        wait_for("Mark as Fulfilled"),
        fulfillment_ticked=(tick_purchases, wait_for("Clear")),
        fulfillment_filtered=(choose("Student", re.compile("Hank")), wait_for("Show All")),
        pick_list=(keep_print_dialog_closed, click("Print Pick List"), show_as_printed),
    ),
    Scene(
        "fulfillment-empty",
        "teacher",
        "/teacher/store?class={empty_class_id}&tab=fulfillment",
        (wait_for("Nothing to hand out"),),
    ),
    Scene("cancel-purchase", "teacher", FULFILLMENT, (click(re.compile("^Cancel and refund: Sticker sheet")),)),
)
STUDENT_STORE = (
    *states("student-store", "student", "/student/store", wait_for("Homework pass"), wait_for("Fulfilled")),
    Scene("student-store-crowded", "student", "/student/store", (wait_for("Homework pass"),), before=mock_many_rows),
    Scene("student-store-empty", "new student", "/student/store", (wait_for("The store is empty"),)),
    Scene("purchase", "student", "/student/store", (click("Purchase"), wait_for("Balance after"))),
    Scene(
        "purchase-repriced",
        "student",
        "/student/store",
        (click("Purchase"), click("Confirm Purchase"), wait_for("Confirm New Price")),
        before=raise_prices_at_purchase,
    ),
)
