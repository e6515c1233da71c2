import { t } from '@lingui/core/macro';

import { useStudent } from '@/auth/session-context';
import { Dialog } from '@/components/dialog/dialog';

import { SuggestGoalForm } from './suggest-goal-form';
import { createSuggestionDraft } from './suggestion-draft';

export type SuggestGoalDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function SuggestGoalDialog({ open, onOpenChange }: SuggestGoalDialogProps) {
  const { id } = useStudent();
  const change = (next: boolean) => {
    if (!next) createSuggestionDraft(id).clear();
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={t`Suggest a Goal`}
      description={t`If your teacher says yes, it is one of your goals.`}
      closeConfirmation={{
        title: t`Close without sending?`,
        description: t`What you typed will be lost.`,
        confirmLabel: t`Close without sending`,
      }}
    >
      <SuggestGoalForm
        onSent={() => {
          change(false);
        }}
      />
    </Dialog>
  );
}
