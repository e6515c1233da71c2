import { useState } from 'react';

/** The state of a `PastDateQuestion`: `ask` opens it, and `onConfirm` is called when the date shall be used. */
export function usePastDateQuestion() {
  const [asked, setAsked] = useState<{ date: string; onConfirm: () => void } | null>(null);
  const close = () => {
    setAsked(null);
  };
  return {
    ask: (date: string, onConfirm: () => void) => {
      setAsked({ date, onConfirm });
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
