import type { ReactNode } from 'react';

import type { Goal } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { formatNumber } from '@/lib/format';
import { amountUnit } from '@/shared/amount-unit';

import { useCompleteGoal, useDeleteGoal, useReopenGoal } from './queries';
import { useGoalAnswer } from './use-goal-answer';

type QuestionProps = {
  /** The goal in question; null while there is no question. */
  goal: Goal | null;
  studentName: string;
  onClose: () => void;
};

function Name({ children }: { children: ReactNode }) {
  return (
    <strong className="text-ink wrap-anywhere">
      <bdi>{children}</bdi>
    </strong>
  );
}

/** "25 GoalBucks", for a sentence; never torn apart. */
function worth(goal: Goal | null): string {
  const goalbucks = goal?.goalbucks ?? 0;
  return `${formatNumber(goalbucks)}\u00a0${amountUnit(goalbucks)}`;
}

type CompleteGoalDialogProps = QuestionProps & {
  /** A submission for it waits for a review. */
  waiting: boolean;
};

/** Asks before a goal is completed and paid without proof. */
export function CompleteGoalDialog({ goal, studentName, waiting, onClose }: CompleteGoalDialogProps) {
  const completion = useCompleteGoal();
  const complete = useGoalAnswer({
    mutation: completion,
    goal,
    done: (completed) => ({
      title: 'Goal completed',
      description: `Successfully credited ${worth(completed)}`,
    }),
    failed: 'Failed to complete goal. Please try again.',
    onClose,
  });
  return (
    <ConfirmDialog
      open={goal !== null}
      onOpenChange={onClose}
      title="Complete Goal"
      description={
        <p>
          This completes <Name>{goal?.name}</Name> and gives <Name>{studentName}</Name> {worth(goal)}
          {waiting ? '. The submission that waits for your review is approved with it.' : ', without proof.'}
        </p>
      }
      tone="primary"
      confirmLabel="Complete Goal"
      pendingLabel="Completing goal"
      pending={completion.isPending}
      onConfirm={complete}
    />
  );
}

type ReopenGoalDialogProps = QuestionProps & {
  /** What the student can spend now, as far as it is known. */
  balance: number | undefined;
};

/** Asks before a completed goal is current again and its goalbucks are taken back. */
export function ReopenGoalDialog({ goal, studentName, balance, onClose }: ReopenGoalDialogProps) {
  const reopening = useReopenGoal();
  const reopen = useGoalAnswer({
    mutation: reopening,
    goal,
    done: (reopened) => ({
      title: 'Goal reopened',
      description: `Successfully took back ${worth(reopened)}`,
    }),
    failed: 'Failed to reopen goal. Please try again.',
    onClose,
  });
  const left = goal && balance !== undefined ? balance - goal.goalbucks : 0;
  return (
    <ConfirmDialog
      open={goal !== null}
      onOpenChange={onClose}
      title="Reopen Goal"
      description={
        <>
          <p>
            This takes {worth(goal)} back from <Name>{studentName}</Name>, and <Name>{goal?.name}</Name> is a
            current goal again. A submission approved for it waits for your review again.
          </p>
          {left < 0 && (
            <p className="mt-2">
              The balance falls to {formatNumber(left)}: purchases wait until it is above zero again.
            </p>
          )}
        </>
      }
      confirmLabel="Reopen Goal"
      pendingLabel="Reopening goal"
      pending={reopening.isPending}
      onConfirm={reopen}
    />
  );
}

type DeleteGoalDialogProps = Omit<QuestionProps, 'goal'> & { goal: Pick<Goal, 'id' | 'name'> | null };

/** Asks before a goal that hasn't paid is removed. */
export function DeleteGoalDialog({ goal, studentName, onClose }: DeleteGoalDialogProps) {
  const deletion = useDeleteGoal();
  const remove = useGoalAnswer({
    mutation: deletion,
    goal,
    done: () => ({ title: 'Goal deleted' }),
    failed: 'Failed to delete goal. Please try again.',
    onClose,
  });
  return (
    <ConfirmDialog
      open={goal !== null}
      onOpenChange={onClose}
      title="Delete Goal"
      description={
        <p>
          This deletes <Name>{goal?.name}</Name> of <Name>{studentName}</Name> and removes everything
          submitted for it. It can&apos;t be undone.
        </p>
      }
      confirmLabel="Delete Goal"
      pendingLabel="Deleting goal"
      pending={deletion.isPending}
      onConfirm={remove}
    />
  );
}
