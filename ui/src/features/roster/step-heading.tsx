import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';

export type Step = 'choose' | 'check' | 'adding' | 'unconfirmed' | 'done';

/** Subheading of the page: the number of the step, and what to do. */
export function stepText(step: Step): string {
  const texts: Record<Step, string> = {
    choose: t`Step 1 of 3: choose the list`,
    check: t`Step 2 of 3: check the list. Nothing is added yet.`,
    unconfirmed: t`Step 2 of 3: check the list.`,
    adding: t`Step 2 of 3: adding the students`,
    done: t`Step 3 of 3: done`,
  };
  return texts[step];
}

/** Heading of the page. It takes the focus when the step changes. */
export function StepHeading({ step }: { step: Step }) {
  const heading = useRef<HTMLSpanElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return (
    <span ref={heading} tabIndex={-1} className="rounded-small">
      <Trans>Import students</Trans>
    </span>
  );
}
