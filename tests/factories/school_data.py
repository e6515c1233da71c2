"""Rows and images of a school server and of a class computer, for comparisons after an import."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from moto.s3.models import s3_backends
from sqlalchemy import Engine, create_engine, select

from server.database.base import Base
from server.database.postgresql import open_unpooled_engine
from tests.factories.object_store import list_objects

RowsByTable = dict[str, dict[str, Mapping[str, Any]]]
"""Rows of each table by primary key."""


def read_rows(address: str, tables: set[str]) -> RowsByTable:
    """Read all rows of these tables from a database URL as Python values."""
    engine: Engine = create_engine(address) if address.startswith("sqlite") else open_unpooled_engine(address)
    try:
        with engine.connect() as connection:
            return {
                table.name: {
                    row[next(iter(table.primary_key.columns)).name]: dict(row)
                    for row in connection.execute(select(table)).mappings()
                }
                for table in Base.metadata.sorted_tables
                if table.name in tables
            }
    finally:
        engine.dispose()


def sqlite_url(folder: Path) -> str:
    """Return the URL of a data folder's SQLite database."""
    return f"sqlite+pysqlite:///{folder / 'goalbucks.db'}"


def object_digests(url: str) -> dict[str, str]:
    """Return the SHA-256 digest of each image below a URL such as `s3://bucket/prefix`, by file name."""
    bucket, (account,) = url.removeprefix("s3://").partition("/")[0], s3_backends.values()
    keys = account["aws"].buckets[bucket].keys
    pictures = (name for name in list_objects(url) if name.endswith(".jpg"))
    return {name.rpartition("/")[2]: hashlib.sha256(keys[name].value).hexdigest() for name in pictures}
