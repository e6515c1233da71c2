import { useEffect, useRef } from 'react';

import type { SubmissionRow } from '@/api/types';
import { toast } from '@/components/toast-store';

import { useIsBeingReviewed } from './queries';

/** Says so when the submission that is being reviewed goes, as its comment box goes with it. */
export function useSayWhenGone(rows: SubmissionRow[], openId: string | undefined, focusRest: () => void) {
  const isBeingReviewed = useIsBeingReviewed();
  const row = rows.find(({ id }) => id === openId);
  const last = useRef<SubmissionRow | undefined>(undefined);
  useEffect(() => {
    const gone = last.current;
    last.current = row;
    // Closed by the teacher, or gone because of this very review.
    if (row || !gone || gone.id !== openId || isBeingReviewed(gone.id)) return;
    toast({
      tone: 'error',
      title: 'No longer pending',
      description: `${gone.studentName} took it back, or it was reviewed in another window.`,
    });
    if (document.activeElement === document.body) focusRest();
  });
}
