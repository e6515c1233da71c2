import { t } from '@lingui/core/macro';
import { type ComponentType, useEffect, useState } from 'react';

import { connection } from '@/api/connection';
import { useStudent } from '@/auth/session-context';
import { toast } from '@/components/toast/toast-store';

import type { SuggestGoalDialogProps } from './suggest-goal-dialog';
import { createSuggestionDraft } from './suggestion-draft';

const load = () => import('./suggest-goal-dialog');

/** Lazily loaded dialog to suggest a goal. */
export function useSuggestDialog() {
  const { id } = useStudent();
  const [Dialog, setDialog] = useState<ComponentType<SuggestGoalDialogProps> | null>(null);
  const [open, setOpen] = useState(false);
  const [opening, setOpening] = useState(false);
  const begin = async () => {
    setOpening(true);
    try {
      const { SuggestGoalDialog } = await load();
      setDialog(() => SuggestGoalDialog);
      setOpen(true);
    } catch {
      void connection.check();
      toast({ tone: 'error', title: t`Error`, description: t`The form didn't load. Please try again.` });
    }
    setOpening(false);
  };
  // Reopens the form with an unsent suggestion after a reload or an ended session.
  useEffect(() => {
    if (createSuggestionDraft(id).read() === null) return;
    load().then(
      ({ SuggestGoalDialog }) => {
        setDialog(() => SuggestGoalDialog);
        setOpen(true);
      },
      () => undefined,
    );
  }, [id]);
  return {
    dialog: Dialog && <Dialog open={open} onOpenChange={setOpen} />,
    suggesting: {
      opening,
      onSuggest: () => void begin(),
      /** Preloads the chunk; a click retries if this fails. */
      onPreload: () => void load().catch(() => undefined),
    },
  };
}

export type SuggestButtonProps = ReturnType<typeof useSuggestDialog>['suggesting'];
