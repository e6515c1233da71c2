"""Copying the items of another class's store."""

import dataclasses
from dataclasses import astuple

import pytest

from server.domain.store import queries, service
from server.domain.store.models import ItemFields
from tests.unit.row_builder import RowBuilder


class TestCopying:
    @pytest.mark.spec("10.13")
    def test_items_come_with_all_fields_and_stay_in_the_other_class(self, rows: RowBuilder) -> None:
        fields = ItemFields("Lunch with me", "On a Friday", 40, 3, "gift", 2, "week")
        service.add_item(rows.db, rows.classroom, fields)
        to = rows.add_classroom()
        before = queries.items_of_class(rows.db, rows.classroom.id)
        assert service.copy_items(rows.db, rows.classroom, to) == 1
        (copy,) = queries.items_of_class(rows.db, to.id)
        assert tuple(getattr(copy, field.name) for field in dataclasses.fields(fields)) == astuple(fields)
        assert copy.id != before[0].id
        assert queries.items_of_class(rows.db, rows.classroom.id) == before

    @pytest.mark.spec("10.13")
    def test_items_whose_name_is_there_already_are_left_out(self, rows: RowBuilder) -> None:
        to = rows.add_classroom()
        for name in ("Pencil", "Sticker", "STICKER"):
            rows.add_item(name)
        service.add_item(rows.db, to, ItemFields("PENCIL", None, 9, None))
        assert service.copy_items(rows.db, rows.classroom, to) == 2
        assert service.copy_items(rows.db, rows.classroom, to) == 0
        names = [(item.name, item.goalbucks_cost) for item in queries.items_of_class(rows.db, to.id)]
        assert sorted(names) == [("PENCIL", 9), ("STICKER", 5), ("Sticker", 5)]
