"""Validation of what is typed to sign in and to register, field by field."""

import pytest
from pydantic import ValidationError

from server.domain.auth.schemas import (
    LocalRegistrationRequest,
    StudentSignInRequest,
    SubstituteSignInRequest,
    TeacherSignInRequest,
)
from server.schema import RequestModel
from tests.factories.invalid_values import INVALID_NAMES, NON_STRINGS

ELENA = {"name": "Elena Rivera", "email": "elena@school.org", "password": "secret7"}


def assert_refused(model: type[RequestModel], body: dict[str, object], field: str) -> None:
    with pytest.raises(ValidationError) as raised:
        model.model_validate(body)
    assert {error["loc"][0] for error in raised.value.errors()} == {field}


class TestEmails:
    @pytest.mark.spec("2.7")
    @pytest.mark.parametrize(
        "email",
        [
            *NON_STRINGS,
            None,
            "",
            " ",
            "elena",
            "elena@",
            "@school.org",
            "elena@school",
            "a b@school.org",
            "e@school..org",
            "e@x\n.org",
            "Elena <elena@school.org>",
            pytest.param("e" * 10_000 + "@school.org", id="10,000 characters"),
        ],
    )
    def test_an_invalid_email_is_refused(self, email: object) -> None:
        assert_refused(LocalRegistrationRequest, ELENA | {"email": email}, "email")

    @pytest.mark.spec("2.8")
    @pytest.mark.parametrize(
        "email", ["e@school.local", "e@school.test", "e.r+goals@sub.school.example", "jürgen@schule.de"]
    )
    def test_an_email_is_validated_by_syntax_alone(self, email: str) -> None:
        assert LocalRegistrationRequest.model_validate(ELENA | {"email": email}).email == email


class TestNames:
    @pytest.mark.spec("2.7", "27.2")
    @pytest.mark.parametrize(
        "name", [*INVALID_NAMES, pytest.param("E", id="1 character"), pytest.param(" E ", id="1 left")]
    )
    def test_an_invalid_name_is_refused(self, name: object) -> None:
        assert_refused(LocalRegistrationRequest, ELENA | {"name": name}, "name")
        assert_refused(SubstituteSignInRequest, {"code": "ABCD EFGH", "name": name}, "name")

    @pytest.mark.spec("2.7")
    @pytest.mark.parametrize("name", ["Li", "x" * 200, "Zoë 😀", "李明"])
    def test_a_name_may_have_2_to_200_characters(self, name: str) -> None:
        assert LocalRegistrationRequest.model_validate(ELENA | {"name": name}).name == name


@pytest.mark.spec("2.7", "2.16")
@pytest.mark.parametrize(
    "password",
    [*NON_STRINGS, None, "", "12345", pytest.param("x" * 129, id="129"), pytest.param("x" * 10_000, id="10,000")],
)
def test_a_password_of_fewer_than_6_or_more_than_128_characters_is_refused(password: object) -> None:
    assert_refused(LocalRegistrationRequest, ELENA | {"password": password}, "password")


@pytest.mark.parametrize("value", [*NON_STRINGS, None, pytest.param("x" * 1001, id="1,001 characters")])
def test_a_credential_is_a_text_of_up_to_1000_characters(value: object) -> None:
    for field in ("username", "password"):
        assert_refused(TeacherSignInRequest, {field: value}, field)
    for field in ("username", "password", "class_code"):
        alias = "classCode" if field == "class_code" else field
        assert_refused(StudentSignInRequest, {alias: value}, alias)
    assert StudentSignInRequest(username="x" * 1000).username == "x" * 1000
