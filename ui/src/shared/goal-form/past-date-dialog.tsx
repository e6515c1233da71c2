import { t } from '@lingui/core/macro';

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
  return (
    <ConfirmDialog
      open={date !== null}
      onOpenChange={onCancel}
      title={t`Due date in the past?`}
      description={
        <p>
          The goal will be overdue at once: it is due{' '}
          {date !== null && <strong className="text-ink">{formatCalendarDate(date)}</strong>}.
        </p>
      }
      tone="primary"
      cancelLabel={t`Change date`}
      confirmLabel={t`Use this date`}
      onConfirm={onConfirm}
    />
  );
}
