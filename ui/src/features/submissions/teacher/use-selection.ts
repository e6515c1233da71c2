import { useState } from 'react';

import type { SubmissionListItem } from '@/api/types';

import { MAX_BULK_REVIEW } from './mutations';

/** Selection for bulk reviews, among the submissions that are shown. */
export function useSelection(rows: SubmissionListItem[], pending: SubmissionListItem[]) {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const selected = rows.filter(({ id }) => ids?.has(id));
  const stillPending = pending.filter(({ id }) => ids?.has(id));
  const select = (next: SubmissionListItem[]) => {
    setIds(new Set(next.slice(0, MAX_BULK_REVIEW).map(({ id }) => id)));
  };
  return {
    isSelecting: ids !== null,
    selected,
    /** Number of selected rows that are no longer pending. */
    removedCount: (ids?.size ?? 0) - stillPending.length,
    start: () => {
      setIds(new Set());
    },
    stop: () => {
      setIds(null);
    },
    toggle: (row: SubmissionListItem) => {
      select(selected.includes(row) ? selected.filter((other) => other !== row) : [...selected, row]);
    },
    toggleAll: () => {
      select(selected.length === rows.length ? [] : rows);
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;
