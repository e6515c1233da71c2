import type { KeyboardEvent } from 'react';

/** Submits the form on Ctrl+Enter (or Cmd+Enter) in a textarea. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
