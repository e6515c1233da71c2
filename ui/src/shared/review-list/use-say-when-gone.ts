import { useEffect, useRef } from 'react';

import { toast } from '@/components/toast/toast-store';

type Watch<Row> = {
  /** What is pending. */
  rows: Row[];
  /** Whether its user is at it, with a box open in which something may be written. */
  isOpen: (row: Row) => boolean;
  /** Whether what the user did with it is on its way, so that it may go because of that. */
  isBusy: (row: Row) => boolean;
  /** What may have happened to it, for the message. */
  reason: (row: Row) => string;
  close: (row: Row) => void;
  focusRest: () => void;
};

/** Says so when a pending row goes while its user is at it, as the box goes with it. */
export function useSayWhenGone<Row extends { id: string }>(watch: Watch<Row>) {
  const { rows, isOpen, isBusy, reason, close, focusRest } = watch;
  const last = useRef<Row[]>([]);
  useEffect(() => {
    const before = last.current;
    last.current = rows.filter(isOpen);
    // What is open no more was closed by the user.
    const gone = before.find((row) => isOpen(row) && !rows.some(({ id }) => id === row.id));
    if (!gone || isBusy(gone)) return;
    toast({ tone: 'error', title: 'No longer pending', description: reason(gone) });
    close(gone);
    if (document.activeElement === document.body) focusRest();
  });
}
