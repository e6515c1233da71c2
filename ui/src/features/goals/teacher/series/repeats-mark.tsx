import { Trans } from '@lingui/react/macro';
import { Repeat } from 'lucide-react';

/** Marks the goal of a series. */
export function RepeatsMark() {
  return (
    <span className="inline-flex items-center gap-1 text-small text-ink-2">
      <Repeat aria-hidden className="size-3.5 shrink-0" />
      <Trans comment="Marks a goal that is given again on certain weekdays">Repeats</Trans>
    </span>
  );
}
