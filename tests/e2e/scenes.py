"""Every screen in every state, with the steps that lead there."""

import re

from playwright.sync_api import FilePayload, Page

from tests.e2e.archive_scenes import ARCHIVING
from tests.e2e.class_goal_scenes import CLASS_GOALS
from tests.e2e.connect_scenes import CONNECTING
from tests.e2e.gallery import Scene, click, click_text, fill, wait_for
from tests.e2e.google_scenes import GOOGLE
from tests.e2e.group_scenes import GROUPS_AND_NAMES
from tests.e2e.help_scenes import HELP
from tests.e2e.import_scenes import IMPORTING
from tests.e2e.lock_and_away_scenes import LOCK_AND_AWAY
from tests.e2e.login_card_scenes import LOGIN_CARDS
from tests.e2e.member_scenes import CO_TEACHING
from tests.e2e.moving_scenes import MOVING_AND_COPYING
from tests.e2e.page_mocks import (
    clear_seen_celebrations,
    complete_one_meanwhile,
    disconnect_server,
    fail_awards,
    fail_calls,
    fail_changes,
    leave_calls_pending,
    lose_awards,
    mock_long_awards,
    mock_many_rows,
    mock_marking_done,
    mock_nearby_servers,
    mock_new_computer,
    mock_recent_awards,
    mock_remote_settings,
    mock_removed_photos,
)
from tests.e2e.part_credit_scenes import PART_CREDIT
from tests.e2e.picture_scenes import PICTURES
from tests.e2e.print_scenes import PRINTED_LISTS
from tests.e2e.progress_scenes import PROGRESS_AND_REPORTS
from tests.e2e.read_aloud_scenes import READ_ALOUD
from tests.e2e.review_scenes import REVIEWS
from tests.e2e.sample_class_scenes import SAMPLE_CLASS
from tests.e2e.saving_scenes import SAVING_AND_LIMITS
from tests.e2e.scene_states import choose, page_scenes, scroll_down, states
from tests.e2e.series_scenes import REPEATING_GOALS
from tests.e2e.store_scenes import STORE, STUDENT_STORE
from tests.e2e.substitute_scenes import SUBSTITUTES
from tests.e2e.term_scenes import TERM_ENDS
from tests.factories.passwords import PASSWORD


def _choose_photo(page: Page) -> None:
    """Choose the picture that was submitted for another goal."""
    sent = page.locator("main img").first.get_attribute("src") or ""
    picture: FilePayload = {"name": "log.jpg", "mimeType": "image/jpeg", "buffer": page.request.get(sent).body()}
    page.get_by_role("dialog").locator("input[type=file]").first.set_input_files(picture)


def _confirm_marking(page: Page) -> None:
    page.get_by_role("alertdialog").get_by_role("button", name=re.compile("^Mark Done for")).click()


def _delete_class(page: Page) -> None:
    """Open the confirmation: by its button, or on a phone by the last entry of the class menu."""
    button = page.get_by_role("button", name="Delete Class").filter(visible=True)
    if not button.count():
        page.get_by_role("button", name="More for this class").click()
    button.or_(page.get_by_role("menuitem", name="Delete Class")).click()


CLASS, STUDENT = "/teacher/class/{class_id}", "/teacher/student/{student_id}/goals"
READING = "Read for 20 minutes every night"
OPEN_STUDENT_MENU, OPEN_GOAL_MENU = click("More for Amara Okafor"), click(f"Actions for {READING}")


def open_assignment_menu(page: Page) -> None:
    """Open the menu of a row that stands for several students."""
    several = page.get_by_role("button", name=re.compile("done: students of"))
    row = page.get_by_role("row").filter(has=several).first
    row.get_by_role("button", name=re.compile("^Actions for")).click()


