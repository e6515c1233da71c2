"""The user's resolutions of conflicts: merge a teacher into an account of the school, or skip one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from server.domain.teachers.service import email_key
from server.school.importing.accounts import TeacherAccount
from server.school.importing.errors import ImportRefusedError


@dataclass(frozen=True, slots=True)
class Merge:
    """The teacher's classes go to an account of the school."""

    account: str = ""
    """E-mail of the account; empty: the only one with the teacher's e-mail or identity provider account."""


@dataclass(frozen=True, slots=True)
class Skip:
    """The teacher and the teacher's classes aren't imported by this command."""


Resolution = Merge | Skip
Resolutions = Mapping[str, Resolution]
"""By the `email_key` of the teacher."""


def collect_resolutions(given: Iterable[tuple[str, Resolution]], teachers: Iterable[TeacherAccount]) -> Resolutions:
    """Check resolutions by e-mail: each is for a teacher of the folders, and no two different ones for the same."""
    known = {each.email_key for each in teachers}
    resolutions: dict[str, Resolution] = {}
    for email, resolution in given:
        if email_key(email) not in known:
            raise ImportRefusedError(f"No teacher of these folders has the e-mail {email}. Nothing was changed.")
        if resolutions.setdefault(email_key(email), resolution) != resolution:
            raise ImportRefusedError(
                f"There are two different options for {email}: use one of them. Nothing was changed."
            )
    return resolutions
