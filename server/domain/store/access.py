"""Dependencies that load the store item or purchase of a path."""

from typing import Annotated

from fastapi import Depends

from server.domain.store.models import Purchase, StoreItem
from server.domain.store.queries import own_item, own_purchase
from server.security.gates import Db, TeacherActor


async def load_item(item_id: str, actor: TeacherActor, db: Db) -> StoreItem:
    """Load a store item of one of the teacher's classes, or respond 404."""
    return own_item(db, actor, item_id)


async def load_purchase(purchase_id: str, actor: TeacherActor, db: Db) -> Purchase:
    """Load a purchase in one of the teacher's classes, or respond 404."""
    return own_purchase(db, actor, purchase_id)


OwnItem = Annotated[StoreItem, Depends(load_item)]
OwnPurchase = Annotated[Purchase, Depends(load_purchase)]
