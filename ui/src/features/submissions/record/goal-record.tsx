import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import type { Attempt, Goal } from '@/api/types';
import { Loading, Skeleton } from '@/components/skeleton';
import { SubmissionPhotos } from '@/features/submissions/photo-viewer/submission-photos';
import { QueryView } from '@/shared/query-view';

import { AttemptItem } from './attempt-item';
import { goalRecordQuery } from './queries';

type GoalRecordProps = {
  goal: Pick<Goal, 'id' | 'studentId' | 'name'>;
  /** Title of a comment, such as "Your teacher wrote". */
  commentTitle: (attempt: Attempt) => string;
  /** Text if nothing was sent. */
  empty: string;
  /** Shown below the tries. */
  children?: (attempts: Attempt[]) => ReactNode;
};

function RecordSkeleton() {
  return (
    <Loading label={t`Loading what was sent...`} className="flex gap-4">
      <Skeleton className="h-26 w-36 shrink-0 sm:h-33 sm:w-44" />
      <div className="flex grow flex-col gap-3 pt-2">
        <Skeleton className="w-40" />
        <Skeleton className="w-3/5" />
      </div>
    </Loading>
  );
}

/** Every try of a goal, oldest first, with photos that open in the viewer. Loaded on mount. */
export function GoalRecord({ goal, commentTitle, empty, children }: GoalRecordProps) {
  const record = useQuery(goalRecordQuery(goal));
  const [shownId, setShownId] = useState<string | null>(null);
  return (
    <QueryView
      query={record}
      variant="inline"
      title={t`What was sent didn't load.`}
      skeleton={<RecordSkeleton />}
      empty={<p className="text-ink-2">{empty}</p>}
    >
      {(attempts) => (
        <>
          <ol>
            {attempts.map((attempt, index) => (
              <AttemptItem
                key={attempt.id}
                attempt={attempt}
                number={index + 1}
                goalName={goal.name}
                commentTitle={commentTitle(attempt)}
                onEnlarge={() => {
                  setShownId(attempt.id);
                }}
              />
            ))}
          </ol>
          {children?.(attempts)}
          <SubmissionPhotos
            photos={attempts.map((attempt) => ({ ...attempt, goalName: goal.name }))}
            shownId={shownId}
            onShow={setShownId}
          />
        </>
      )}
    </QueryView>
  );
}
