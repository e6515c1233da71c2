import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { formatCalendarDate } from '@/lib/format';

type PastDateQuestionProps = {
  /** The due date in the past, as YYYY-MM-DD; null while there is no question. */
  date: string | null;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before a goal gets a due date in the past. Render it beside the form, not inside: it has a form of its own. */
export function PastDateQuestion({ date, onConfirm, onCancel }: PastDateQuestionProps) {
  return (
    <ConfirmDialog
      open={date !== null}
      onOpenChange={onCancel}
      title="Due date in the past?"
      description={
        <p>
          The goal will be overdue at once: it is due{' '}
          {date !== null && <strong className="text-ink">{formatCalendarDate(date)}</strong>}.
        </p>
      }
      tone="primary"
      cancelLabel="Change date"
      confirmLabel="Use this date"
      onConfirm={onConfirm}
    />
  );
}
