"""Validation of request bodies: limits of names, texts, amounts, dates, ids and passwords, field by field."""

from typing import Any

import pytest
from pydantic import ValidationError

from server.domain.accounts.schemas import LanguageRequest
from server.domain.class_goals.schemas import ClassGoalRequest
from server.domain.classrooms.schemas import ClassroomRequest
from server.domain.goal_pictures import GOAL_PICTURES
from server.domain.goalbucks.schemas import AwardRequest, CorrectionRequest
from server.domain.goals.schemas import BulkGoalRequest, GoalRequest, NewGoalRequest
from server.domain.groups.schemas import GroupRequest
from server.domain.pictures.models import PICTURES
from server.domain.series.schemas import SeriesRequest
from server.domain.store.schemas import CancelRequest, ItemRequest, NewItemRequest, PurchaseRequest, StoreRequest
from server.domain.students.schemas import NewClassroomRequest, NewStudentRequest, StudentRequest
from server.domain.submissions.schemas import BulkReviewRequest, ReviewRequest
from server.domain.suggestions.schemas import ApprovalRequest, SuggestionRequest
from server.schema import RequestModel
from server.texts.language import LANGUAGE_NAMES
from tests.factories.invalid_values import (
    INVALID_DATES,
    INVALID_GOALBUCKS,
    INVALID_IDS,
    INVALID_NAMES,
    NON_STRINGS,
    without_field,
)

Field = tuple[type[RequestModel], str]
GOAL = {"name": "Read", "goalbucks": 5}
STUDENT = {"firstName": "Noor", "lastName": "Ali", "username": "noor.a", "password": "pass"}
VALID: dict[type[RequestModel], dict[str, Any]] = {
    ApprovalRequest: {},
    AwardRequest: {"classroomId": "c", "studentIds": ["s"], "amount": 5, "reason": "Tidy"},
    BulkGoalRequest: {**GOAL, "studentIds": ["s"], "classroomId": "c"},
    BulkReviewRequest: {"status": "approved", "submissionIds": ["s"]},
    CancelRequest: {},
    ClassGoalRequest: {"name": "Movie afternoon", "goalbucks": 100},
    ClassroomRequest: {"name": "Math"},
    CorrectionRequest: {"amount": -5, "reason": "Counted twice"},
    GoalRequest: GOAL,
    GroupRequest: {"name": "Red readers", "studentIds": []},
    ItemRequest: {"name": "Pencil", "goalbucksCost": 5},
    LanguageRequest: {"language": "en"},
    NewClassroomRequest: {"classroomId": "c"},
    NewGoalRequest: {**GOAL, "studentId": "s", "classroomId": "c"},
    NewItemRequest: {"name": "Pencil", "goalbucksCost": 5, "classroomId": "c"},
    NewStudentRequest: {**STUDENT, "classroomId": "c"},
    PurchaseRequest: {"itemId": "i"},
    ReviewRequest: {"status": "denied", "comment": "Blurred"},
    SeriesRequest: {**GOAL, "weekdays": ["mon"], "until": "2030-01-31", "studentIds": None},
    StoreRequest: {"open": True},
    StudentRequest: STUDENT,
    SuggestionRequest: {"suggestedName": "Swim", "suggestedGoalbucks": 5},
}
NOT_REQUIRED: list[Field] = [(ReviewRequest, "comment"), (StudentRequest, "password")]
REQUIRED = [(model, field) for model, body in VALID.items() for field in body if (model, field) not in NOT_REQUIRED]
NAMES: list[Field] = [
    (ClassroomRequest, "name"),
    (GoalRequest, "name"),
    (ItemRequest, "name"),
    (StudentRequest, "firstName"),
    (StudentRequest, "lastName"),
    (StudentRequest, "username"),
    (SuggestionRequest, "suggestedName"),
]
SHORT_NAMES = [(ClassGoalRequest, "name", 80), (GroupRequest, "name", 40)]
OPTIONAL_NAMES: list[Field] = [(ClassroomRequest, "gradeLevel"), (ApprovalRequest, "name")]
AMOUNTS: list[Field] = [
    (GoalRequest, "goalbucks"),
    (ItemRequest, "goalbucksCost"),
    (SuggestionRequest, "suggestedGoalbucks"),
    (AwardRequest, "amount"),
    (ClassGoalRequest, "goalbucks"),
    (SeriesRequest, "goalbucks"),
]
LONG_TEXTS: list[Field] = [
    (ItemRequest, "description"),
    (SuggestionRequest, "description"),
    (ReviewRequest, "comment"),
    (CancelRequest, "reason"),
]
SHORT_TEXTS: list[Field] = [(GoalRequest, "details"), (SeriesRequest, "details")]
REQUIRED_TEXTS: list[Field] = [(CorrectionRequest, "reason"), (AwardRequest, "reason")]
DATES: list[Field] = [(GoalRequest, "dueDate"), (ApprovalRequest, "dueDate"), (ClassGoalRequest, "until")]
IDS: list[Field] = [
    (NewGoalRequest, "studentId"),
    (NewGoalRequest, "classroomId"),
    (BulkGoalRequest, "classroomId"),
    (NewStudentRequest, "classroomId"),
    (NewClassroomRequest, "classroomId"),
    (NewItemRequest, "classroomId"),
    (AwardRequest, "classroomId"),
    (PurchaseRequest, "itemId"),
]
ID_LISTS: list[Field] = [
    (BulkGoalRequest, "studentIds"),
    (AwardRequest, "studentIds"),
    (BulkReviewRequest, "submissionIds"),
]


