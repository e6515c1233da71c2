import { t } from '@lingui/core/macro';
import { use, useEffect, useState } from 'react';

import { TabVisibleContext } from '@/components/tabs';

import { ConfirmDialog } from './confirm-dialog';
import { useCloseOnBack } from './dialog-history';
import { askBeforeLeaving, useUnsavedChanges } from './unsaved-changes';

type UnsavedChangesGuardProps = {
  /** Whether the form is shown. */
  open: boolean;
  /** Whether there is unsent input, also while the form is closed. */
  dirty: boolean;
  /** Closes the form. */
  onClose: () => void;
  /** Discards the input and closes the form. */
  onDiscard: () => void;
  /** Texts of the question, where nothing is typed and sent. */
  texts?: { title: string; description: string; stay: string; leave: string } | undefined;
};

type PendingConfirmation = { action: 'close' | 'leave'; proceed: () => void };

/**
 * Guards a form on a page as `Dialog` guards one inside: Back closes it, and Back, navigation and reload ask if it is
 * dirty. Render it outside the form.
 */
export function UnsavedChangesGuard({ open, dirty, onClose, onDiscard, texts }: UnsavedChangesGuardProps) {
  const [pending, setPending] = useState<PendingConfirmation | null>(null);
  const isTabShown = use(TabVisibleContext);
  useUnsavedChanges(dirty);
  useCloseOnBack(isTabShown && (open || dirty), () => {
    if (dirty) setPending({ action: 'close', proceed: onDiscard });
    else onClose();
  });
  useEffect(() => {
    if (!dirty) return;
    return askBeforeLeaving((leave) => {
      setPending({ action: 'leave', proceed: leave });
    });
  }, [dirty]);
  const isLeaving = pending?.action === 'leave';
  return (
    <ConfirmDialog
      open={pending !== null}
      onOpenChange={() => {
        setPending(null);
      }}
      title={texts?.title ?? (isLeaving ? t`Leave without sending?` : t`Close without sending?`)}
      description={texts?.description ?? t`What you typed will be lost.`}
      cancelLabel={texts?.stay ?? t`Keep editing`}
      confirmLabel={texts?.leave ?? (isLeaving ? t`Leave without sending` : t`Close without sending`)}
      onConfirm={() => {
        setPending(null);
        pending?.proceed();
      }}
    />
  );
}
