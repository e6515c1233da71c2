import { useEffect, useRef } from 'react';

/** Ref for a form's message: after an error, focuses the first invalid field or scrolls to the message. */
export function useFailureFocus(error: Error | null) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error === null) return;
    const field = note.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (field) field.focus();
    else note.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return note;
}
