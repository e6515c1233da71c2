import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Goal } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { Card } from '@/components/card';
import { type RowFocusProps, useFocusOnNewPage } from '@/components/show-more';
import { CompletedDate } from '@/features/goals/goal-dates';
import { ShowMoreCompleted } from '@/features/goals/show-more-completed';
import { ApprovalComment } from '@/features/goals/student/approval-comment';
import { GoalAmount } from '@/shared/goal-amount';
import { PictureBox } from '@/shared/goal-pictures/goal-picture';
import { Speaker } from '@/shared/read-aloud/speaker';

type CompletedGoalProps = {
  goal: Goal;
  comment: string | null | undefined;
  status: ReactNode;
  record: ReactNode;
  focusProps: RowFocusProps;
};

function CompletedGoal({ goal, comment, status, record, focusProps }: CompletedGoalProps) {
  return (
    <li
      {...focusProps}
      className="flex min-h-14 items-center gap-3 border-t border-line px-4 py-3 outline-offset-[-3px]! first:border-t-0 sm:px-5"
    >
      {goal.picture ? (
        <PictureBox picture={goal.picture} className="size-[44px] self-start rounded-control bg-sky" />
      ) : (
        <span className="grid size-7 shrink-0 place-items-center self-start rounded-control bg-approved-soft text-approved-ink">
          <Check aria-hidden className="size-4" />
        </span>
      )}
      <div className="min-w-0 grow">
        <h3 className="font-text wrap-anywhere">
          <bdi>{goal.name}</bdi>
        </h3>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {goal.completedAt !== null && (
            <p className="text-small text-ink-3">
              <CompletedDate iso={goal.completedAt} />
            </p>
          )}
          {status}
        </div>
        <ApprovalComment comment={comment} />
        {record}
      </div>
      <GoalAmount signed hideUnit goal={goal} />
      <Speaker goal={goal} />
    </li>
  );
}

type CompletedGoalsProps = {
  /** Loaded pages, newest first. */
  pages: Goal[][];
  /** The comment of the approval, if there is one. */
  comment: (goal: Goal) => string | null | undefined;
  /** Renders the badge of the submission. */
  status: (goal: Goal) => ReactNode;
  /** Renders what opens in the row. */
  record: (goal: Goal) => ReactNode;
};

/** Completed goals in pages of 50. */
export function CompletedGoals({ pages, comment, status, record }: CompletedGoalsProps) {
  const { id } = useStudent();
  const focusProps = useFocusOnNewPage(pages);
  return (
    <Card>
      <ul>
        {pages.flat().map((goal) => (
          <CompletedGoal
            key={goal.id}
            goal={goal}
            comment={comment(goal)}
            status={status(goal)}
            record={record(goal)}
            focusProps={focusProps(goal)}
          />
        ))}
      </ul>
      <ShowMoreCompleted studentId={id} />
    </Card>
  );
}
