import type { ReactNode } from 'react';

import { closeWhenDone } from '@/api/mutation-policy';
import type { Goal } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { formatNumber } from '@/lib/format';

import { formatWorth, useCompleteGoal, useDeleteGoal, useReopenGoal } from './mutations';

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

type CompleteGoalDialogProps = QuestionProps & {
  /** A submission for it waits for a review. */
  waiting: boolean;
};

/** Asks before a goal is completed and paid without proof. */
export function CompleteGoalDialog({ goal, studentName, waiting, onClose }: CompleteGoalDialogProps) {
  const completion = useCompleteGoal();
  return (
    <ConfirmDialog
      open={goal !== null}
      onOpenChange={onClose}
      title="Complete Goal"
      description={
        <p>
          This completes <Name>{goal?.name}</Name> and gives <Name>{studentName}</Name>{' '}
          {formatWorth(goal?.goalbucks ?? 0)}
          {waiting ? '. The submission that waits for your review is approved with it.' : ', without proof.'}
        </p>
      }
      tone="primary"
      confirmLabel="Complete Goal"
      pendingLabel="Completing goal"
      pending={completion.isPending}
      onConfirm={() => {
        if (goal) completion.mutate(goal.id, closeWhenDone(onClose));
      }}
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
  const left = goal && balance !== undefined ? balance - goal.goalbucks : 0;
  return (
    <ConfirmDialog
      open={goal !== null}
      onOpenChange={onClose}
      title="Reopen Goal"
      description={
        <>
          <p>
            This takes {formatWorth(goal?.goalbucks ?? 0)} back from <Name>{studentName}</Name>, and{' '}
            <Name>{goal?.name}</Name> is a current goal again. A submission approved for it waits for your
            review again.
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
      onConfirm={() => {
        if (goal) reopening.mutate(goal.id, closeWhenDone(onClose));
      }}
    />
  );
}

type DeleteGoalDialogProps = Omit<QuestionProps, 'goal'> & { goal: Pick<Goal, 'id' | 'name'> | null };

/** Asks before a goal that hasn't paid is removed. */
export function DeleteGoalDialog({ goal, studentName, onClose }: DeleteGoalDialogProps) {
  const deletion = useDeleteGoal();
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
      onConfirm={() => {
        if (goal) deletion.mutate(goal.id, closeWhenDone(onClose));
      }}
    />
  );
}
