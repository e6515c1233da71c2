import { createContext, use, useEffect, useLayoutEffect, useMemo, useState } from 'react';

import { useCloseOnBack } from './dialog-history';

type ClosingControls = { setDirty: (dirty: boolean) => void; setBusy: (busy: boolean) => void };

/** Lets a form tell the dialog around it that it has unsaved input, or is busy. */
export const ClosingContext = createContext<ClosingControls | null>(null);

/** Sets a state of the dialog around the form until the form is closed. */
function useDialogState(set: ((on: boolean) => void) | undefined, on: boolean) {
  useLayoutEffect(() => {
    set?.(on);
    return () => set?.(false);
  }, [set, on]);
}

/** While `dirty`, asks before the dialog around the form is closed, and before the page is reloaded or closed. */
export function useUnsavedChanges(dirty: boolean) {
  useDialogState(use(ClosingContext)?.setDirty, dirty);
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => {
      removeEventListener('beforeunload', ask);
    };
  }, [dirty]);
}

/** Keeps the dialog around the form open while `busy`. */
export function useBlockClosing(busy: boolean) {
  useDialogState(use(ClosingContext)?.setBusy, busy);
}

/** How a dialog closes, by a button, Escape or Back: it asks while the form inside is dirty, and stays while busy. */
export function useConfirmedClose(open: boolean, onOpenChange: (open: boolean) => void) {
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const controls = useMemo(() => ({ setDirty, setBusy }), []);
  const requestOpenChange = (next: boolean) => {
    if (next) onOpenChange(true);
    else if (dirty && !busy) setIsConfirming(true);
    else if (!busy) onOpenChange(false);
  };
  useCloseOnBack(open, () => {
    requestOpenChange(false);
  });
  const confirmation = {
    open: isConfirming,
    onOpenChange: setIsConfirming,
    onConfirm: () => {
      setIsConfirming(false);
      onOpenChange(false);
    },
  };
  return { requestOpenChange, confirmation, controls };
}

/** Asks whether to leave the page, then calls `leave`. */
type AskToLeave = (leave: () => void) => void;

const pageGuards: AskToLeave[] = [];

/** Lets `ask` ask before a link leaves the page; returns a cleanup function. */
export function askBeforeLeaving(ask: AskToLeave): () => void {
  pageGuards.push(ask);
  return () => {
    pageGuards.splice(pageGuards.lastIndexOf(ask), 1);
  };
}

/** Leaves the page, asking the guard that was registered last first. */
export function leavePage(leave: () => void) {
  const ask = pageGuards.at(-1);
  if (ask) ask(leave);
  else leave();
}
