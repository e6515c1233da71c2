"""Every screen in every state, with the steps that lead there."""

import re
from collections.abc import Iterator

from playwright.sync_api import FilePayload, Page

from tests.e2e.connect_scenes import CONNECTING
from tests.e2e.gallery import (
    Scene,
    Step,
    Viewer,
    all_failing,
    all_pending,
    celebrations_unseen,
    changes_failing,
    click,
    click_text,
    data_failing,
    data_pending,
    fill,
    from_other_device,
    many_rows,
    new_computer,
    other_servers_nearby,
    price_changed,
    server_unreachable,
    shows,
)
from tests.e2e.google_scenes import GOOGLE
from tests.e2e.page_actions import PASSWORD


def _photo_chosen(page: Page) -> None:
    """Choose the picture that was sent for another goal."""
    sent = page.locator("main img").first.get_attribute("src") or ""
    picture: FilePayload = {"name": "log.jpg", "mimeType": "image/jpeg", "buffer": page.request.get(sent).body()}
    page.get_by_role("dialog").locator("input[type=file]").first.set_input_files(picture)


def _scroll_down(page: Page) -> None:
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")


def _delete_class(page: Page) -> None:
    """Open the confirmation: by its button, or on a phone by the last entry of the class menu."""
    button = page.get_by_role("button", name="Delete Class").filter(visible=True)
    if not button.count():
        page.get_by_role("button", name="More for this class").click()
    button.or_(page.get_by_role("menuitem", name="Delete Class")).click()


def states(name: str, who: Viewer, path: str, *filled: Step) -> Iterator[Scene]:
    """A page with data, while loading, after an error and without a connection."""
    yield Scene(name, who, path, filled, page=True)
    of_classes = name in {"classes", "settings"}
    yield Scene(f"{name}-loading", who, path, before=all_pending if of_classes else data_pending)
    yield Scene(f"{name}-error", who, path, (shows("Try again"),), before=all_failing if of_classes else data_failing)
    yield Scene(f"{name}-offline", who, path, (*filled, server_unreachable))


def page_scenes(who: Viewer, path: str, *first: Step, **scenes: tuple[Step, ...]) -> Iterator[Scene]:
    """Scenes of one page: the keyword arguments' steps after the steps `first`."""
    for name, steps in scenes.items():
        yield Scene(name.replace("_", "-"), who, path, (*first, *steps))


CLASS, STUDENT = "/teacher/class/{class_id}", "/teacher/student/{student_id}/goals"
SUBMISSIONS, SUGGESTIONS = "/teacher/submissions", "/teacher/submissions?tab=suggestions"
ITEMS = "/teacher/store?class={class_id}"
FULFILLMENT = f"{ITEMS}&tab=fulfillment"
READING = "Read for 20 minutes every night"
OPEN_STUDENT_MENU, OPEN_GOAL_MENU = click("More for Amara Okafor"), click(f"Actions for {READING}")


def open_assignment_menu(page: Page) -> None:
    """Open the menu of a row that stands for several students."""
    several = page.get_by_role("button", name=re.compile("done: students of"))
    row = page.get_by_role("row").filter(has=several).first
    row.get_by_role("button", name=re.compile("^Actions for")).click()


