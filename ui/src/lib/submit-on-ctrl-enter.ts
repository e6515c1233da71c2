import type { KeyboardEvent } from 'react';

/** Ctrl+Enter (or Cmd+Enter) in a text of several lines sends its form. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
