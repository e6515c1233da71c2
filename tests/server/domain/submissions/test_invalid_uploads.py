"""Refused uploads store nothing (specification 7.1, 7.4, 7.5)."""

import io
from typing import Any

import pytest
from httpx2 import Response

from server.domain.goals.models import Goal
from server.media import MAX_IMAGE_BYTES
from tests.factories.api_client import ApiClient, error
from tests.factories.classroom import PreparedClassroom
from tests.factories.images import build_png, photo_jpeg
from tests.factories.snapshots import assert_unchanged, list_image_files

CALL = "/api/submissions/upload"
PHOTO = photo_jpeg(300, 400, grain=False)
NOT_SUPPORTED = (415, "image_not_supported")
TOO_LARGE = (413, "image_too_large")


def upload_form(goal: Goal, **other: str) -> dict[str, str]:
    return {"goalId": goal.id, "studentId": goal.student_id, "classroomId": goal.classroom_id} | other


def post_raw(browser: ApiClient, body: bytes, content_type: str = "multipart/form-data; boundary=cut") -> Response:
    return browser.http.post(CALL, content=body, headers={"Content-Type": content_type})


class TestImages:
    @pytest.mark.spec("7.4")
    def test_file_that_is_not_an_image_is_415(self, classroom: PreparedClassroom, goal: Goal) -> None:
        files = {"image": ("proof.png", b"This is a text, whatever its name says.\n" * 50, "image/png")}
        with assert_unchanged(classroom.test_app):
            response = classroom.student_client.http.post(
                CALL, data=upload_form(goal, submissionText="Done"), files=files
            )
        assert error(response) == NOT_SUPPORTED
        assert response.json()["error"].endswith(".")
        assert list_image_files(classroom.test_app) == []

    @pytest.mark.spec("7.5")
    def test_image_with_too_many_pixels_is_413(self, classroom: PreparedClassroom, goal: Goal) -> None:
        with assert_unchanged(classroom.test_app):
            response = classroom.student_client.upload(goal, image=build_png(7746, 7746, 8, 0, bytes(1000)))
        assert error(response) == TOO_LARGE
        assert "60 megapixels" in response.json()["error"]

    @pytest.mark.spec("7.5")
    def test_image_over_25_mb_is_413(self, classroom: PreparedClassroom, goal: Goal) -> None:
        with assert_unchanged(classroom.test_app):
            response = classroom.student_client.upload(goal, image=PHOTO + bytes(MAX_IMAGE_BYTES + 1 - len(PHOTO)))
        assert error(response) == TOO_LARGE
        assert "25 MB" in response.json()["error"]

    def test_chunked_image_over_25_mb_is_413(self, read_only_classroom: PreparedClassroom) -> None:
        def pieces() -> Any:
            yield b'--cut\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'
            for _ in range(27):
                yield bytes(1024 * 1024)

        with assert_unchanged(read_only_classroom.test_app):
            response = read_only_classroom.student_client.http.post(
                CALL, content=pieces(), headers={"Content-Type": "multipart/form-data; boundary=cut"}
            )
        assert error(response) == TOO_LARGE

    @pytest.mark.spec("7.5")
    def test_image_of_25_mb_is_accepted(self, classroom: PreparedClassroom, goal: Goal) -> None:
        assert (
            classroom.student_client.upload(goal, image=PHOTO + bytes(MAX_IMAGE_BYTES - len(PHOTO))).status_code == 201
        )

    def test_student_may_upload_again_after_a_refusal(self, classroom: PreparedClassroom, goal: Goal) -> None:
        assert error(classroom.student_client.upload(goal, image=b"no picture")) == NOT_SUPPORTED
        assert classroom.student_client.upload(goal, image=PHOTO).status_code == 201


