import { useEffect, useEffectEvent } from 'react';

/** State of a history entry: `idx` is the router's index, `dialog` marks the marker. */
type EntryState = { dialog?: true; idx?: number } | null;

type Phase =
  /** No router listens to the history. */
  | 'stopped'
  /** Neither a move nor a navigation is in progress. */
  | 'idle'
  /** `history.go` was called; the next `popstate` isn't the user's. */
  | 'moving'
  /**
   * The router hasn't rendered a navigation yet, which takes as long as the code of the next page needs to load. Until
   * then the open dialogs may be those of the page that is left, and get no marker.
   */
  | 'navigating';

/** Timeout for `history.go`, which may never fire `popstate`. */
const MOVE_TIMEOUT_MS = 1000;

const { history } = window;
const currentState = () => history.state as EntryState;
const isAtMarker = () => currentState()?.dialog === true;

/**
 * Back closes dialogs. While one is open, a second history entry of the same page, the marker, stands after the page's
 * own: Back takes that one, and the topmost dialog is asked to close. All open dialogs share one marker, which goes with
 * the last of them and never has an entry after it (`leaveDialogs`), so history doesn't grow. The page stays where it is
 * when the marker goes: the browser would scroll to where it was when the dialog opened, and the list may have changed.
 */
class DialogHistory {
  private phase: Phase = 'stopped';
  /** Close callbacks of the open dialogs, topmost last. */
  private readonly closeCallbacks: (() => void)[] = [];
  /** Router index of the entry before the marker; null without a marker. */
  private markedIndex: number | null = null;
  private moveTimer: ReturnType<typeof setTimeout> | undefined;
  /** A move has timed out; its `popstate` may still arrive, in any phase. */
  private isPopStateLate = false;
  /** Navigations that wait for the move. */
  private waitingNavigations: (() => void)[] = [];

  /** Starts handling Back. Call before the router listens; returns a cleanup function. */
  start(): () => void {
    this.phase = 'idle';
    addEventListener('popstate', this.onPopState, { capture: true });
    // Reloaded at the marker, so its dialog no longer exists.
    this.scheduleSync();
    return () => {
      removeEventListener('popstate', this.onPopState, { capture: true });
      this.endMove();
      this.phase = 'stopped';
      this.markedIndex = null;
      this.isPopStateLate = false;
    };
  }

  /** Calls `close` on Back; returns a cleanup function. */
  closeOnBack(close: () => void): () => void {
    this.closeCallbacks.push(close);
    this.sync();
    return () => {
      this.closeCallbacks.splice(this.closeCallbacks.lastIndexOf(close), 1);
      // Deferred: another dialog may open right after.
      this.scheduleSync();
    };
  }

  /** Asks the topmost dialog to close, as Back does. */
  closeTopmost() {
    this.closeCallbacks.at(-1)?.();
  }

  /** Navigates from the page's own entry, so that no marker stays in the history. */
  readonly leaveDialogs = (navigate: () => void) => {
    if (this.phase === 'moving') this.waitingNavigations.push(navigate);
    else if (isAtMarker()) {
      this.markedIndex = null;
      this.waitingNavigations.push(navigate);
      this.move(-1);
    } else this.navigate(navigate);
  };

  /** Call when the router has rendered a navigation, and the dialogs of the previous page have unmounted. */
  finishNavigation() {
    if (this.phase === 'navigating') this.phase = 'idle';
    this.scheduleSync();
  }

  private navigate(navigate: () => void) {
    if (this.phase !== 'stopped') this.phase = 'navigating';
    navigate();
  }

  private move(delta: number) {
    this.phase = 'moving';
    this.moveTimer = setTimeout(() => {
      this.isPopStateLate = true;
      for (const navigate of this.endMove()) this.navigate(navigate);
    }, MOVE_TIMEOUT_MS);
    history.go(delta);
  }

  /** Returns the navigations that waited for the move. */
  private endMove() {
    clearTimeout(this.moveTimer);
    if (this.phase === 'moving') this.phase = 'idle';
    return this.waitingNavigations.splice(0);
  }

  private scheduleSync() {
    setTimeout(() => {
      this.sync();
    });
  }

  /** Moves to the marker while a dialog is open, else to the page's own entry. */
  private sync() {
    if (this.phase !== 'idle') return;
    // Distance to the marked entry: 0, unless the user went back several pages.
    const offset =
      this.markedIndex === null ? 0 : this.markedIndex - (currentState()?.idx ?? this.markedIndex);
    if (this.closeCallbacks.length > 0) {
      if (isAtMarker()) return;
      if (this.markedIndex === null) {
        this.markedIndex = currentState()?.idx ?? 0;
        history.scrollRestoration = 'manual';
        history.pushState({ ...currentState(), dialog: true }, '');
      } else this.move(offset + 1);
      return;
    }
    this.markedIndex = null;
    if (isAtMarker()) this.move(-1);
    else if (offset !== 0) this.move(offset);
    else history.scrollRestoration = 'auto';
  }

  private readonly onPopState = (event: PopStateEvent) => {
    if (this.phase === 'moving' || this.isPopStateLate) {
      this.isPopStateLate = false;
      const navigations = this.endMove();
      // Only the navigation reaches the router, which would otherwise treat the move as Back.
      if (navigations.length > 0) {
        event.stopImmediatePropagation();
        // Applies to the page's own entry, to which Back from the next page leads.
        history.scrollRestoration = 'auto';
      }
      // If the move led to the marker, leave it first.
      navigations.forEach(this.leaveDialogs);
    } else if (this.phase === 'navigating') this.phase = 'idle';
    else if (this.closeCallbacks.length > 0) {
      // The router would leave the page if the user went several pages back.
      event.stopImmediatePropagation();
      if (!isAtMarker()) this.closeTopmost();
    }
    // By then React has rendered whether the dialog closed. Forward may also lead to the marker of a removed dialog.
    this.scheduleSync();
  };
}

export const dialogHistory = new DialogHistory();

/** While `open`, the browser's Back calls `close` instead of leaving the page; `close` may ask first, or refuse. */
export function useCloseOnBack(open: boolean, close: () => void) {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!open) return;
    return dialogHistory.closeOnBack(() => {
      onBack();
    });
  }, [open]);
}