def validated(model: type[RequestModel], field: str, value: object) -> Any:
    body = model.model_validate({**VALID[model], field: value})
    return body.model_dump(by_alias=True)[field]


def wrong_fields(model: type[RequestModel], body: dict[str, Any]) -> set[object]:
    with pytest.raises(ValidationError) as raised:
        model.model_validate(body)
    return {error["loc"][0] for error in raised.value.errors()}


def assert_refused(model: type[RequestModel], field: str, value: object) -> None:
    assert wrong_fields(model, {**VALID[model], field: value}) == {field}


@pytest.mark.spec("11.4")
@pytest.mark.parametrize("model", VALID)
def test_valid_bodies_are_accepted_and_unknown_fields_ignored(model: type[RequestModel]) -> None:
    assert model.model_validate({**VALID[model], "unknown": object()}) == model.model_validate(VALID[model])


@pytest.mark.spec("11.4", "11.10")
@pytest.mark.parametrize(("model", "field"), NAMES)
class TestNames:
    @pytest.mark.spec("5.1")
    @pytest.mark.parametrize("value", INVALID_NAMES)
    def test_an_invalid_name_is_refused(self, model: type[RequestModel], field: str, value: object) -> None:
        assert_refused(model, field, value)

    @pytest.mark.parametrize(
        ("typed", "stored"),
        [(" Zoë \n", "Zoë"), ("x" * 200, "x" * 200), ("😀", "😀"), ("👩\u200d🏫", "👩\u200d🏫")],
    )
    def test_a_name_is_trimmed_and_otherwise_unchanged(
        self, model: type[RequestModel], field: str, typed: str, stored: str
    ) -> None:
        assert validated(model, field, typed) == stored


@pytest.mark.spec("4.11", "25.2")
@pytest.mark.parametrize(("model", "field", "max_length"), SHORT_NAMES)
def test_a_short_name_has_a_maximum_length_in_any_script(
    model: type[RequestModel], field: str, max_length: int
) -> None:
    for name in ("a" * max_length, "\U0001f600" * max_length, "\u0642\u0631\u0627\u0621"):
        assert validated(model, field, name) == name
    for wrong in ("a" * (max_length + 1), " ", "Red\nreaders", "\u200b"):
        assert_refused(model, field, wrong)


@pytest.mark.spec("5.1", "10.1")
@pytest.mark.parametrize(("model", "field"), REQUIRED)
def test_a_required_field_is_named_when_it_is_missing(model: type[RequestModel], field: str) -> None:
    assert wrong_fields(model, without_field(VALID[model], field)) == {field}


@pytest.mark.parametrize(("model", "field"), OPTIONAL_NAMES)
class TestOptionalNames:
    @pytest.mark.spec("13.2")
    @pytest.mark.parametrize("blank", [None, "", " \t\n"])
    def test_a_blank_optional_name_becomes_none(self, model: type[RequestModel], field: str, blank: object) -> None:
        assert validated(model, field, blank) is None

    @pytest.mark.parametrize("value", [*NON_STRINGS, "x" * 201, "a\0b"])
    def test_an_invalid_optional_name_is_refused(self, model: type[RequestModel], field: str, value: object) -> None:
        assert_refused(model, field, value)


@pytest.mark.spec("6.4")
@pytest.mark.parametrize(("model", "field"), AMOUNTS)
class TestAmounts:
    @pytest.mark.parametrize("value", INVALID_GOALBUCKS)
    def test_an_amount_other_than_a_whole_number_from_1_to_a_million_is_refused(
        self, model: type[RequestModel], field: str, value: object
    ) -> None:
        assert_refused(model, field, value)

    @pytest.mark.spec("8.1", "9.5", "10.1")
    @pytest.mark.parametrize("value", [1, 1_000_000])
    def test_the_smallest_and_the_largest_amount_are_accepted(
        self, model: type[RequestModel], field: str, value: int
    ) -> None:
        assert validated(model, field, value) == value