class TestForms:
    @pytest.mark.spec("7.1")
    @pytest.mark.parametrize("text", ["  \n\t", "\u200b\u202e\u3164"], ids=["blanks", "invisible"])
    def test_upload_without_image_and_visible_text_is_422(
        self, classroom: PreparedClassroom, goal: Goal, text: str
    ) -> None:
        with assert_unchanged(classroom.test_app):
            response = classroom.student_client.upload(goal, text=text)
        assert error(response) == (422, "submission_empty")
        assert response.json()["error"] == "Please add either an image or a text description."
        assert response.json()["fields"]

    @pytest.mark.parametrize("text", ["x" * 5001, "a\0b"], ids=["5,001", "zero"])
    def test_text_that_is_too_long_or_not_storable_is_422(
        self, classroom: PreparedClassroom, goal: Goal, text: str
    ) -> None:
        with assert_unchanged(classroom.test_app):
            response = classroom.student_client.upload(goal, image=PHOTO, text=text)
        assert error(response) == (422, "invalid")
        assert set(response.json()["fields"]) == {"submissionText"}

    @pytest.mark.parametrize("field", ["goalId", "studentId", "classroomId"])
    def test_missing_upload_id_field_is_named(self, classroom: PreparedClassroom, goal: Goal, field: str) -> None:
        fields = upload_form(goal, submissionText="Done")
        del fields[field]
        with assert_unchanged(classroom.test_app):
            response = classroom.student_client.http.post(CALL, data=fields, files={"image": ("a.jpg", PHOTO)})
        assert error(response) == (422, "invalid")
        assert response.json()["fields"] == {field: "is required"}

    def test_image_sent_as_a_text_field_is_422(self, classroom: PreparedClassroom, goal: Goal) -> None:
        fields = upload_form(goal, image="no file", submissionText="Done")
        with assert_unchanged(classroom.test_app):
            response = classroom.student_client.http.post(CALL, data=fields, files={"": ("", b"")})
        assert error(response) == (422, "invalid")
        assert set(response.json()["fields"]) == {"image"}

    def test_text_sent_as_a_file_is_422(self, classroom: PreparedClassroom, goal: Goal) -> None:
        with assert_unchanged(classroom.test_app):
            response = classroom.student_client.http.post(
                CALL, data=upload_form(goal), files={"submissionText": ("a.txt", b"Done")}
            )
        assert error(response) == (422, "invalid")
        assert set(response.json()["fields"]) == {"submissionText"}

    def test_upload_of_more_than_one_file_is_422(self, classroom: PreparedClassroom, goal: Goal) -> None:
        files = [("image", ("a.jpg", io.BytesIO(PHOTO))), ("image", ("b.jpg", io.BytesIO(PHOTO)))]
        with assert_unchanged(classroom.test_app):
            response = classroom.student_client.http.post(CALL, data=upload_form(goal), files=files)
        assert response.status_code == 422
        assert error(response)

    def test_text_that_is_not_utf_8_is_422(self, classroom: PreparedClassroom, goal: Goal) -> None:
        parts = [
            f'--cut\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in upload_form(goal).items()
        ]
        wrong = b'--cut\r\nContent-Disposition: form-data; name="submissionText"\r\n\r\nDone \xff\xfe\r\n--cut--\r\n'
        with assert_unchanged(classroom.test_app):
            response = post_raw(classroom.student_client, b"".join(parts) + wrong)
        assert response.status_code == 422
        assert error(response)

    @pytest.mark.parametrize("charset", ["punycode", "idna", "undefined", "latin-1", "utf-16"])
    def test_content_type_of_the_client_does_not_choose_the_decoder(
        self, read_only_classroom: PreparedClassroom, charset: str
    ) -> None:
        with assert_unchanged(read_only_classroom.test_app):
            response = post_raw(
                read_only_classroom.student_client,
                b"--cut--\r\n",
                f"multipart/form-data; boundary=cut; charset={charset}",
            )
        assert error(response) == (422, "invalid_form")

    def test_anonymous_upload_is_401_before_the_form_is_read(self, read_only_classroom: PreparedClassroom) -> None:
        response = post_raw(
            read_only_classroom.test_app.lan_client(), b"no form at all", "multipart/form-data; boundary=cut"
        )
        assert error(response) == (401, "not_signed_in")

    @pytest.mark.parametrize(
        ("body", "content_type"),
        [
            pytest.param(b"", "multipart/form-data; boundary=cut", id="empty"),
            pytest.param(b"no form at all", "multipart/form-data; boundary=cut", id="no form"),
            pytest.param(b"--cut\r\nno header", "multipart/form-data; boundary=cut", id="cut off"),
            pytest.param(
                b"--cut\r\n\r\n\r\n--cut--\r\n", "multipart/form-data; boundary=cut", id="a part with no name"
            ),
            pytest.param(b"--cut--", "multipart/form-data", id="no boundary"),
            pytest.param(b"{}", "application/json", id="JSON"),
            pytest.param(b"goalId=1", "application/x-www-form-urlencoded", id="another form"),
            pytest.param(b"\xff\xfe", "text/plain", id="no form's type"),
        ],
    )
    def test_body_that_is_not_a_form_is_422(
        self, read_only_classroom: PreparedClassroom, body: bytes, content_type: str
    ) -> None:
        with assert_unchanged(read_only_classroom.test_app):
            response = post_raw(read_only_classroom.student_client, body, content_type)
        assert response.status_code == 422
        assert error(response)
