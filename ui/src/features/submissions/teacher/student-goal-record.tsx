import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Inbox } from 'lucide-react';

import type { Attempt, Goal } from '@/api/types';
import { ButtonLink } from '@/components/button';
import { GoalRecord } from '@/features/submissions/record/goal-record';
import { withSubstitute } from '@/shared/substitute-name';

function commentTitle({ reviewerName, reviewedBySubstitute }: Attempt): string {
  if (reviewerName === null) return t`Comment`;
  const reviewer = reviewedBySubstitute ? withSubstitute(reviewerName) : reviewerName;
  return t`${reviewer} wrote`;
}

/** The record of a student's goal, with a link to the review of a pending try. */
export function StudentGoalRecord({ goal, isWaiting }: { goal: Goal; isWaiting: boolean }) {
  return (
    <GoalRecord
      goal={goal}
      commentTitle={commentTitle}
      empty={
        goal.status === 'completed' ? t`Nothing was sent: you marked it done.` : t`Nothing was sent so far.`
      }
    >
      {(attempts) =>
        isWaiting && (
          <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
            <ButtonLink
              variant="soft"
              to={`/teacher/submissions?first=${attempts.at(-1)?.id ?? ''}`}
              icon={<Inbox aria-hidden />}
            >
              <Trans>Review It</Trans>
            </ButtonLink>
            <span className="text-ink-2">
              <Trans>It waits in Submissions.</Trans>
            </span>
          </div>
        )
      }
    </GoalRecord>
  );
}
