"""What the window shows while there is no server to ask: it starts, it crashed, it was refused."""

import html
from collections.abc import Sequence

_MARK = """<svg viewBox="0 0 36 36" width="72" height="72" aria-hidden="true">
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
.told { text-align: left; align-items: stretch }
.told svg { align-self: center }
.told h1 { text-align: center }
ul { margin: .25rem 0; padding-left: 1.25rem }
li { margin: .25rem 0 }
code { font: 14px ui-monospace, monospace; user-select: text }
.actions { display: flex; justify-content: center; gap: .75rem; margin-top: .75rem }
button { min-height: 40px; padding: 0 1.1rem; border: 1px solid var(--brand); border-radius: 8px; background: none;
         color: var(--brand); font: inherit; font-weight: 600; cursor: pointer }
button.first { background: var(--brand); color: var(--on-brand) }
button:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
"""

_LATER = '<p class="later">Still starting: an update may be moving your classes over.</p>'


def _page(content: str, kind: str = "") -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>GoalBucks</title><style>{_STYLE}</style>'
        f'<body><main class="{kind}">{_MARK}{content}</main></body></html>'
    )


def _waiting(sentence: str) -> str:
    return _page(f'<h1>GoalBucks</h1><p role="status">{sentence}</p><div class="bar"><i></i></div>{_LATER}')


STARTING = _waiting("Starting GoalBucks&hellip;")
AGAIN = _waiting("GoalBucks stopped unexpectedly. Starting again&hellip;")


def refused(title: str, sentence: str, steps: Sequence[str], leads_to: str = "", *, may_try_again: bool = True) -> str:
    """Why there is no GoalBucks, and what to do; with an address that leads on, the first button opens it."""
    listed = "".join(f"<li>{html.escape(step)}</li>" for step in steps)
    buttons = [("close", "Close")]
    if leads_to:
        buttons.insert(0, ("open_there", "Open the school's GoalBucks"))
    elif may_try_again:
        buttons.insert(0, ("try_again", "Try again"))
    return _page(
        f"""<h1>{html.escape(title)}</h1><p>{html.escape(sentence)}</p>{f"<ul>{listed}</ul>" if listed else ""}
<div class="actions">
{"".join(_button(*each, first=each is buttons[0]) for each in buttons)}
</div>""",
        "told",
    )


def _button(call: str, does: str, *, first: bool) -> str:
    focus = ' class="first" autofocus' if first else ""
    return f'<button{focus} onclick="pywebview.api.{call}()">{html.escape(does)}</button>\n'


def stopped(logs: str, reason: str) -> str:
    """It crashed, and starting it again didn't help; `reason` is what the new start said, or empty."""
    # A start that was refused may well be about what was saved.
    told = f"<p>{html.escape(reason)}</p>" if reason else ""
    saved = "" if reason else "<li>Nothing that was saved is lost.</li>"
    return _page(
        f"""<h1>GoalBucks stopped, and starting it again didn't help</h1>{told}
<ul>
{saved}
<li>Close this window and start GoalBucks again, or choose Start again.</li>
<li>If it still stops, restart the computer.</li>
<li>What happened stands in the log, for whoever helps you: <code>{html.escape(logs)}</code></li>
</ul>
<div class="actions">
<button class="first" autofocus onclick="pywebview.api.start_again()">Start again</button>
<button onclick="pywebview.api.show_logs()">Show logs</button>
</div>""",
        "told",
    )
