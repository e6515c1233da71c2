import { useState } from 'react';

import { isPastDay } from '@/lib/format';

/** Whether a due date is in the past, and wasn't before the form was opened. */
export function isNewPastDate(date: string, initialDate: string): boolean {
  return date !== initialDate && date !== '' && isPastDay(date);
}

/** The state of a `PastDateQuestion`. `askIfPast` calls `onConfirm` at once, or when the past date is confirmed. */
export function usePastDateQuestion(initialDate = '') {
  const [asked, setAsked] = useState<{ date: string; onConfirm: () => void } | null>(null);
  const close = () => {
    setAsked(null);
  };
  return {
    askIfPast: (date: string, onConfirm: () => void) => {
      if (isNewPastDate(date, initialDate)) setAsked({ date, onConfirm });
      else onConfirm();
    },
    question: {
      date: asked?.date ?? null,
      onConfirm: () => {
        close();
        asked?.onConfirm();
      },
      onCancel: close,
    },
  };
}
