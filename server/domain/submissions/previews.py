"""Small images of a portfolio, made for one response (docs/decisions/0085-previews-of-a-portfolio.md)."""

import asyncio
from base64 import b64encode
from collections.abc import Mapping, Sequence

from server.domain.submissions.queries import PortfolioRow
from server.domain.submissions.schemas import PortfolioItem
from server.media import ImageMissingError, ImageStorageError, MediaStore
from server.requests.dependencies import CoreServices


async def with_previews(services: CoreServices, rows: Sequence[PortfolioRow]) -> Sequence[PortfolioItem]:
    """Return the items of the rows with the previews of their photos."""
    keys = [row.image_key for row in rows if row.image_key is not None]
    if keys:
        thumbnails = await asyncio.to_thread(_read_thumbnails, services.media, keys)
        previews = await services.image_pool.shrink(list(thumbnails.values()))
        preview_by_key = dict(zip(thumbnails, previews, strict=True))
        for item, key in rows:
            if key is not None and (preview := preview_by_key.get(key)):
                item.preview = b64encode(preview).decode()
    return [row.item for row in rows]


def _read_thumbnails(media: MediaStore, keys: Sequence[str]) -> Mapping[str, bytes]:
    """Return the thumbnails that can be read, by key: the texts are listed without them, too."""
    thumbnails = {}
    for key in keys:
        try:
            thumbnails[key] = media.read(key, "thumb")
        except ImageMissingError:
            continue
        except ImageStorageError:
            break  # the next one would wait for the same store
    return thumbnails
