"""Make all apostrophes in the keys of usernames alike.

Of two students of a class whose usernames differ only in them, the one with the straight apostrophe, else the first,
gets the new key. The other keeps the old one and signs in with the apostrophe of the username, as before.
"""

from unicodedata import normalize

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

LOOKALIKES = "\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u2032\u2035\u00b4\u0060\ua78c\uff07\u05f3"
TO_STRAIGHT = str.maketrans(dict.fromkeys(LOOKALIKES, "'"))
students = sa.table("students", *map(sa.column, ("id", "classroom_id", "username", "username_key")))


def new_key(username: str) -> str:
    key = normalize("NFKC", normalize("NFKC", username.translate(TO_STRAIGHT)).strip().casefold())
    return key.translate(TO_STRAIGHT)


def upgrade() -> None:
    connection = op.get_bind()
    columns = (students.c.id, students.c.classroom_id, students.c.username, students.c.username_key)
    rows = connection.execute(sa.select(*columns).order_by(students.c.id)).all()
    taken = {(classroom_id, key) for _, classroom_id, _, key in rows}
    for student_id, classroom_id, username, old_key in rows:
        if username.translate(TO_STRAIGHT) == username and old_key.translate(TO_STRAIGHT) == old_key:
            continue
        key = new_key(username)
        if (classroom_id, key) in taken:
            continue
        taken.add((classroom_id, key))
        connection.execute(students.update().where(students.c.id == student_id).values(username_key=key))
