/**
 * Back closes dialogs. While one is open, a second history entry of the same page, the marker, stands after the page's
 * own: Back takes that one, and the topmost dialog is asked to close. All open dialogs share one marker, which goes with
 * the last of them and never has an entry after it (`leaveDialogs`), so history doesn't grow. The page stays where it is
 * when the marker goes: the browser would scroll to where it was when the dialog opened, and the list may have changed.
 */

type HistoryState = { dialog?: true; idx?: number } | null;

/** Timeout for `history.go`, which may never fire `popstate`. */
const MOVE_TIMEOUT_MS = 1000;

const { history } = window;
/** Close callbacks of the open dialogs, topmost last. */
const closeCallbacks: (() => void)[] = [];
/** Router index of the entry before the marker; null without a marker. */
let markedIndex: number | null = null;
/** Set during a programmatic move: the next `popstate` isn't the user's. */
let moveTimer: ReturnType<typeof setTimeout> | undefined;
/** The `popstate` of a move is late but may still arrive. */
let isLate = false;
/** Navigations that wait for the move. */
let pendingNavigations: (() => void)[] = [];
/**
 * Set until the router has rendered a navigation, which takes as long as the code of the next page needs to load. Until
 * then the open dialogs may be those of the page that is left, and get no marker.
 */
let isNavigating = false;
/** False without a router. */
let isStarted = false;

const currentState = () => history.state as HistoryState;
const isAtMarker = () => currentState()?.dialog === true;

/** Finishes the move and runs the waiting navigations. */
function finishMove(run: (navigate: () => void) => void) {
  clearTimeout(moveTimer);
  moveTimer = undefined;
  const work = pendingNavigations;
  pendingNavigations = [];
  work.forEach(run);
}

function move(delta: number) {
  moveTimer = setTimeout(() => {
    isLate = true;
    finishMove((navigate) => {
      isNavigating = true;
      navigate();
    });
  }, MOVE_TIMEOUT_MS);
  history.go(delta);
}

/** Moves to the marker while a dialog is open, else to the page's own entry. */
function syncHistory() {
  if (!isStarted || moveTimer !== undefined || isNavigating) return;
  // Distance to the marked entry: 0, unless the user went back several pages.
  const offset = markedIndex === null ? 0 : markedIndex - (currentState()?.idx ?? markedIndex);
  if (closeCallbacks.length > 0) {
    if (isAtMarker()) return;
    if (markedIndex === null) {
      markedIndex = currentState()?.idx ?? 0;
      history.scrollRestoration = 'manual';
      history.pushState({ ...currentState(), dialog: true }, '');
    } else move(offset + 1);
    return;
  }
  markedIndex = null;
  if (isAtMarker()) move(-1);
  else if (offset !== 0) move(offset);
  else history.scrollRestoration = 'auto';
}

function scheduleSync() {
  setTimeout(syncHistory);
}

function onPopState(event: PopStateEvent) {
  if (moveTimer !== undefined || isLate) {
    isLate = false;
    const navigates = pendingNavigations.length > 0;
    // Only the navigation reaches the router, which would otherwise treat the move as Back.
    if (navigates) {
      event.stopImmediatePropagation();
      // Applies to the page's own entry, to which Back from the next page leads.
      history.scrollRestoration = 'auto';
    }
    // If the move led to the marker, leave it first.
    finishMove(leaveDialogs);
    scheduleSync();
    return;
  }
  if (isNavigating) isNavigating = false;
  else if (closeCallbacks.length > 0) {
    // The router would leave the page if the user went several pages back.
    event.stopImmediatePropagation();
    if (!isAtMarker()) closeCallbacks.at(-1)?.();
  }
  // By then React has rendered whether the dialog closed. Forward may also lead to the marker of a removed dialog.
  scheduleSync();
}

/** Starts handling Back. Call before the router listens; returns a cleanup function. */
export function startDialogHistory(): () => void {
  isStarted = true;
  addEventListener('popstate', onPopState, { capture: true });
  // Reloaded at the marker, so its dialog no longer exists.
  scheduleSync();
  return () => {
    isStarted = false;
    removeEventListener('popstate', onPopState, { capture: true });
    clearTimeout(moveTimer);
    moveTimer = undefined;
    pendingNavigations = [];
    markedIndex = null;
    isLate = false;
    isNavigating = false;
  };
}

/** Calls `close` on Back; returns a cleanup function. */
export function closeOnBack(close: () => void): () => void {
  closeCallbacks.push(close);
  syncHistory();
  return () => {
    closeCallbacks.splice(closeCallbacks.lastIndexOf(close), 1);
    // Deferred: another dialog may open right after.
    scheduleSync();
  };
}

/** Asks the topmost dialog to close, as Back does. */
export function closeTopmost() {
  closeCallbacks.at(-1)?.();
}

/** Navigates from the page's own entry, so that no marker stays in the history. */
export function leaveDialogs(navigate: () => void) {
  if (moveTimer !== undefined) pendingNavigations.push(navigate);
  else if (isAtMarker()) {
    markedIndex = null;
    pendingNavigations.push(navigate);
    move(-1);
  } else {
    isNavigating = true;
    navigate();
  }
}

/** Call when the router has rendered a navigation, and the dialogs of the previous page have unmounted. */
export function finishNavigation() {
  isNavigating = false;
  scheduleSync();
}