SELECT_AMARA = click("Select Amara Okafor", "checkbox")
GIVE_AGAIN = (wait_for("@amara.o"), SELECT_AMARA, click(re.compile("Helped a friend$")))
EXPAND_GOAL = click(re.compile("of .* done: students of"))
TICK_ALL, MARK_DONE = click("Who has done it?", "checkbox"), click(re.compile("^Mark Done for"))
LANGUAGE_BUTTON = "Language: English"
LOGIN = (
    Scene("login", "visitor", "/", (wait_for("class computer"),), page=True),
    Scene("login-long-names", "visitor", "/", (wait_for("class computer"),), before=mock_nearby_servers),
    Scene("login-new-computer", "visitor", "/", (wait_for("Nobody can sign in yet"),), before=mock_new_computer),
    Scene("login-set-up", "visiting teacher", "/", (wait_for("Set Up This Computer"),), before=mock_new_computer),
    Scene("login-teacher", "visiting teacher", "/", (click("Teacher Login"),)),
    Scene("login-language", "visitor", "/", (click(LANGUAGE_BUTTON), wait_for("Kreyòl ayisyen"))),
    Scene(
        "login-teacher-elsewhere",
        "visitor",
        "/",
        (click("Teacher Login"), wait_for("Teachers sign in on")),
        for_teachers=True,
    ),
    Scene("login-forgotten", "visiting teacher", "/", (click("Teacher Login"), click("Forgot your password?"))),
    Scene("login-create-account", "visiting teacher", "/", (click("Teacher Login"), click("Create Account"))),
    Scene("login-student", "visitor", "/", (click("Student Login"),)),
    Scene("login-student-scanned", "visitor", "/?class={class_code}", (wait_for("Student Login"),)),
    Scene(
        "login-student-nearby",
        "visitor",
        "/",
        (click("Student Login"), wait_for("Looking for another class?")),
        before=mock_nearby_servers,
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
            wait_for("Incorrect e-mail or password."),
        ),
    ),
    Scene("not-found", "visitor", "/nowhere", page=True),
)
CLASSES = (
    Scene("no-classes", "new teacher", "/teacher"),
    Scene("no-classes-loading", "new teacher", "/teacher", before=leave_calls_pending),
    Scene("no-classes-error", "new teacher", "/teacher", (wait_for("Try again"),), before=fail_calls),
    Scene("no-classes-offline", "new teacher", "/teacher", (wait_for("No classes yet"), disconnect_server)),
    *states("classes", "teacher", "/teacher/classes", wait_for("Science Club")),
    *states("class", "teacher", CLASS, wait_for("@amara.o")),
    Scene("class-crowded", "teacher", CLASS, (wait_for("@amara.o"),), before=mock_many_rows),
    Scene("class-empty", "teacher", "/teacher/class/{empty_class_id}", (wait_for("No students in this class yet"),)),
    Scene("class-not-found", "teacher", "/teacher/class/0", (wait_for("Class not found"),)),
    Scene("teacher-menu", "teacher", CLASS, (click("Open menu"),), narrow=True),
    *page_scenes(
        "teacher",
        CLASS,
        wait_for("@amara.o"),
        class_menu=(click("More for this class"),),
        edit_class=(click("More for this class"), click("Edit Class", "menuitem")),
        new_class_code=(click("More for this class"), click("New Class Code", "menuitem")),
        class_selected=(click("Select Amara Okafor", "checkbox"), wait_for("Clear")),
        bulk_goal=(click("Select Amara Okafor", "checkbox"), click("Bulk Add Goal")),
        bulk_goal_nobody=(click("Bulk Add Goal"),),
        award=(click("Select Amara Okafor", "checkbox"), click("Award GoalBucks")),
        manage_students=(click("Manage Students"),),
        manage_students_delete=(click("Manage Students"), click("Delete Amara Okafor")),
        student_menu=(OPEN_STUDENT_MENU,),
        set_password=(OPEN_STUDENT_MENU, click("Set Password", "menuitem"), wait_for("New password")),
        move_student=(OPEN_STUDENT_MENU, click("Move to Another Class", "menuitem")),
        unlocked=(OPEN_STUDENT_MENU, click("Unlock Sign-In", "menuitem"), wait_for("Sign-in unlocked")),
        delete_student=(click("Delete Amara Okafor"),),
        delete_class=(_delete_class,),
    ),
    Scene("quick-awards", "teacher", CLASS, (wait_for("@amara.o"), SELECT_AMARA), before=mock_recent_awards),
    Scene("quick-awards-long", "teacher", CLASS, (wait_for("@amara.o"), SELECT_AMARA), before=mock_long_awards),
    Scene("quick-awards-sent", "teacher", CLASS, (*GIVE_AGAIN, wait_for("Undo")), before=mock_recent_awards),
    Scene("quick-awards-failed", "teacher", CLASS, (*GIVE_AGAIN, wait_for("Failed to")), before=fail_awards),
    Scene("quick-awards-lost", "teacher", CLASS, (*GIVE_AGAIN, wait_for("nobody knows yet")), before=lose_awards),
    Scene(
        "manage-students-problems",
        "teacher",
        "/teacher/class/{empty_class_id}",
        (click("Manage Students"), fill("First Name", "Nia"), click("Save Students")),
    ),
    Scene("create-class", "new teacher", "/teacher", (click("Create Your First Class"),)),
    Scene("create-class-missing", "new teacher", "/teacher", (click("Create Your First Class"), click("Create Class"))),
    Scene(
        "create-class-failed",
        "new teacher",
        "/teacher",
        (
            click("Create Your First Class"),
            fill("Class Name", "Math 101"),
            click("Create Class"),
            wait_for("Failed to"),
        ),
        before=fail_changes,
    ),
)
STUDENTS = (
    *states("students", "teacher", "/teacher/students", wait_for("@amara.o")),
    Scene("students-crowded", "teacher", "/teacher/students", (wait_for("@amara.o"),), before=mock_many_rows),
    Scene("students-empty", "new teacher", "/teacher/students", (wait_for("Students will appear here"),)),
    *states("goals", "teacher", "/teacher/goals", wait_for(READING)),
    Scene(
        "goals-completed", "teacher", "/teacher/goals", (click("Completed Goals", "tab"), wait_for("Spelling list 14"))
    ),
    Scene("goals-crowded", "teacher", "/teacher/goals", (wait_for(READING),), before=mock_many_rows),
    *page_scenes(
        "teacher",
        "/teacher/goals",
        goals_filtered=(choose("Goal", re.compile("^Draw")), wait_for("Show All")),
        goals_expanded=(EXPAND_GOAL, wait_for("Who has done it?")),
        goals_ticked=(EXPAND_GOAL, TICK_ALL, wait_for("is approved too")),
        goals_mark_done=(EXPAND_GOAL, TICK_ALL, MARK_DONE, wait_for("This completes")),
        goals_edit=(open_assignment_menu, click("Edit for everybody", "menuitem")),
        goals_delete=(open_assignment_menu, click("Delete for everybody", "menuitem")),
    ),
    Scene(
        "goals-ticked-crowded",
        "teacher",
        "/teacher/goals",
        (EXPAND_GOAL, TICK_ALL, wait_for("selected")),
        before=mock_many_rows,
    ),
    Scene(
        "goals-marked-done",
        "teacher",
        "/teacher/goals",
        (EXPAND_GOAL, TICK_ALL, MARK_DONE, _confirm_marking, wait_for("Goals completed")),
        before=mock_marking_done,
    ),
    Scene(
        "goals-changed-meanwhile",
        "teacher",
        "/teacher/goals",
        (EXPAND_GOAL, TICK_ALL, MARK_DONE, _confirm_marking, wait_for("No longer ticked")),
        before=complete_one_meanwhile,
    ),
    Scene("goals-empty", "new teacher", "/teacher/goals", (wait_for("Goals will appear here"),)),
    *states("student-goals", "teacher", STUDENT, wait_for("Spelling list 14")),
    Scene("student-goals-crowded", "teacher", STUDENT, (wait_for("Spelling list 14"),), before=mock_many_rows),
    Scene("student-goals-empty", "teacher", "/teacher/student/{new_student_id}/goals", (wait_for("No current goals"),)),
    Scene("student-not-found", "teacher", "/teacher/student/0/goals", (wait_for("Student not found"),)),
    *page_scenes(
        "teacher",
        STUDENT,
        wait_for("Spelling list 14"),
        student_history=(click("GoalBucks History", "tab"), wait_for("The whole class tidied up")),
        assign_goal=(click("Assign Goal"),),
        goal_menu=(OPEN_GOAL_MENU,),
        complete_goal=(OPEN_GOAL_MENU, click("Complete", "menuitem")),
        edit_goal=(OPEN_GOAL_MENU, click("Edit", "menuitem")),
        delete_goal=(OPEN_GOAL_MENU, click("Delete", "menuitem")),
        reopen_goal=(click("Reopen Spelling list 14"),),
        correct_balance=(click("Correct"), fill("Change in GoalBucks", "-10")),
    ),
)
WORK, WATERED = "/teacher/student/{student_id}/work", "Water the class plants"
RECORDS = (
    *states("student-work", "teacher", WORK, wait_for("The big one has a new leaf.")),
    Scene("student-work-crowded", "teacher", WORK, (wait_for("The big one"),), before=mock_many_rows),
    Scene("student-work-empty", "teacher", "/teacher/student/{new_student_id}/work", (wait_for("No work yet"),)),
    Scene("student-work-removed", "teacher", WORK, (wait_for("Photo removed"),), before=mock_removed_photos),
    *page_scenes("teacher", WORK, student_work_photo=(click(f"Enlarge the photo of {WATERED}"),)),
    *page_scenes(
        "teacher",
        STUDENT,
        wait_for("Spelling list 14"),
        goal_record=(click(WATERED), wait_for("Second try")),
        goal_record_photo=(click(WATERED), click(f"Enlarge the photo of {WATERED}")),
        goal_record_denied=(click("Write down every plant"), wait_for("First try")),
        goal_record_pending=(click(READING), wait_for("Review It")),
        goal_record_empty=(click("Spelling list 14"), wait_for("you marked it done")),
    ),
    Scene("goal-record-removed", "teacher", STUDENT, (click(WATERED), wait_for("Photo removed")), mock_removed_photos),
    *states("my-work", "student", "/student/work", wait_for("The big one has a new leaf.")),
    Scene("my-work-crowded", "student", "/student/work", (wait_for("The big one"),), before=mock_many_rows),
    Scene("my-work-empty", "new student", "/student/work", (wait_for("No work yet"),)),
    Scene("my-goal-record", "student", "/student", (click_text("What you sent"), wait_for("First try"))),
)
SETTINGS = (
    *states(
        "settings",
        "teacher",
        "/teacher/settings",
        wait_for("Science Club"),
        wait_for("Data folder"),
        wait_for("Restore From a File..."),
    ),
    Scene(
        "settings-elsewhere",
        "teacher",
        "/teacher/settings",
        (wait_for("Always on here"), scroll_down),
        before=mock_remote_settings,
    ),
    Scene("settings-empty", "new teacher", "/teacher/settings", (wait_for("No classes yet"),)),
    *page_scenes(
        "teacher",
        "/teacher/settings",
        wait_for("Science Club"),
        settings_password_problems=(fill("Current password", PASSWORD), click("Change Password")),
        sign_out_everywhere=(click("Sign Out Everywhere"),),
        settings_this_computer=(wait_for("Data folder"), scroll_down),
        settings_recovery_code=(
            click(re.compile("^Make a (New )?Code$")),
            fill("Current password", PASSWORD),
            click("Make the Code"),
            wait_for("I have written it down"),
        ),
    ),
    Scene("activity", "teacher", "/teacher/activity", (wait_for("Today"),), page=True),
)
MY_GOALS = (
    *states("my-goals", "student", "/student", wait_for("Be a buddy at recess"), wait_for("Spelling list 14")),
    Scene("my-goals-crowded", "student", "/student", (wait_for("Spelling list 14"),), before=mock_many_rows),
    Scene(
        "my-goals-celebrating", "student", "/student", (wait_for("goals achieved!"),), before=clear_seen_celebrations
    ),
    Scene("my-goals-empty", "new student", "/student", (wait_for("No current goals"),)),
    *page_scenes(
        "student",
        "/student",
        wait_for("Spelling list 14"),
        submit_goal=(click("Submit Goal"),),
        submit_goal_photo=(
            click("Submit Goal"),
            _choose_photo,
            fill("Text description", "My grandma and I read together every evening."),
            wait_for("Change"),
        ),
        submit_goal_missing=(
            click("Submit Goal"),
            wait_for("Text description"),
            click("Submit Goal"),
            wait_for("Submission required"),
        ),
        submit_goal_unsaved=(click("Submit Goal"), fill("Text description", "I read it all"), click("Close")),
        withdraw=(click("Take it back"),),
        suggest_goal=(click("Suggest a Goal"),),
        suggest_goal_missing=(click("Suggest a Goal"), click("Submit Suggestion"), wait_for("Missing information")),
        your_account=(click(re.compile("Your account")), wait_for("Change Password")),
    ),
    *states("history", "student", "/student/history", wait_for("The whole class tidied up")),
    Scene("history-crowded", "student", "/student/history", (wait_for("The whole class"),), before=mock_many_rows),
    Scene("history-empty", "new student", "/student/history", (wait_for("No GoalBucks yet"),)),
)
SCENES: tuple[Scene, ...] = (
    *LOGIN,
    *GOOGLE,
    *LOGIN_CARDS,
    *PICTURES,
    *READ_ALOUD,
    *CLASSES,
    *LOCK_AND_AWAY,
    *SAMPLE_CLASS,
    *PART_CREDIT,
    *GROUPS_AND_NAMES,
    *MOVING_AND_COPYING,
    *IMPORTING,
    *STUDENTS,
    *PRINTED_LISTS,
    *RECORDS,
    *REPEATING_GOALS,
    *ARCHIVING,
    *PROGRESS_AND_REPORTS,
    *TERM_ENDS,
    *CLASS_GOALS,
    *SUBSTITUTES,
    *CO_TEACHING,
    *REVIEWS,
    *STORE,
    *CONNECTING,
    *SETTINGS,
    *HELP,
    *MY_GOALS,
    *STUDENT_STORE,
    *SAVING_AND_LIMITS,
)