@pytest.mark.parametrize(("model", "field"), LONG_TEXTS)
class TestLongTexts:
    @pytest.mark.parametrize("value", [*NON_STRINGS, "x" * 5001, "a\0b"])
    def test_an_invalid_text_or_one_over_5000_characters_is_refused(
        self, model: type[RequestModel], field: str, value: object
    ) -> None:
        assert_refused(model, field, value)

    @pytest.mark.spec("10.10", "11.10", "13.6")
    @pytest.mark.parametrize(
        ("typed", "stored"),
        [(None, None), (" \n", None), ("\u200b\n\u202e", None), (" a\nb ", "a\nb"), ("é" * 5000, "é" * 5000)],
    )
    def test_a_text_is_trimmed_and_a_blank_text_becomes_none(
        self, model: type[RequestModel], field: str, typed: str | None, stored: str | None
    ) -> None:
        assert validated(model, field, typed) == stored


@pytest.mark.spec("6.16")
@pytest.mark.parametrize(("model", "field"), SHORT_TEXTS)
@pytest.mark.parametrize(
    ("typed", "stored"),
    [(None, None), ("  ", None), (" A <b>photo</b>\n", "A <b>photo</b>"), ("x" * 500, "x" * 500)],
)
def test_details_are_trimmed_and_have_at_most_500_characters(
    model: type[RequestModel], field: str, typed: str | None, stored: str | None
) -> None:
    assert validated(model, field, typed) == stored
    assert_refused(model, field, "x" * 501)


@pytest.mark.spec("9.5", "9.7")
@pytest.mark.parametrize(("model", "field"), REQUIRED_TEXTS)
@pytest.mark.parametrize("value", [*NON_STRINGS, None, "", " \n", "x" * 5001, "a\0b", "\u200b"])
def test_a_reason_has_a_visible_character_and_up_to_5000(model: type[RequestModel], field: str, value: object) -> None:
    assert_refused(model, field, value)


@pytest.mark.parametrize(("model", "field"), DATES)
class TestDates:
    @pytest.mark.parametrize("value", INVALID_DATES)
    def test_an_invalid_date_is_refused(self, model: type[RequestModel], field: str, value: object) -> None:
        assert_refused(model, field, value)

    @pytest.mark.spec("6.5")
    @pytest.mark.parametrize("value", ["2024-02-29", "1999-12-31", "9999-12-31"])
    def test_past_and_far_dates_are_accepted(self, model: type[RequestModel], field: str, value: str) -> None:
        assert validated(model, field, value).isoformat() == value

    @pytest.mark.spec("13.4")
    @pytest.mark.parametrize("value", [None, ""])
    def test_an_empty_date_becomes_none(self, model: type[RequestModel], field: str, value: object) -> None:
        assert validated(model, field, value) is None


@pytest.mark.parametrize(("model", "field"), IDS)
@pytest.mark.parametrize("value", INVALID_IDS)
def test_an_invalid_id_is_refused(model: type[RequestModel], field: str, value: object) -> None:
    assert_refused(model, field, value)


@pytest.mark.parametrize("model", [PurchaseRequest, SuggestionRequest])
@pytest.mark.parametrize("value", [each for each in INVALID_IDS if each.id != "null"])
def test_an_optional_id_is_validated_too(model: type[RequestModel], value: object) -> None:
    assert_refused(model, "studentId", value)
    assert validated(model, "studentId", None) is None


@pytest.mark.parametrize("value", [1.5, 5.0, "5", True, [5], {}])
def test_the_price_shown_to_a_buyer_is_a_whole_number(value: object) -> None:
    assert_refused(PurchaseRequest, "goalbucksCost", value)


@pytest.mark.parametrize(("model", "field"), ID_LISTS)
@pytest.mark.parametrize("value", [None, "", "0", 5, True, {}, {"0": "x"}, [], [5], [None], ["x" * 65]])
def test_an_invalid_list_of_ids_is_refused(model: type[RequestModel], field: str, value: object) -> None:
    assert_refused(model, field, value)


@pytest.mark.spec("6.3")
@pytest.mark.parametrize(
    ("model", "field", "max_length"),
    [
        (BulkGoalRequest, "studentIds", 1000),
        (AwardRequest, "studentIds", 1000),
        (BulkReviewRequest, "submissionIds", 500),
    ],
)
def test_a_list_of_ids_has_a_maximum_length(model: type[RequestModel], field: str, max_length: int) -> None:
    assert len(validated(model, field, ["x"] * max_length)) == max_length
    assert_refused(model, field, ["x"] * (max_length + 1))


