"""What a role in a class permits, and the loaders, which name the permission that they need.

Reasons: docs/decisions/0079-roles-and-permissions.md.
"""

from collections.abc import Mapping
from typing import Literal, get_args

Permission = Literal["view", "review", "fulfill", "manage", "refund", "administer", "remove"]
"""What one may do in a class:

- view it and everything in it, which every role permits;
- review: decide what students wait for, and undo that: proof, awards, locked sign-ins;
- fulfill: hand over purchases, and undo that;
- manage what is in it: students, goals, suggestions, the store, balances, cards, pictures, the class code; read its
  progress and its reports;
- refund: cancel purchases;
- administer it: move and export its students, begin a new term, choose who else works in it, which is also up to them;
- remove: archive it, bring it back, delete it; delete and erase its students.
"""
IN_ARCHIVED_CLASSES: frozenset[Permission] = frozenset({"view", "fulfill", "refund", "remove"})
"""The permissions to change what is in an archived class; with the others it can only be read."""
ClassRole = Literal["owner", "co-teacher", "substitute"]
_ALL: frozenset[Permission] = frozenset(get_args(Permission))
PERMISSIONS: Mapping[ClassRole, frozenset[Permission]] = {
    "owner": _ALL,
    "co-teacher": _ALL - {"administer", "remove"},
    "substitute": frozenset({"view", "review", "fulfill"}),
}


class PermissionLoader:
    """A dependency that loads what an id of the path names, if the actor has this permission in its class.

    Subclasses have the parameter of the path in `__call__`. They raise 404 for an actor without a role in the class,
    and 403 for one whose role doesn't have the permission. In a writing transaction they raise 409 for an archived
    class, except with a permission of `IN_ARCHIVED_CLASSES`.
    """

    def __init__(self, permission: Permission) -> None:
        self.permission = permission


class ViewLoader(PermissionLoader):
    """A loader for the permission that every role has, so that it doesn't look up the role."""

    def __init__(self) -> None:
        super().__init__("view")


class OwnLoader:
    """A dependency that loads what the actor needs no role in a class for: the own account and rows, or backups."""


Loader = PermissionLoader | OwnLoader
"""Every id of a path is taken by one of these."""
