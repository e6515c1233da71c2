"""Why a data folder's database file can't be read: the same sentences for every command."""

import os

from launcher.startup import data_dir
from server.data_protection.backups.errors import DatabaseMissingError
from server.data_protection.backups.service import Backups
from server.data_protection.backups.snapshot import with_company
from server.data_protection.backups.startup_check import has_traces_of_a_class, is_blank, newest_aside, refusal_for
from server.settings import Settings

MISSING = "The database is missing, though photos or backups are there."
SET_ASIDE = "The database is damaged and was set aside in {folder}."
UNREADABLE = "{path} can't be read by this account."
WHAT_TO_DO = "Start GoalBucks: it offers the newest backup."


def missing(settings: Settings) -> str:
    """Say that there is no database where there was one; empty when one is there, or never was."""
    if not is_blank(settings.database_path):
        return ""
    aside = newest_aside(settings.data_dir)
    if aside is not None and not isinstance(refusal_for(aside), DatabaseMissingError):
        return SET_ASIDE.format(folder=aside)
    return MISSING if has_traces_of_a_class(Backups(settings, owner="command")) else ""


def unreadable(settings: Settings) -> str:
    """Say what of the database this account has no right to read; empty when it may read all of it."""
    try:
        for path in with_company(settings.database_path):
            if not os.access(path, os.R_OK):
                return UNREADABLE.format(path=path)
    except PermissionError:
        return str(data_dir.not_readable(settings.data_dir))
    return ""