@pytest.mark.spec("9.7")
@pytest.mark.parametrize("value", [0, 1_000_001, -1_000_001, 1.5, "5", True, None])
def test_a_correction_is_a_whole_number_other_than_zero(value: object) -> None:
    assert_refused(CorrectionRequest, "amount", value)
    assert [validated(CorrectionRequest, "amount", each) for each in (-1_000_000, 1_000_000)] == [-1_000_000, 1_000_000]


@pytest.mark.spec("10.1")
@pytest.mark.parametrize("value", [-1, 1.5, 3.0, 1_000_001, True, "3", "", [3]])
def test_a_stock_is_a_whole_number_from_zero_to_a_million(value: object) -> None:
    assert_refused(ItemRequest, "stock", value)
    assert [validated(ItemRequest, "stock", each) for each in (0, 1_000_000, None)] == [0, 1_000_000, None]


@pytest.mark.spec("10.14")
def test_the_limit_of_an_item_is_from_1_to_99_in_a_known_time() -> None:
    for value in (0, 100, -1, 1.5, "2", True):
        assert_refused(ItemRequest, "perStudent", value)
    assert [validated(ItemRequest, "perStudent", each) for each in (1, 99, None)] == [1, 99, None]
    assert_refused(ItemRequest, "per", "month")


@pytest.mark.spec("10.15")
@pytest.mark.parametrize("value", [None, 1, "false"])
def test_a_store_is_open_or_not(value: object) -> None:
    assert_refused(StoreRequest, "open", value)


@pytest.mark.spec("20.1")
@pytest.mark.parametrize("model", [GoalRequest, ItemRequest, SeriesRequest])
def test_a_picture_is_one_of_those_that_the_form_offers_or_none(model: type[RequestModel]) -> None:
    for picture in (*GOAL_PICTURES, None):
        assert validated(model, "picture", picture) == picture
    for unknown in ("cat", "Book", "", 3, ["book"]):
        assert_refused(model, "picture", unknown)


@pytest.mark.spec("20.1")
def test_no_picture_of_goals_is_one_of_the_sign_in_pictures() -> None:
    assert not set(GOAL_PICTURES) & set(PICTURES)
    assert len(GOAL_PICTURES) == 24


@pytest.mark.spec("22.1")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("weekdays", []),
        ("weekdays", ["mon", "mon"]),
        ("weekdays", ["monday"]),
        ("until", None),
        ("until", "2026-02-30"),
        ("studentIds", ["s"] * 1001),
    ],
)
def test_an_invalid_field_of_a_series_is_refused(field: str, value: object) -> None:
    assert_refused(SeriesRequest, field, value)


@pytest.mark.spec("17.2")
def test_a_language_is_one_that_students_have() -> None:
    for language in LANGUAGE_NAMES:
        assert validated(LanguageRequest, "language", language) == language
    for unknown in ("fr", "ES", "", None, 1, ["es"]):
        assert_refused(LanguageRequest, "language", unknown)


@pytest.mark.spec("7.21")
@pytest.mark.parametrize("value", [each for each in INVALID_GOALBUCKS if each.id != "null"])
def test_what_an_approval_pays_is_an_amount(value: object) -> None:
    assert_refused(ReviewRequest, "goalbucks", value)


@pytest.mark.parametrize("value", ["pending", "Approved", " approved", "approve", "", None, 5, True])
def test_a_verdict_is_approved_or_denied(value: object) -> None:
    assert_refused(ReviewRequest, "status", value)


@pytest.mark.parametrize("value", [1, "true", None, []])
def test_allow_resubmission_is_a_boolean(value: object) -> None:
    assert_refused(ReviewRequest, "allowResubmission", value)


class TestStudentPasswords:
    @pytest.mark.spec("2.16")
    @pytest.mark.parametrize("value", [*NON_STRINGS, "abc", "x" * 129])
    def test_a_password_has_4_to_128_characters(self, value: object) -> None:
        for model in (StudentRequest, NewStudentRequest):
            assert_refused(model, "password", value)

    @pytest.mark.spec("2.16")
    @pytest.mark.parametrize("value", ["abcd", "    ", " a b ", "😀" * 128])
    def test_a_password_is_kept_as_typed(self, value: str) -> None:
        assert validated(NewStudentRequest, "password", value) == value

    @pytest.mark.parametrize("value", ["", None])
    def test_only_a_new_student_needs_a_password(self, value: object) -> None:
        assert_refused(NewStudentRequest, "password", value)
        assert validated(StudentRequest, "password", value) is None
