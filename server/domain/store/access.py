"""Loaders of the store item or purchase in a path."""

from typing import Annotated

from fastapi import Depends

from server.domain.store.models import Purchase, StoreItem
from server.domain.store.queries import get_item
from server.domain.students.queries import lock_visible_row
from server.requests.gates import Db, StaffActor, TeacherActor
from server.security.permissions import PermissionLoader


class _ItemLoader(PermissionLoader):
    async def __call__(self, item_id: str, actor: TeacherActor, db: Db) -> StoreItem:
        return get_item(db, actor, self.permission, item_id)


class _PurchaseLoader(PermissionLoader):
    async def __call__(self, purchase_id: str, actor: StaffActor, db: Db) -> Purchase:
        return lock_visible_row(db, actor, self.permission, Purchase, purchase_id)


ItemToManage = Annotated[StoreItem, Depends(_ItemLoader("manage"))]
PurchaseToFulfill = Annotated[Purchase, Depends(_PurchaseLoader("fulfill"))]
PurchaseToRefund = Annotated[Purchase, Depends(_PurchaseLoader("refund"))]
