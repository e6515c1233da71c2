import { useState } from 'react';
import { flushSync } from 'react-dom';

import type { SubmissionRow } from '@/api/types';
import { useCardList } from '@/shared/review-list/use-card-list';

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
  /** Without the focus' return: there is no card any more to return to. */
  const close = ({ id }: SubmissionRow) => {
    setOpen((now) => (now?.id === id ? null : now));
  };
  return {
    ...list,
    open,
    begin,
    cancel,
    close,
    leave: (row: SubmissionRow) => {
      close(row);
      leave(row);
    },
  };
}

export type ReviewDesk = ReturnType<typeof useReviewDesk>;
