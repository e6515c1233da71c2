import { type ComponentType, useEffect, useState } from 'react';

import { toast } from '@/components/toast-store';

import type { SuggestGoalDialogProps } from './suggest-goal-dialog';
import { suggestionDraft } from './suggestion-draft';

const load = () => import('./suggest-goal-dialog');

/** The dialog's code comes when it is wanted: most visits to My Goals suggest nothing. */
export function useSuggestDialog(studentId: string) {
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
  // Where the session ended, or the page was loaded anew, the student goes on.
  useEffect(() => {
    if (suggestionDraft.read() === null) return;
    load().then(
      ({ SuggestGoalDialog }) => {
        setDialog(() => SuggestGoalDialog);
        setOpen(true);
      },
      () => undefined,
    );
  }, []);
  return {
    dialog: Dialog && <Dialog studentId={studentId} open={open} onOpenChange={setOpen} />,
    suggesting: {
      opening,
      onSuggest: () => void begin(),
      /** Somebody is about to press. One that doesn't come is asked for again by the press. */
      onNear: () => void load().catch(() => undefined),
    },
  };
}

export type Suggesting = ReturnType<typeof useSuggestDialog>['suggesting'];
