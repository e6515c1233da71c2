"""Errors of lists that can't be read."""

from server.errors import DomainError, TooLargeError


class UnreadableListError(DomainError):
    """Base class: the files or the pasted text can't be read as a list of students."""

    status = 422
    code = "list_not_readable"


class NotAListError(UnreadableListError):
    """The file is something else, such as a program."""

    key = "not_a_list"
    sentence = (
        "This file isn't a list of students. Please choose a CSV file, an Excel workbook (.xlsx) or a OneRoster export."
    )


class PictureError(UnreadableListError):
    """The file is a picture."""

    key = "list_picture"
    sentence = "This file is a picture. Please choose the list itself, or type the names."


class DocumentError(UnreadableListError):
    """The file is a PDF or a text document."""

    key = "list_document"
    sentence = "This file is a document. Please open it, copy the rows with the names, and paste them."


class WebPageError(UnreadableListError):
    """The file is a web page or XML, perhaps named as a workbook."""

    key = "list_web_page"
    sentence = (
        "This file is a web page, whatever its name says. "
        "Please open it in Excel and save it as a workbook (.xlsx), or copy its rows and paste them."
    )


class OtherDataError(UnreadableListError):
    """The file has contacts, e-mail, a calendar or a program's data."""

    key = "list_other_data"
    sentence = "This file has no rows of a list. Please export the list as CSV, or copy its rows and paste them."


class BinaryLineError(UnreadableListError):
    """A line contains control characters."""

    key = "list_line_not_text"
    sentence = "Line {line, number} isn't text. Please save the list as CSV again, or copy its rows and paste them."


class UnbalancedQuotesError(UnreadableListError):
    """A quoted cell isn't closed, or text follows it."""

    key = "list_quotes_unbalanced"
    sentence = "The quotation marks in line {line, number} don't match. Please correct that line and try again."


class LongLineError(UnreadableListError):
    """A line exceeds the limit of characters or columns."""

    key = "list_line_too_long"
    sentence = (
        "Line {line, number} is too long for a list of students. "
        "Please check the file, or copy its rows and paste them."
    )


class EmptyListError(UnreadableListError):
    """There are no rows."""

    key = "list_empty"
    sentence = "There are no students in this file."


class LongListError(UnreadableListError):
    """There are more than 500 students."""

    key = "list_too_long"
    sentence = "This list has {count, number} rows. Please import at most 500 students at a time."


class LongFileError(UnreadableListError):
    """A file has too many lines, empty ones included."""

    key = "list_too_many_lines"
    sentence = "This file has more than {count, number} lines. Please export only your class."


class LargeListError(TooLargeError):
    """The files exceed 5 MB."""

    key = "list_too_large"
    sentence = "This list is larger than 5 MB. Please save it without pictures, or export only your class."


class LargeArchiveError(UnreadableListError):
    """A workbook or a zip file is too large when unpacked."""

    key = "list_unpacks_too_large"
    sentence = "This file is too large when it is unpacked. Please save the list as CSV, or export only your class."


class DamagedListError(UnreadableListError):
    """A workbook or a zip file is damaged."""

    key = "list_damaged"
    sentence = "This file is damaged or incomplete. Please save or download it again."


class SpreadsheetFormatError(UnreadableListError):
    """An old workbook, or another spreadsheet format."""

    key = "list_spreadsheet_format"
    sentence = "This kind of spreadsheet can't be read. Please save it as an Excel workbook (.xlsx) or as CSV."


class PasswordProtectedError(UnreadableListError):
    """A workbook or a zip file with a password."""

    key = "list_password"
    sentence = "This file is protected by a password. Please save it without one."


class SeveralListsError(UnreadableListError):
    """Several files that aren't a OneRoster export."""

    key = "list_several"
    sentence = "These are several lists. Please choose one at a time."


class OneRosterIncompleteError(UnreadableListError):
    """A file of a OneRoster export is missing."""

    key = "oneroster_incomplete"
    sentence = (
        "This OneRoster export has no {file}. Please choose users.csv, classes.csv and enrollments.csv together, "
        "or the whole ZIP file."
    )


class OneRosterDeltaError(UnreadableListError):
    """The export has changes only."""

    key = "oneroster_delta"
    sentence = "This OneRoster export has only what changed. Please export in full (“bulk”) and choose that file."


class CleverError(UnreadableListError):
    """The files are in Clever's format."""

    key = "clever_not_read"
    sentence = "Files for Clever can't be read. Please export your class as a OneRoster file or as CSV."


class UnknownSectionError(UnreadableListError):
    """The file has no such class or sheet."""

    key = "list_section_unknown"
    sentence = "This class or sheet isn't in the file. Please choose the file again."


class ListReaderUnavailableError(DomainError):
    """The process that reads lists can't be started, or is closing."""

    status = 503
    code = "list_reader_unavailable"
    sentence = "Lists can't be read right now. Please try again."
    retry_after_seconds = 2
