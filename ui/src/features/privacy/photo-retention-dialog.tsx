import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';

import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { QueryError } from '@/shared/query-error';

import { useSetPhotoRetention } from './mutations';
import { duePhotosQuery } from './queries';
import { daysLabel, removalSummary } from './retention-texts';

function RemovalSummary({ days }: { days: number }) {
  const due = useQuery(duePhotosQuery(days));
  if (!due.data && due.isError)
    return <QueryError level={3} title={t`The photos could not be counted`} query={due} />;
  return (
    <p role="status" className="font-mid text-ink">
      {due.data ? removalSummary(due.data.images) : t`Counting the photos...`}
    </p>
  );
}

type PhotoRetentionDialogProps = { days: number; onClose: () => void };

/** Confirms a shorter photo retention. */
export function PhotoRetentionDialog({ days, onClose }: PhotoRetentionDialogProps) {
  const period = daysLabel(days);
  const { mutate, isPending } = useSetPhotoRetention();
  const due = useQuery(duePhotosQuery(days));
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t`Keep photos for ${period}?`}
      description={
        <>
          <RemovalSummary days={days} />
          <p className="mt-2">
            <Trans>
              From now on a photo goes {period} after its submission was reviewed, in every class of this
              computer. Texts, reviews and GoalBucks stay, and so do photos that wait for a review.
            </Trans>
          </p>
          <p className="mt-2">
            <Trans>
              Backups still hold removed photos for up to 4 weeks, and backups that you made as long as you
              keep them.
            </Trans>
          </p>
        </>
      }
      confirmLabel={due.data?.images === 0 ? t`Change Setting` : t`Remove Old Photos`}
      tone={due.data?.images === 0 ? 'primary' : 'danger'}
      pendingLabel={t`Changing setting`}
      pending={isPending}
      disabled={!due.data}
      onConfirm={() => {
        mutate(days, { onSuccess: onClose });
      }}
    />
  );
}
