import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { Classroom } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';

import { useRenewClassCode } from './mutations';

type NewClassCodeDialogProps = { classroom: Classroom; open: boolean; onClose: () => void };

/** Confirms replacing the class code; the old one stops working. */
export function NewClassCodeDialog({ classroom, open, onClose }: NewClassCodeDialogProps) {
  const { id, name, classCode } = classroom;
  const renewal = useRenewClassCode();
  const renew = () => {
    renewal.mutate(id, { onSuccess: onClose });
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={t`New Class Code`}
      description={
        <>
          <p>
            <Trans>
              The old code <strong className="text-ink">{classCode}</strong> of{' '}
              <strong className="text-ink wrap-anywhere">
                <bdi>{name}</bdi>
              </strong>{' '}
              stops working at once.
            </Trans>
          </p>
          <p className="mt-2">
            <Trans>
              Students who are signed in stay signed in. The next time they sign in, they need the new code.
            </Trans>
          </p>
        </>
      }
      confirmLabel={t`Get New Code`}
      pendingLabel={t`Getting new code`}
      pending={renewal.isPending}
      onConfirm={renew}
    />
  );
}
