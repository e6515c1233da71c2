"""HTML pages that the window shows while no server answers: loading, restarting, and errors."""

import html
from collections.abc import Sequence

from launcher.errors import FilledText
from launcher.window.process import ErrorReport
from launcher.window.texts import translate
from server.texts.language import Language

LATER_WITH_DATABASE = "Still starting: an update may be converting your data."
LATER_AT_FIRST = "Still starting: the first time takes a little longer."
RESTART_STEPS = (
    "Nothing that was saved is lost.",
    "Close this window and start GoalBucks again, or choose Start again.",
    "If it still stops, restart the computer.",
)

_LOGO = """<svg viewBox="0 0 36 36" width="72" height="72" aria-hidden="true">
<rect width="36" height="36" rx="9" fill="#0a5a5c"/>
<path d="M0 27c7-5.5 13-7 18.5-4.6S29 27 36 22.5V27a9 9 0 0 1-9 9H9a9 9 0 0 1-9-9z" fill="#2f7f7e"/>
<path d="M15 23.5V8.6" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>
<path d="M16 9l9.5 4.2L16 17.4z" fill="#fff" stroke="#fff" stroke-width="1.4" stroke-linejoin="round"/></svg>"""

# The colours are those of ui/src/app/theme.css.
_STYLE = """
:root { color-scheme: light dark; --paper: #faf9f5; --ink: #14211f; --soft: #43514d; --line: #e3e0d7;
        --brand: #0a5a5c; --on-brand: #fff }
@media (prefers-color-scheme: dark) {
  :root { --paper: #0d1514; --ink: #eef4f2; --soft: #b4c2be; --line: #2a3836; --brand: #5fc4be; --on-brand: #06201f } }
* { box-sizing: border-box }
body { display: grid; place-items: center; min-height: 100vh; margin: 0; padding: 2rem; background: var(--paper);
       color: var(--ink); font: 16px/1.5 'Lexend Variable', Lexend, system-ui, 'Segoe UI', sans-serif; cursor: default }
main { display: flex; flex-direction: column; align-items: center; gap: .75rem; max-width: 38rem; text-align: center }
h1 { margin: .25rem 0 0; font-size: 28px; line-height: 1.25; letter-spacing: -.015em }
p { margin: 0; color: var(--soft); overflow-wrap: anywhere }
.bar { width: 12rem; height: 4px; margin-top: .5rem; border-radius: 2px; background: var(--line); overflow: hidden }
.bar i { display: block; width: 40%; height: 100%; border-radius: 2px; background: var(--brand);
         animation: along 1.4s ease-in-out infinite alternate }
@keyframes along { from { transform: translateX(-20%) } to { transform: translateX(170%) } }
@media (prefers-reduced-motion: reduce) { .bar i { width: 100%; animation: none } }
.later { visibility: hidden; animation: appear 0s 10s forwards }
@keyframes appear { to { visibility: visible } }
.error { text-align: left; align-items: stretch }
.error svg { align-self: center }
.error h1 { text-align: center }
ul { margin: .25rem 0; padding-left: 1.25rem }
li { margin: .25rem 0 }
details { align-self: stretch; color: var(--soft); overflow-wrap: anywhere }
summary { width: max-content; padding: .25rem .5rem; margin-left: -.5rem; border-radius: 8px; color: var(--brand);
          font-weight: 600; cursor: pointer }
details p { margin: .5rem 0; font-size: 14px; user-select: text }
.actions { display: flex; justify-content: center; gap: .75rem; margin-top: .75rem }
button { min-height: 40px; padding: 0 1.1rem; border: 1px solid var(--brand); border-radius: 8px; background: none;
         color: var(--brand); font: inherit; font-weight: 600; cursor: pointer }
button.first { background: var(--brand); color: var(--on-brand) }
button:focus-visible, summary:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
"""


def _page(content: str, language: Language, css_class: str = "") -> str:
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>GoalBucks</title><style>{_STYLE}</style>'
        f'<body><main class="{css_class}">{_LOGO}{content}</main></body></html>'
    )


def _progress_page(sentence: str, later: str, language: Language) -> str:
    """Return a page with a progress bar; `later` is a sentence that appears after 10 seconds."""
    return _page(
        f'<h1>GoalBucks</h1><p role="status">{translate(sentence, language)}</p><div class="bar"><i></i></div>'
        f'<p class="later">{translate(later, language)}</p>',
        language,
    )


def loading_page(language: Language, *, has_database: bool) -> str:
    """Return the page that is shown until the server answers; with `has_database` it mentions a possible upgrade."""
    return _progress_page("Starting GoalBucks\u2026", LATER_WITH_DATABASE if has_database else LATER_AT_FIRST, language)


def restarting_page(language: Language) -> str:
    """Return the page that is shown while a crashed program starts again."""
    return _progress_page(
        "GoalBucks stopped unexpectedly. Starting again\u2026",
        "Still starting: this takes longer than usual.",
        language,
    )


def launch_error_page(report: ErrorReport) -> str:
    """Return the page for a launch error. The first button opens the error's address, or retries if that may help."""
    buttons = [("close", "Close")]
    if report.redirect_url:
        buttons.insert(0, ("open_redirect_url", "Open the school's GoalBucks"))
    elif report.is_retryable:
        buttons.insert(0, ("try_again", "Try again"))
    return _error_page(report, (report.details,) if report.details else (), buttons)


def restart_failed_page(logs: str, report: ErrorReport | None, language: Language) -> str:
    """Return the page for a failed restart; `logs` is the path of the log folder.

    `report` is the error of the new process, if it reported one.
    """
    title = translate("GoalBucks stopped, and starting it again didn't help", language)
    details = [translate(FilledText("The details are in the log: {logs}", logs=logs), language)]
    if report and report.details:
        details.insert(0, report.details)
    steps = report.steps if report else tuple(translate(step, language) for step in RESTART_STEPS)
    return _error_page(
        ErrorReport(title, report.message if report else "", steps, language=language),
        details,
        [("start_again", "Try again" if report else "Start again"), ("show_logs", "Show logs")],
    )


def _error_page(report: ErrorReport, details: Sequence[str], buttons: Sequence[tuple[str, str]]) -> str:
    """Return a page with title, message and steps of the report, collapsed details, and buttons.

    A button is the name of an API function and a label in English.
    """
    message = f"<p>{html.escape(report.message)}</p>" if report.message else ""
    steps = "".join(f"<li>{html.escape(step)}</li>" for step in report.steps)
    summary = translate("Details", report.language)
    paragraphs = "".join(f"<p>{html.escape(each)}</p>" for each in details)
    labelled = [(function, translate(label, report.language)) for function, label in buttons]
    return _page(
        f"""<h1>{html.escape(report.title)}</h1>{message}
{f"<ul>{steps}</ul>" if steps else ""}
{f"<details><summary>{summary}</summary>{paragraphs}</details>" if paragraphs else ""}
<div class="actions">
{"".join(_button(*each, first=each is labelled[0]) for each in labelled)}
</div>""",
        report.language,
        "error",
    )


def _button(function: str, label: str, *, first: bool) -> str:
    attributes = ' class="first" autofocus' if first else ""
    return f'<button{attributes} onclick="pywebview.api.{function}()">{html.escape(label)}</button>\n'
