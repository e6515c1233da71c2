import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { formatCalendarDate } from '@/lib/format';

type PastDateDialogProps = {
  /** Past due date as YYYY-MM-DD; null while closed. */
  date: string | null;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Confirms a due date in the past. Render it outside the form, as it contains one. */
export function PastDateDialog({ date, onConfirm, onCancel }: PastDateDialogProps) {
  const day = date === null ? '' : formatCalendarDate(date);
  return (
    <ConfirmDialog
      open={date !== null}
      onOpenChange={onCancel}
      title={t`Due date in the past?`}
      description={
        <p>
          <Trans>
            The goal will be overdue at once: it is due <strong className="text-ink">{day}</strong>.
          </Trans>
        </p>
      }
      tone="primary"
      cancelLabel={t`Change date`}
      confirmLabel={t`Use this date`}
      onConfirm={onConfirm}
    />
  );
}