LOGIN = (
    Scene("login", "visitor", "/", (shows("class computer"),), page=True),
    Scene("login-long-names", "visitor", "/", (shows("class computer"),), before=other_servers_nearby),
    Scene("login-new-computer", "visitor", "/", (shows("Nobody can sign in yet"),), before=new_computer),
    Scene("login-set-up", "visiting teacher", "/", (shows("Set Up This Computer"),), before=new_computer),
    Scene("login-teacher", "visiting teacher", "/", (click("Teacher Login"),)),
    Scene("login-teacher-elsewhere", "visitor", "/", (click("Teacher Login"), shows("Teachers sign in on"))),
    Scene("login-forgotten", "visiting teacher", "/", (click("Teacher Login"), click("Forgot your password?"))),
    Scene("login-create-account", "visiting teacher", "/", (click("Teacher Login"), click("Create Account"))),
    Scene("login-student", "visitor", "/", (click("Student Login"),)),
    Scene("login-student-scanned", "visitor", "/?class={class_code}", (shows("Student Login"),)),
    Scene(
        "login-student-nearby",
        "visitor",
        "/",
        (click("Student Login"), shows("Looking for another class?")),
        before=other_servers_nearby,
    ),
    Scene(
        "login-student-missing",
        "visitor",
        "/",
        (click("Student Login"), fill("Username", "amara.o"), click("Student Login")),
    ),
    Scene(
        "login-teacher-refused",
        "visiting teacher",
        "/",
        (
            click("Teacher Login"),
            fill("Email", "sam@school.local"),
            fill(re.compile("^Password"), "not this one"),
            click("Teacher Login"),
            shows("Incorrect e-mail or password."),
        ),
    ),
    Scene("not-found", "visitor", "/nowhere", page=True),
)
CLASSES = (
    Scene("no-classes", "new teacher", "/teacher"),
    Scene("no-classes-loading", "new teacher", "/teacher", before=all_pending),
    Scene("no-classes-error", "new teacher", "/teacher", (shows("Try again"),), before=all_failing),
    Scene("no-classes-offline", "new teacher", "/teacher", (shows("No classes yet"), server_unreachable)),
    *states("classes", "teacher", "/teacher/classes", shows("Science Club")),
    *states("class", "teacher", CLASS, shows("@amara.o")),
    Scene("class-crowded", "teacher", CLASS, (shows("@amara.o"),), before=many_rows),
    Scene("class-empty", "teacher", "/teacher/class/{empty_class_id}", (shows("No students in this class yet"),)),
    Scene("class-not-found", "teacher", "/teacher/class/0", (shows("Class not found"),)),
    Scene("teacher-menu", "teacher", CLASS, (click("Open menu"),), narrow=True),
    *page_scenes(
        "teacher",
        CLASS,
        shows("@amara.o"),
        class_menu=(click("More for this class"),),
        edit_class=(click("More for this class"), click("Edit Class", "menuitem")),
        new_class_code=(click("More for this class"), click("New Class Code", "menuitem")),
        bulk_goal=(click("Select Amara Okafor", "checkbox"), click("Bulk Add Goal")),
        bulk_goal_nobody=(click("Bulk Add Goal"),),
        award=(click("Select Amara Okafor", "checkbox"), click("Award GoalBucks")),
        manage_students=(click("Manage Students"),),
        manage_students_delete=(click("Manage Students"), click("Delete Amara Okafor")),
        student_menu=(OPEN_STUDENT_MENU,),
        move_student=(OPEN_STUDENT_MENU, click("Move to Another Class", "menuitem")),
        unlocked=(OPEN_STUDENT_MENU, click("Unlock Sign-In", "menuitem"), shows("Sign-in unlocked")),
        delete_student=(click("Delete Amara Okafor"),),
        delete_class=(_delete_class,),
    ),
    Scene(
        "manage-students-problems",
        "teacher",
        "/teacher/class/{empty_class_id}",
        (click("Add Students"), fill("First Name", "Nia"), click("Save Students")),
    ),
    Scene("create-class", "new teacher", "/teacher", (click("Create Your First Class"),)),
    Scene("create-class-missing", "new teacher", "/teacher", (click("Create Your First Class"), click("Create Class"))),
    Scene(
        "create-class-failed",
        "new teacher",
        "/teacher",
        (click("Create Your First Class"), fill("Class Name", "Math 101"), click("Create Class"), shows("Failed to")),
        before=changes_failing,
    ),
)
STUDENTS = (
    *states("students", "teacher", "/teacher/students", shows("@amara.o")),
    Scene("students-crowded", "teacher", "/teacher/students", (shows("@amara.o"),), before=many_rows),
    Scene("students-empty", "new teacher", "/teacher/students", (shows("Students will appear here"),)),
    *states("goals", "teacher", "/teacher/goals", shows(READING)),
    Scene("goals-completed", "teacher", "/teacher/goals", (click("Completed Goals", "tab"), shows("Spelling list 14"))),
    Scene("goals-crowded", "teacher", "/teacher/goals", (shows(READING),), before=many_rows),
    *page_scenes(
        "teacher",
        "/teacher/goals",
        goals_expanded=(click(re.compile("of .* done: students of")), shows("Not done yet")),
        goals_edit=(open_assignment_menu, click("Edit for everybody", "menuitem")),
        goals_delete=(open_assignment_menu, click("Delete for everybody", "menuitem")),
    ),
    Scene("goals-empty", "new teacher", "/teacher/goals", (shows("Goals will appear here"),)),
    *states("student-goals", "teacher", STUDENT, shows("Spelling list 14")),
    Scene("student-goals-crowded", "teacher", STUDENT, (shows("Spelling list 14"),), before=many_rows),
    Scene("student-goals-empty", "teacher", "/teacher/student/{new_student_id}/goals", (shows("No current goals"),)),
    Scene("student-not-found", "teacher", "/teacher/student/0/goals", (shows("Student not found"),)),
    *page_scenes(
        "teacher",
        STUDENT,
        shows("Spelling list 14"),
        student_history=(click("GoalBucks History", "tab"), shows("The whole class tidied up")),
        assign_goal=(click("Assign Goal"),),
        goal_menu=(OPEN_GOAL_MENU,),
        complete_goal=(OPEN_GOAL_MENU, click("Complete", "menuitem")),
        edit_goal=(OPEN_GOAL_MENU, click("Edit", "menuitem")),
        delete_goal=(OPEN_GOAL_MENU, click("Delete", "menuitem")),
        reopen_goal=(click("Reopen Spelling list 14"),),
        correct_balance=(click("Correct"), fill("Change in GoalBucks", "-10")),
    ),
)
REVIEWS = (
    *states("submissions", "teacher", SUBMISSIONS, shows("I read every night this week.")),
    Scene("submissions-crowded", "teacher", SUBMISSIONS, (shows("I read every night"),), before=many_rows),
    Scene("submissions-empty", "new teacher", SUBMISSIONS, (shows("You're all caught up"),)),
    *page_scenes(
        "teacher",
        SUBMISSIONS,
        shows("I read every night this week."),
        review_approve=(click("Approve"), shows("Confirm Approve")),
        review_deny=(click("Deny"), shows("Confirm Deny")),
        review_deny_no_comment=(click("Deny"), click("Confirm Deny"), shows("Comment required")),
        review_photo=(click("Enlarge the proof image"),),
        review_earlier_try=(click_text("1 earlier try"),),
        review_undo_list=(click_text("Recently reviewed"), shows("Approved"), _scroll_down),
        review_undo=(click_text("Recently reviewed"), click("Undo the review of Draw a map of our school")),
        review_several=(click("Select several"), click("Select all", "checkbox")),
        review_deny_several=(click("Select several"), click("Select all", "checkbox"), click(re.compile("^Deny"))),
    ),
    *states("suggestions", "teacher", SUGGESTIONS, shows("Learn to knit")),
    Scene("suggestions-crowded", "teacher", SUGGESTIONS, (shows("Learn to knit"),), before=many_rows),
    Scene("suggestions-empty", "new teacher", SUGGESTIONS, (shows("No suggestions waiting"),)),
    *page_scenes(
        "teacher",
        SUGGESTIONS,
        shows("Learn to knit"),
        suggestion_change=(click("Change first"),),
        suggestion_deny=(click("Deny"), shows("Confirm Deny")),
    ),
)
STORE = (
    *states("store", "teacher", ITEMS, shows("Homework pass")),
    Scene("store-crowded", "teacher", ITEMS, (shows("Homework pass"),), before=many_rows),
    Scene("store-empty", "teacher", "/teacher/store?class={empty_class_id}", (shows("No items yet"),)),
    Scene("store-no-classes", "new teacher", "/teacher/store", (shows("No classes yet"),)),
    *page_scenes(
        "teacher",
        ITEMS,
        shows("Homework pass"),
        add_item=(click("Add Item"),),
        add_item_problems=(click("Add Item"), fill("Cost in GoalBucks", "0"), click("Add Item")),
        edit_item=(click("Edit Homework pass"),),
        delete_item=(click("Delete Homework pass"),),
    ),
    *states("fulfillment", "teacher", FULFILLMENT, shows("Mark as Fulfilled"), shows("Recently Fulfilled")),
    Scene("fulfillment-crowded", "teacher", FULFILLMENT, (shows("Mark as Fulfilled"),), before=many_rows),
    Scene(
        "fulfillment-empty",
        "teacher",
        "/teacher/store?class={empty_class_id}&tab=fulfillment",
        (shows("Nothing to hand out"),),
    ),
    Scene("cancel-purchase", "teacher", FULFILLMENT, (click(re.compile("^Cancel and refund: Sticker sheet")),)),
)
SETTINGS = (
    *states("settings", "teacher", "/teacher/settings", shows("Science Club")),
    Scene(
        "settings-elsewhere",
        "teacher",
        "/teacher/settings",
        (shows("Always on here"), _scroll_down),
        before=from_other_device,
    ),
    Scene("settings-empty", "new teacher", "/teacher/settings", (shows("No classes yet"),)),
    *page_scenes(
        "teacher",
        "/teacher/settings",
        shows("Science Club"),
        settings_password_problems=(fill("Current password", PASSWORD), click("Change Password")),
        sign_out_everywhere=(click("Sign Out Everywhere"),),
        settings_this_computer=(shows("Data folder"), _scroll_down),
        settings_recovery_code=(
            click("Make a Code"),
            fill("Current password", PASSWORD),
            click("Make the Code"),
            shows("I have written it down"),
        ),
    ),
    Scene("activity", "teacher", "/teacher/activity", (shows("Today"),), page=True),
)
MY_GOALS = (
    *states("my-goals", "student", "/student", shows("Be a buddy at recess"), shows("Spelling list 14")),
    Scene("my-goals-crowded", "student", "/student", (shows("Spelling list 14"),), before=many_rows),
    Scene("my-goals-celebrating", "student", "/student", (shows("goals achieved!"),), before=celebrations_unseen),
    Scene("my-goals-empty", "new student", "/student", (shows("No current goals"),)),
    *page_scenes(
        "student",
        "/student",
        shows("Spelling list 14"),
        submit_goal=(click("Submit Goal"),),
        submit_goal_photo=(
            click("Submit Goal"),
            _photo_chosen,
            fill("Text description", "My grandma and I read together every evening."),
            shows("Change"),
        ),
        submit_goal_missing=(click("Submit Goal"), click("Submit Goal"), shows("Submission required")),
        submit_goal_unsaved=(click("Submit Goal"), fill("Text description", "I read it all"), click("Close")),
        withdraw=(click("Withdraw"),),
        suggest_goal=(click("Suggest a Goal"),),
        suggest_goal_missing=(click("Suggest a Goal"), click("Submit Suggestion"), shows("Missing information")),
        your_account=(click(re.compile("Your account")), shows("Change Password")),
    ),
    *states("history", "student", "/student/history", shows("The whole class tidied up")),
    Scene("history-crowded", "student", "/student/history", (shows("The whole class"),), before=many_rows),
    Scene("history-empty", "new student", "/student/history", (shows("No GoalBucks yet"),)),
)
STUDENT_STORE = (
    *states("student-store", "student", "/student/store", shows("Homework pass"), shows("Fulfilled")),
    Scene("student-store-crowded", "student", "/student/store", (shows("Homework pass"),), before=many_rows),
    Scene("student-store-empty", "new student", "/student/store", (shows("The store is empty"),)),
    Scene("purchase", "student", "/student/store", (click("Purchase"), shows("Balance after"))),
    Scene(
        "purchase-repriced",
        "student",
        "/student/store",
        (click("Purchase"), click("Confirm Purchase"), shows("Confirm New Price")),
        before=price_changed,
    ),
)
SCENES: tuple[Scene, ...] = (
    *LOGIN,
    *GOOGLE,
    *CLASSES,
    *STUDENTS,
    *REVIEWS,
    *STORE,
    *CONNECTING,
    *SETTINGS,
    *MY_GOALS,
    *STUDENT_STORE,
)
