"""Rows that are made of columns by their position."""

import pytest

from server.database.columns import in_order
from server.domain.students.models import Student

NAMES = ("first_name", "last_name")


def test_the_columns_of_a_row_are_in_the_order_of_its_fields() -> None:
    columns = in_order(NAMES, first_name=Student.first_name, last_name=Student.last_name)
    assert columns == [Student.first_name, Student.last_name]


@pytest.mark.parametrize("fields", [("last_name", "first_name"), ("first_name",), (*NAMES, "username")])
def test_columns_that_are_not_the_fields_of_the_row_are_refused(fields: tuple[str, ...]) -> None:
    with pytest.raises(TypeError, match="aren't the fields"):
        in_order(fields, first_name=Student.first_name, last_name=Student.last_name)
