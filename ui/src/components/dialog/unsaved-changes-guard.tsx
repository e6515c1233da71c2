import { use, useEffect, useState } from 'react';

import { TabShownContext } from '@/components/tabs';
import { useLeaveWarning } from '@/hooks/use-leave-warning';
import { askBeforeLeaving } from '@/lib/unsaved-changes';

import { ConfirmDialog } from './confirm-dialog';
import { useCloseOnBack } from './use-close-on-back';

type UnsavedChangesGuardProps = {
  /** Whether the form is shown. */
  open: boolean;
  /** Whether something was typed that isn't sent; also while the form is closed and keeps it. */
  dirty: boolean;
  /** Closes the form. */
  onClose: () => void;
  /** Forgets what was typed and closes the form. */
  onDiscard: () => void;
};

type Question = { verb: 'Close' | 'Leave'; proceed: () => void };

/**
 * Guards a form that stands on a page, as `Dialog` guards one inside: Back closes it, and Back, a link to another page
 * and a reload ask when something was typed. Render it beside the form: its question has a form of its own.
 */
export function UnsavedChangesGuard({ open, dirty, onClose, onDiscard }: UnsavedChangesGuardProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  const isTabShown = use(TabShownContext);
  useLeaveWarning(dirty);
  useCloseOnBack(isTabShown && (open || dirty), () => {
    if (dirty) setQuestion({ verb: 'Close', proceed: onDiscard });
    else onClose();
  });
  useEffect(() => {
    if (!dirty) return;
    return askBeforeLeaving((leave) => {
      setQuestion({ verb: 'Leave', proceed: leave });
    });
  }, [dirty]);
  const verb = question?.verb ?? 'Close';
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={() => {
        setQuestion(null);
      }}
      title={`${verb} without sending?`}
      description="What you typed will be lost."
      cancelLabel="Keep editing"
      confirmLabel={`${verb} without sending`}
      onConfirm={() => {
        setQuestion(null);
        question?.proceed();
      }}
    />
  );
}
