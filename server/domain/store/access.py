"""Dependencies that load the store item or purchase of a path."""

from typing import Annotated

from fastapi import Depends

from server.domain.store.models import Purchase, StoreItem
from server.domain.store.queries import get_item
from server.domain.students.queries import get_visible_row
from server.security.gates import Db, TeacherActor


async def owned_item(item_id: str, actor: TeacherActor, db: Db) -> StoreItem:
    """Load a store item of one of the teacher's classes, or respond 404."""
    return get_item(db, actor, item_id)


async def owned_purchase(purchase_id: str, actor: TeacherActor, db: Db) -> Purchase:
    """Load a purchase in one of the teacher's classes, or respond 404."""
    return get_visible_row(db, actor, Purchase, purchase_id)


OwnedItem = Annotated[StoreItem, Depends(owned_item)]
OwnedPurchase = Annotated[Purchase, Depends(owned_purchase)]
