"""Sentences of the warnings."""

from server.errors import DATABASE_DAMAGED_SENTENCE
from server.texts.translatable import Param, Sentence

_CLOCK_ADVICE = "If date or time are wrong now, please set them right in this computer's settings. Nothing is lost."
_CLOCK_WAS_SET = "This computer's clock was set {direction, select, ahead {ahead} other {back}} by about"
_DISK_ADVICE = "Please delete or move some large files."
_BACKUP_ADVICE = "Please open Settings on the {host} and back up now."
_SYNCED_ADVICE = (
    "A second computer, or a file that is synced half way, can damage it. "
    "Please close GoalBucks and move the folder to a place that is not synced."
)
_PHOTOS_MISSING = (
    "The files of {count, plural, one {# photo that a student sent} other {# photos that students sent}} are missing "
    "on the {host}."
)

WARNING_SENTENCES = {
    "warning.database_damaged": DATABASE_DAMAGED_SENTENCE,
    "warning.database_inconsistent": (
        "Some of the class's data does not fit together, such as a balance and the GoalBucks in it. GoalBucks "
        "goes on. Please tell whoever helps with the {host}: the command goalbucks check says more."
    ),
    "warning.disk_full": f"The disk of the {{host}} is full: nothing more can be saved. {_DISK_ADVICE}",
    "warning.disk_low": (
        "The disk of the {host} has less than {megabytes} MB left. When it is full, nothing more can be saved. "
        f"{_DISK_ADVICE}"
    ),
    "warning.clock_too_early": f"This computer's clock says {{now, date, long}}. {_CLOCK_ADVICE}",
    "warning.clock_before_data": (
        "This computer's clock says {now, date, long}, {now, time, short}, but something was saved here on "
        f"{{saved, date, long}}, {{saved, time, short}}. One of the two is wrong. {_CLOCK_ADVICE}"
    ),
    "warning.clock_set_by_days": (
        f"{_CLOCK_WAS_SET} {{count, plural, one {{# day}} other {{# days}}}} while GoalBucks was running. "
        f"{_CLOCK_ADVICE}"
    ),
    "warning.clock_set_by_hours": (
        f"{_CLOCK_WAS_SET} {{count, plural, one {{# hour}} other {{# hours}}}} while GoalBucks was running. "
        f"{_CLOCK_ADVICE}"
    ),
    "warning.clock_set_by_minutes": (
        f"{_CLOCK_WAS_SET} {{count, plural, one {{# minute}} other {{# minutes}}}} while GoalBucks was running. "
        f"{_CLOCK_ADVICE}"
    ),
    "warning.backup_failed": "The last backup failed. {cause}",
    "warning.backup_old": f"The newest backup is {{days}} days old. {_BACKUP_ADVICE}",
    "warning.no_backup": f"There is no backup yet. {_BACKUP_ADVICE}",
    "warning.photos_missing": (
        f"{_PHOTOS_MISSING} If somebody moved or deleted them, please put them back. Otherwise restore the backup of "
        "{made, date, long}, {made, time, short} under Settings, which has some of them or all. "
        "A backup of the present state is made first."
    ),
    "warning.photos_lost": (
        f"{_PHOTOS_MISSING} No backup here has them. If somebody moved or deleted them, please put them back, or look "
        "for a copy of a backup on a stick."
    ),
    "warning.login_card_key": (
        "{count, plural, one {# login card doesn't} other {# login cards don't}} work here: the file login-cards.key "
        "of the data folder was lost or damaged, or the data came from another computer. "
        "Please put the old file back and start GoalBucks again, or print new cards."
    ),
    "warning.synced_folder": f"GoalBucks keeps its data in a folder that {{program}} syncs. {_SYNCED_ADVICE}",
    "warning.cloud_folder": f"GoalBucks keeps its data in a folder that a cloud service syncs. {_SYNCED_ADVICE}",
    "warning.network_folder": (
        "GoalBucks keeps its data on a network drive. When the network fails for a moment, it can be damaged. "
        "Please close GoalBucks and move the folder to this computer's own disk."
    ),
    "warning.with_folder": "{warning} The folder is {folder}.",
}
"""Templates of `server.texts.translatable` by key."""


def warning_sentence(name: str, **params: Param) -> Sentence:
    """Return the sentence with the key `warning.<name>`."""
    key = f"warning.{name}"
    return Sentence(key, WARNING_SENTENCES[key], params)
