/**
 * Back closes dialogs. While one is open, a second history entry of the same page, the marker, stands after the page's
 * own: Back takes that one, and the topmost dialog is asked to close. All open dialogs share one marker, which goes with
 * the last of them and never has an entry after it (`leaveDialogs`), so history doesn't grow. The page stays where it is
 * when the marker goes: the browser would scroll to where it was when the dialog opened, and the list may have changed.
 */

type Entry = { dialog?: true; idx?: number } | null;

/** A browser that doesn't move when it is told to, say because there is no entry, mustn't stop navigation for good. */
const MOVE_TIMEOUT_MS = 1000;
/** How long a dialog may take to go with the page that it belongs to. */
const LEAVE_MS = 300;

const { history } = window;
/** How to close each open dialog, the topmost last. */
const closers: (() => void)[] = [];
/** The router's number of the entry that the marker follows; null without a marker. */
let marked: number | null = null;
/** Set while the browser moves because it was told to here: the next `popstate` isn't the user's. */
let moving: ReturnType<typeof setTimeout> | undefined;
/** That `popstate` hasn't come in time; it may still come, on a busy device. */
let isLate = false;
/** What waits for that. */
let waiting: (() => void)[] = [];
/** Without a router there is no page to leave, and the history is left alone. */
let isStarted = false;

const entry = () => history.state as Entry;
const isAtMarker = () => entry()?.dialog === true;

/** Ends the move and does what waits for it. */
function endMove(run: (navigate: () => void) => void) {
  clearTimeout(moving);
  moving = undefined;
  const work = waiting;
  waiting = [];
  work.forEach(run);
}

function move(delta: number) {
  moving = setTimeout(() => {
    isLate = true;
    endMove((navigate) => {
      navigate();
    });
  }, MOVE_TIMEOUT_MS);
  history.go(delta);
}

/** Brings the browser to the entry where it belongs: the marker with a dialog open, else the page's own. */
function settle() {
  if (!isStarted || moving !== undefined) return;
  // How far back of the marked page the browser is: 0, unless the user went several pages at once.
  const missed = marked === null ? 0 : marked - (entry()?.idx ?? marked);
  if (closers.length > 0) {
    if (isAtMarker()) return;
    if (marked === null) {
      marked = entry()?.idx ?? 0;
      history.scrollRestoration = 'manual';
      history.pushState({ ...entry(), dialog: true }, '');
    } else move(missed + 1);
    return;
  }
  marked = null;
  if (isAtMarker()) move(-1);
  else if (missed !== 0) move(missed);
  else history.scrollRestoration = 'auto';
}

function settleLater(ms = 0) {
  setTimeout(settle, ms);
}

function onPopState(event: PopStateEvent) {
  if (moving !== undefined || isLate) {
    isLate = false;
    const navigates = waiting.length > 0;
    // The router is told of the navigation alone: else that would look like one of Back's.
    if (navigates) {
      event.stopImmediatePropagation();
      // Of the page's own entry, to which Back from the next page leads.
      history.scrollRestoration = 'auto';
    }
    // The move may have led to the marker: then it goes first.
    endMove(leaveDialogs);
    settleLater(navigates ? LEAVE_MS : 0);
    return;
  }
  if (closers.length > 0) {
    // The router would leave the page if the user went several pages back.
    event.stopImmediatePropagation();
    if (!isAtMarker()) closers.at(-1)?.();
  }
  // React has shown by then whether the dialog closes. Forward may also have led to the marker of a dialog that is gone.
  settleLater();
}

/** Starts to handle Back; to be called before the router listens to the history. Returns how to stop. */
export function startDialogHistory(): () => void {
  isStarted = true;
  addEventListener('popstate', onPopState, { capture: true });
  // Loaded anew at the marker: its dialog is gone.
  settleLater();
  return () => {
    isStarted = false;
    removeEventListener('popstate', onPopState, { capture: true });
    clearTimeout(moving);
    moving = undefined;
    waiting = [];
  };
}

/** Makes Back call `close` from now on; returns how to end it. */
export function closeOnBack(close: () => void): () => void {
  closers.push(close);
  settle();
  return () => {
    closers.splice(closers.lastIndexOf(close), 1);
    // Not at once: another dialog may open in this one's place.
    settleLater();
  };
}

/** Navigates from the page's own entry, so that the marker neither stays behind the next page nor in place of this one. */
export function leaveDialogs(navigate: () => void) {
  if (moving !== undefined) waiting.push(navigate);
  else if (isAtMarker()) {
    marked = null;
    waiting.push(navigate);
    move(-1);
  } else navigate();
}
