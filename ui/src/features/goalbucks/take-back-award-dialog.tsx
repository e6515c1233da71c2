import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { LedgerEntry } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { HelpButton } from '@/shared/help-button';
import { QueryView } from '@/shared/query-view';

import { useReverseAward } from './mutations';
import { awardHoldersQuery } from './queries';

function Name({ children }: { children: ReactNode }) {
  return (
    <strong className="text-ink wrap-anywhere">
      <bdi>{children}</bdi>
    </strong>
  );
}

type ConsequencesProps = { entry: LedgerEntry; studentName: string; count: number };

/** Describes the effect: the award is reversed for every student who has it. */
function Consequences({ entry, studentName, count }: ConsequencesProps) {
  if (count === 0)
    return (
      <p>
        <Trans>It has already been taken back.</Trans>
      </p>
    );
  const { amount } = entry;
  const others = count - 1;
  return (
    <>
      <p>
        {others > 0 ? (
          <Trans>
            This takes <Plural value={amount} one="#&nbsp;GoalBuck" other="#&nbsp;GoalBucks" /> back from{' '}
            <Name>{studentName}</Name>, and from{' '}
            <strong className="text-ink">
              <Plural value={others} one="# other student" other="# other students" />
            </strong>{' '}
            who got this award.
          </Trans>
        ) : (
          <Trans>
            This takes <Plural value={amount} one="#&nbsp;GoalBuck" other="#&nbsp;GoalBucks" /> back from{' '}
            <Name>{studentName}</Name>.
          </Trans>
        )}
      </p>
      <p className="mt-2">
        <Trans>A balance may fall below zero: purchases wait until it is above zero again.</Trans>
      </p>
    </>
  );
}

type TakeBackAwardDialogProps = {
  /** Entry of the award to reverse; null closes the dialog. */
  entry: LedgerEntry | null;
  studentName: string;
  onClose: () => void;
};

/** Confirms reversing an award for all its students. */
export function TakeBackAwardDialog({ entry, studentName, onClose }: TakeBackAwardDialogProps) {
  const assignmentId = entry?.assignmentId ?? null;
  const { mutate, isPending: takingBack } = useReverseAward();
  const holders = useQuery({
    ...awardHoldersQuery(assignmentId ?? ''),
    // Refetched each time the dialog opens, but not while the reversal is pending.
    enabled: assignmentId !== null && !takingBack,
    staleTime: 0,
  });
  const count = holders.isFetching ? undefined : holders.data?.count;
  const confirm = () => {
    if (entry && assignmentId !== null) {
      mutate({ assignmentId, amount: entry.amount }, { onSuccess: onClose });
    }
  };
  return (
    <ConfirmDialog
      open={entry !== null}
      onOpenChange={onClose}
      title={t`Take back this award?`}
      description={
        entry && (
          <>
            <p className="mb-2 font-mid text-ink wrap-anywhere">
              <bdi>{entry.description}</bdi>
            </p>
            <QueryView
              query={holders}
              variant="inline"
              pending={holders.isFetching}
              loading={t`Counting the students with this award...`}
              title={t`The number of students with this award didn't load.`}
            >
              {({ count }) => <Consequences entry={entry} studentName={studentName} count={count} />}
            </QueryView>
          </>
        )
      }
      confirmLabel={t`Take back award`}
      pendingLabel={t`Taking back`}
      pending={takingBack}
      disabled={count === undefined || count === 0}
      onConfirm={confirm}
    >
      <HelpButton answer="take-goalbucks-back" className="mt-3" />
    </ConfirmDialog>
  );
}
