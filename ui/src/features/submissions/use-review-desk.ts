import { useState } from 'react';
import { flushSync } from 'react-dom';

import type { SubmissionRow } from '@/api/types';
import { useCardList } from '@/components/use-card-list';

import type { Verdict } from './review-rules';

/** Which submission is looked at and which is being reviewed, and where the focus goes: one after the other. */
export function useReviewDesk(rows: SubmissionRow[], focusRest: () => void) {
  const [open, setOpen] = useState<{ id: string; verdict: Verdict } | null>(null);
  const { focused, inSight, leave, ...list } = useCardList(rows, focusRest);

  const begin = (verdict: Verdict, row = focused() ?? inSight()) => {
    if (row) setOpen({ id: row.id, verdict });
  };
  const cancel = () => {
    if (!open) return;
    flushSync(() => {
      setOpen(null);
    });
    list.cardOf(open.id)?.querySelector<HTMLElement>(`[data-verdict=${open.verdict}]`)?.focus();
  };
  return {
    ...list,
    open,
    begin,
    cancel,
    leave: (row: SubmissionRow) => {
      setOpen((now) => (now?.id === row.id ? null : now));
      leave(row);
    },
  };
}

export type ReviewDesk = ReturnType<typeof useReviewDesk>;
