import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';

import type { Goal } from '@/api/types';
import { Card } from '@/components/card';
import { FoldArrow } from '@/components/fold-arrow';
import { endedGoalsQuery } from '@/features/goals/teacher/ended-goals-query';
import { EndedGoalActions, type useGoalAction } from '@/features/goals/teacher/goal-actions';
import { EndedGoalList } from '@/features/goals/teacher/goal-list';
import { StudentGoalRecord } from '@/features/submissions/teacher/student-goal-record';
import { formatNumber } from '@/lib/format';

type EndedGoalsProps = {
  studentId: string;
  /** Id of the goal that the page's address names. */
  linkedId: string | null;
  /** Undefined in an archived class, whose goals have no actions. */
  onChoose: ReturnType<typeof useGoalAction>['choose'] | undefined;
};

/** The goals that ended without being completed, folded; nothing if there are none. */
export function EndedGoals({ studentId, linkedId, onChoose }: EndedGoalsProps) {
  const goals = useQuery(endedGoalsQuery(studentId)).data ?? [];
  const number = formatNumber(goals.length);
  if (goals.length === 0) return null;
  return (
    <details open={goals.some(({ id }) => id === linkedId)} className="group">
      <summary className="inline-flex min-h-9 list-none items-center gap-1.5 rounded-control pe-2">
        <FoldArrow />
        <h2>
          <Trans comment="Goals that ended without being completed, and their number">
            Not done ({number})
          </Trans>
        </h2>
      </summary>
      <Card className="mt-2">
        <EndedGoalList
          goals={goals}
          linkedId={linkedId}
          record={(goal) => <StudentGoalRecord goal={goal} isWaiting={false} />}
          {...(onChoose && {
            actions: (goal: Goal) => <EndedGoalActions goal={goal} onChoose={onChoose} />,
          })}
        />
      </Card>
    </details>
  );
}
