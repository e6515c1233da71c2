import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import { closeWhenDone } from '@/api/mutation-policy';
import type { Goal } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { formatNumber } from '@/lib/format';

import { formatWorth, useCompleteGoal, useDeleteGoal, useReopenGoal } from './mutations';

type GoalConfirmDialogProps = {
  /** Goal to confirm; null while closed. */
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

type CompleteGoalDialogProps = GoalConfirmDialogProps & {
  /** Whether a submission for it is pending. */
  waiting: boolean;
};

/** Confirms completing a goal without proof. */
export function CompleteGoalDialog({ goal, studentName, waiting, onClose }: CompleteGoalDialogProps) {
  const completion = useCompleteGoal();
  return (
    <ConfirmDialog
      open={goal !== null}
      onOpenChange={onClose}
      title={t`Complete Goal`}
      description={
        <p>
          This completes <Name>{goal?.name}</Name> and gives <Name>{studentName}</Name>{' '}
          {formatWorth(goal?.goalbucks ?? 0)}
          {waiting ? '. The submission that waits for your review is approved with it.' : ', without proof.'}
        </p>
      }
      tone="primary"
      confirmLabel={t`Complete Goal`}
      pendingLabel={t`Completing goal`}
      pending={completion.isPending}
      onConfirm={() => {
        if (goal) completion.mutate(goal.id, closeWhenDone(onClose));
      }}
    />
  );
}

type ReopenGoalDialogProps = GoalConfirmDialogProps & {
  /** Current balance, if known. */
  balance: number | undefined;
};

/** Confirms reopening a goal and reversing its GoalBucks. */
export function ReopenGoalDialog({ goal, studentName, balance, onClose }: ReopenGoalDialogProps) {
  const reopening = useReopenGoal();
  const balanceAfter = goal && balance !== undefined ? balance - goal.goalbucks : 0;
  return (
    <ConfirmDialog
      open={goal !== null}
      onOpenChange={onClose}
      title={t`Reopen Goal`}
      description={
        <>
          <p>
            This takes {formatWorth(goal?.goalbucks ?? 0)} back from <Name>{studentName}</Name>, and{' '}
            <Name>{goal?.name}</Name> is a current goal again. A submission approved for it waits for your
            review again.
          </p>
          {balanceAfter < 0 && (
            <p className="mt-2">
              The balance falls to {formatNumber(balanceAfter)}: purchases wait until it is above zero again.
            </p>
          )}
        </>
      }
      confirmLabel={t`Reopen Goal`}
      pendingLabel={t`Reopening goal`}
      pending={reopening.isPending}
      onConfirm={() => {
        if (goal) reopening.mutate(goal.id, closeWhenDone(onClose));
      }}
    />
  );
}

type DeleteGoalDialogProps = Omit<GoalConfirmDialogProps, 'goal'> & {
  goal: Pick<Goal, 'id' | 'name'> | null;
};

/** Confirms deleting a goal. */
export function DeleteGoalDialog({ goal, studentName, onClose }: DeleteGoalDialogProps) {
  const deletion = useDeleteGoal();
  return (
    <ConfirmDialog
      open={goal !== null}
      onOpenChange={onClose}
      title={t`Delete Goal`}
      description={
        <p>
          This deletes <Name>{goal?.name}</Name> of <Name>{studentName}</Name> and removes everything
          submitted for it. It can&apos;t be undone.
        </p>
      }
      confirmLabel={t`Delete Goal`}
      pendingLabel={t`Deleting goal`}
      pending={deletion.isPending}
      onConfirm={() => {
        if (goal) deletion.mutate(goal.id, closeWhenDone(onClose));
      }}
    />
  );
}
