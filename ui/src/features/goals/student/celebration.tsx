import { plural } from '@lingui/core/macro';

import type { Goal } from '@/api/types';
import { ApprovalComment } from '@/features/goals/student/approval-comment';
import { CelebrationCard } from '@/shared/celebration/celebration-card';
import { paidOf, worthOf } from '@/shared/paid-of';

/** Total GoalBucks of the goals. */
export function totalGoalbucks(goals: Goal[]): number {
  return goals.reduce((sum, goal) => sum + paidOf(goal), 0);
}

type CelebrationProps = {
  goals: Goal[];
  /** The comment of the approval, if there is one. */
  comment: (goal: Goal) => string | null | undefined;
  onDismiss: () => void;
};

/** Dismissible card with the goals approved since the last visit. */
export function Celebration({ goals, comment, onDismiss }: CelebrationProps) {
  const count = goals.length;
  return (
    <div role="status">
      {count > 0 && (
        <CelebrationCard
          title={plural(count, { one: 'Goal achieved!', other: '# goals achieved!' })}
          lines={goals.map((goal) => ({
            id: goal.id,
            text: (
              <>
                <bdi>{goal.name}</bdi>
                <ApprovalComment comment={comment(goal)} />
              </>
            ),
          }))}
          total={totalGoalbucks(goals)}
          of={goals.reduce((sum, goal) => sum + worthOf(goal), 0)}
          onDismiss={onDismiss}
        />
      )}
    </div>
  );
}
