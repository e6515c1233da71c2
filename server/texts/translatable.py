"""Sentences for users that the browser can translate.

A sentence is a template in ICU message syntax, as in the UI's catalogs: `{name}`, `{count, number}`,
`{day, date, long}`, `{count, plural, one {# day} other {# days}}` or `{cause, select, full {...} other {...}}`.
`{host}` is the name of the server (`Deployment.host_label`) and no parameter: the browser knows which kind of server
it is.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

HOST_PLACEHOLDER = "{host}"


class ByteCount(int):
    """A number of bytes, shown as a size such as 3.4 MB."""

    def __str__(self) -> str:
        kilobytes = max(1, round(self / _KILO))
        if kilobytes < _KILO:
            return f"{kilobytes} KB"
        megabytes = kilobytes / _KILO
        return f"{megabytes:.1f} MB" if megabytes < _KILO else f"{megabytes / _KILO:.1f} GB"


_KILO = 1000

Param: TypeAlias = "str | int | ByteCount | datetime | Sentence"
"""Value of a parameter. A datetime is shown in its own time zone; a sentence is a whole one within another."""

_ARGUMENT = re.compile(
    r"\{(?P<name>\w+)"
    r"(?:, (?P<choice>plural|select), (?P<cases>(?:[^{}]|\{(?:[^{}]|\{\w+\})*\})+)|, (?P<style>[\w, ]+))?\}"
)
_CASE = re.compile(r"(\w+) \{((?:[^{}]|\{\w+\})*)\}")
_FORMATS: dict[str, Callable[[Any], str]] = {
    "number": "{:,}".format,
    "date, long": lambda moment: f"{moment:%B} {moment.day}, {moment.year}",
    "time, short": "{:%H:%M}".format,
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence for users; `key` names the template in the browser's catalogs."""

    key: str
    template: str
    params: Mapping[str, Param] = field(default_factory=dict)

    def format(self, host: str = HOST_PLACEHOLDER) -> str:
        """Return the English sentence; without `host` its placeholder stays."""
        return _format(self.template, {**self.params, "host": host}, host)

    def to_json(self) -> dict[str, Any]:
        """Return `key` and, if there are any, `params`, for the browser."""
        params = {name: _to_json(value) for name, value in self.params.items()}
        return {"key": self.key, **({"params": params} if params else {})}


def _format(template: str, values: Mapping[str, Param], host: str) -> str:
    def replace(argument: re.Match[str]) -> str:
        value = values[argument["name"]]
        if argument["cases"]:
            case = "one" if argument["choice"] == "plural" and value == 1 else str(value)
            texts: dict[str, str] = dict(_CASE.findall(argument["cases"]))
            return _format(texts.get(case, texts["other"]).replace("#", str(value)), values, host)
        if argument["style"]:
            return _FORMATS[argument["style"]](value)
        return value.format(host) if isinstance(value, Sentence) else str(value)

    return _ARGUMENT.sub(replace, template)


def _to_json(value: Param) -> object:
    if isinstance(value, Sentence):
        return value.to_json()
    if isinstance(value, ByteCount):
        return {"bytes": int(value)}
    # Without the offset, so that a browser in another time zone shows the same time.
    return value.replace(tzinfo=None).isoformat() if isinstance(value, datetime) else value
