import { type ComponentType, useEffect, useState } from 'react';

import { useStudent } from '@/auth/session-context';
import { toast } from '@/components/toast/toast-store';

import type { SuggestGoalDialogProps } from './suggest-goal-dialog';
import { suggestionDraftOf } from './suggestion-draft';

const load = () => import('./suggest-goal-dialog');

/** The dialog to suggest a goal. Its code is loaded on demand: most visits to My Goals suggest nothing. */
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
      toast({ tone: 'error', title: 'Error', description: "The form didn't load. Please try again." });
    }
    setOpening(false);
  };
  // Opens the form again with the unsent suggestion, after a session's end or a reload.
  useEffect(() => {
    if (suggestionDraftOf(id).read() === null) return;
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
      /** Loads the code ahead of the press, which loads it again if this fails. */
      onNear: () => void load().catch(() => undefined),
    },
  };
}

export type Suggesting = ReturnType<typeof useSuggestDialog>['suggesting'];
