import { useState } from 'react';

import { isPastDay } from '@/lib/format';

/** Whether a due date is in the past, and wasn't before the form was opened. */
export function isNewPastDate(date: string, initialDate: string): boolean {
  return date !== initialDate && date !== '' && isPastDay(date);
}

/** The state of a `PastDateDialog`. `askIfPast` calls `onConfirm` at once, or when the past date is confirmed. */
export function usePastDateDialog(initialDate = '') {
  const [pending, setPending] = useState<{ date: string; onConfirm: () => void } | null>(null);
  const close = () => {
    setPending(null);
  };
  return {
    askIfPast: (date: string, onConfirm: () => void) => {
      if (isNewPastDate(date, initialDate)) setPending({ date, onConfirm });
      else onConfirm();
    },
    dialogProps: {
      date: pending?.date ?? null,
      onConfirm: () => {
        close();
        pending?.onConfirm();
      },
      onCancel: close,
    },
  };
}
