import { useEffect, useRef } from 'react';

/** A ref for the place of a form's message: after a failed attempt the first field at fault gets the focus, else the message is shown. */
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
