"""The query parameters of paginated lists."""

from typing import Annotated

from fastapi import Depends, Query

from server.database.paging import MAX_LIMIT, PageRequest


async def list_page(
    status: Annotated[str | None, Query(max_length=20)] = None,
    limit: Annotated[int | None, Query(ge=1, le=MAX_LIMIT)] = None,
    before: Annotated[str | None, Query(max_length=64)] = None,
) -> PageRequest:
    """Read `?status=&limit=&before=`. A status that no row has gives an empty list."""
    return PageRequest(status, limit, before)


ListPage = Annotated[PageRequest, Depends(list_page)]
