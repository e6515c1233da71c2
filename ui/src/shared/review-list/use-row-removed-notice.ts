import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';

import { toast } from '@/components/toast/toast-store';

type RowRemovedNoticeOptions<Row> = {
  /** Pending rows. */
  rows: Row[];
  /** Whether the row has an open form. */
  isOpen: (row: Row) => boolean;
  /** Whether a mutation of the row is in flight. */
  isBusy: (row: Row) => boolean;
  /** Text for the toast. */
  reason: (row: Row) => string;
  close: (row: Row) => void;
  onEmpty: () => void;
};

/** Shows a toast when a row with an open form disappears. */
export function useRowRemovedNotice<Row extends { id: string }>(options: RowRemovedNoticeOptions<Row>) {
  const { rows, isOpen, isBusy, reason, close, onEmpty } = options;
  const last = useRef<Row[]>([]);
  useEffect(() => {
    const previous = last.current;
    last.current = rows.filter(isOpen);
    // Rows that were closed before don't count.
    const removed = previous.find((row) => isOpen(row) && !rows.some(({ id }) => id === row.id));
    if (!removed || isBusy(removed)) return;
    toast({ tone: 'error', title: t`No longer pending`, description: reason(removed) });
    close(removed);
    if (document.activeElement === document.body) onEmpty();
  });
}
