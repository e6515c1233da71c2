"""Roster import: reads class lists, shows what would be imported, and imports it.

- A *list* is what a teacher chooses or pastes: a text, a workbook, or the files of a OneRoster export. A *class list*
  is a list of the students of one class.
- A *section* is a part of a list with students of its own: a sheet of a workbook, a class of a OneRoster export.
- A *table* is a section as it was read: rows of texts. A *row* is usually a student; a *column* has a use, such as
  first name. `reading/` makes tables.
- A *preview* says of each row what an import would do (`preview.py`). An *import* does what the teacher has confirmed
  (`service.py`).
"""
