import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';

import type { SubmissionListItem } from '@/api/types';
import { useReviewFocus } from '@/shared/review-list/use-review-focus';

import type { Verdict } from './review-rules';

/** Open review and focus management of the review queue. */
export function useReviewQueue(rows: SubmissionListItem[], panel: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState<{ id: string; verdict: Verdict } | null>(null);
  const { focused, firstVisible, focusNext, ...list } = useReviewFocus(panel, rows, () =>
    panel.current?.focus(),
  );

  const begin = (verdict: Verdict, row = focused() ?? firstVisible()) => {
    if (row) setOpen({ id: row.id, verdict });
  };
  const cancel = () => {
    if (!open) return;
    flushSync(() => {
      setOpen(null);
    });
    list.targetOf(open.id)?.querySelector<HTMLElement>(`[data-verdict=${open.verdict}]`)?.focus();
  };
  /** Without restoring the focus, as the card is gone. */
  const close = ({ id }: SubmissionListItem) => {
    setOpen((now) => (now?.id === id ? null : now));
  };
  return {
    ...list,
    open,
    begin,
    cancel,
    close,
    leave: (row: SubmissionListItem) => {
      close(row);
      focusNext(row);
    },
  };
}

export type ReviewQueueState = ReturnType<typeof useReviewQueue>;
