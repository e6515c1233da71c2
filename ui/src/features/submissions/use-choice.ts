import { useState } from 'react';

import type { SubmissionRow } from '@/api/types';

import { MAX_REVIEWED } from './review-queries';

/** Which of the pending submissions are chosen, while several are reviewed at once. */
export function useChoice(rows: SubmissionRow[]) {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const chosen = rows.filter(({ id }) => ids?.has(id));
  const choose = (next: SubmissionRow[]) => {
    setIds(new Set(next.slice(0, MAX_REVIEWED).map(({ id }) => id)));
  };
  return {
    choosing: ids !== null,
    chosen,
    /** How many were chosen and are no longer pending. */
    gone: (ids?.size ?? 0) - chosen.length,
    begin: () => {
      setIds(new Set());
    },
    end: () => {
      setIds(null);
    },
    toggle: (row: SubmissionRow) => {
      choose(chosen.includes(row) ? chosen.filter((other) => other !== row) : [...chosen, row]);
    },
    toggleAll: () => {
      choose(chosen.length === rows.length ? [] : rows);
    },
  };
}

export type Choice = ReturnType<typeof useChoice>;
