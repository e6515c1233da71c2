import '@/shared/all-utilities.css';

import { t } from '@lingui/core/macro';

import type { Goal } from '@/api/types';
import { GoalRecord } from '@/features/submissions/record/goal-record';

/** What the student sent for a goal, and what the teacher wrote. */
export default function MyGoalRecord({ goal }: { goal: Goal }) {
  return (
    <div className="mt-3">
      <GoalRecord goal={goal} commentTitle={() => t`Your teacher wrote`} empty={t`Nothing was sent.`} />
    </div>
  );
}
