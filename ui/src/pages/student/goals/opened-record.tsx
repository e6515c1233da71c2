import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';

import { lazyWhenReachable } from '@/api/lazy-when-reachable';
import type { Goal } from '@/api/types';
import { withMessages } from '@/lib/language';

const MyGoalRecord = lazyWhenReachable(() =>
  withMessages('student-work', import('@/pages/student/goal-record')),
);

/** Opens to what the student sent for a completed goal; the code and the data are loaded then. */
export function OpenedRecord({ goal }: { goal: Goal }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      onToggle={(event) => {
        setIsOpen(event.currentTarget.open);
      }}
    >
      <summary className="min-h-11 content-center font-mid text-brand-ink">{t`What you sent`}</summary>
      {isOpen && (
        <Suspense>
          <MyGoalRecord goal={goal} />
        </Suspense>
      )}
    </details>
  );
}
