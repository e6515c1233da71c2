import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import { closeWhenDone } from '@/api/mutation-policy';
import type { Goal } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { formatNumber } from '@/lib/format';
import { paidOf } from '@/shared/paid-of';

import { useCompleteGoal, useDeleteGoal, useReopenGoal } from './mutations';

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
  const name = goal?.name ?? '';
  const goalbucks = goal ? paidOf(goal) : 0;
  return (
    <ConfirmDialog
      open={goal !== null}
      onOpenChange={onClose}
      title={t`Complete Goal`}
      description={
        <p>
          {waiting ? (
            <Trans>
              This completes <Name>{name}</Name> and gives <Name>{studentName}</Name>{' '}
              <Plural value={goalbucks} one="#&nbsp;GoalBuck" other="#&nbsp;GoalBucks" />. The submission that
              waits for your review is approved with it.
            </Trans>
          ) : (
            <Trans>
              This completes <Name>{name}</Name> and gives <Name>{studentName}</Name>{' '}
              <Plural value={goalbucks} one="#&nbsp;GoalBuck" other="#&nbsp;GoalBucks" />, without proof.
            </Trans>
          )}
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

/** What reopening a completed goal takes back. */
function TakenBack({
  goal,
  studentName,
  balance,
}: { goal: Goal } & Omit<ReopenGoalDialogProps, 'goal' | 'onClose'>) {
  const { name } = goal;
  const goalbucks = paidOf(goal);
  const balanceAfter = balance !== undefined ? balance - goalbucks : 0;
  const shownBalance = formatNumber(balanceAfter);
  return (
    <>
      <p>
        <Trans>
          This takes <Plural value={goalbucks} one="#&nbsp;GoalBuck" other="#&nbsp;GoalBucks" /> back from{' '}
          <Name>{studentName}</Name>, and <Name>{name}</Name> is a current goal again. A submission approved
          for it waits for your review again.
        </Trans>
      </p>
      {balanceAfter < 0 && (
        <p className="mt-2">
          <Trans>The balance falls to {shownBalance}: purchases wait until it is above zero again.</Trans>
        </p>
      )}
    </>
  );
}

type ReopenGoalDialogProps = GoalConfirmDialogProps & {
  /** Current balance, if known. */
  balance: number | undefined;
};

/** Confirms reopening a goal, and reversing its GoalBucks if it was completed. */
export function ReopenGoalDialog({ goal, onClose, ...student }: ReopenGoalDialogProps) {
  const reopening = useReopenGoal();
  const name = goal?.name ?? '';
  return (
    <ConfirmDialog
      open={goal !== null}
      onOpenChange={onClose}
      title={t`Reopen Goal`}
      description={
        goal?.status === 'ended' ? (
          <p>
            <Trans>
              <Name>{name}</Name> is a current goal again, without a due date.
            </Trans>
          </p>
        ) : (
          goal && <TakenBack goal={goal} {...student} />
        )
      }
      tone={goal?.status === 'ended' ? 'primary' : 'danger'}
      confirmLabel={t`Reopen Goal`}
      pendingLabel={t`Reopening goal`}
      pending={reopening.isPending}
      onConfirm={() => {
        if (goal) reopening.mutate(goal, closeWhenDone(onClose));
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
  const name = goal?.name;
  return (
    <ConfirmDialog
      open={goal !== null}
      onOpenChange={onClose}
      title={t`Delete Goal`}
      description={
        <p>
          <Trans>
            This deletes <Name>{name}</Name> of <Name>{studentName}</Name> and removes everything submitted
            for it. It can&apos;t be undone.
          </Trans>
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
