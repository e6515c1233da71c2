"""Recurring goals: a series describes a goal of certain weekdays, and each of its days is made once, for its students.

The goals of a day are goals like others, of one assignment. The days are local dates.
"""
