import { Dialog } from '@/components/dialog/dialog';

import { SuggestGoalForm } from './suggest-goal-form';
import { suggestionDraftOf } from './suggestion-draft';

const question = {
  title: 'Close without sending?',
  description: 'What you typed will be lost.',
  confirmLabel: 'Close without sending',
};

export type SuggestGoalDialogProps = {
  studentId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function SuggestGoalDialog({ studentId, open, onOpenChange }: SuggestGoalDialogProps) {
  const change = (next: boolean) => {
    if (!next) suggestionDraftOf(studentId).clear();
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Suggest a Goal"
      description="If your teacher approves it, it becomes one of your goals."
      question={question}
    >
      <SuggestGoalForm
        studentId={studentId}
        onSent={() => {
          change(false);
        }}
      />
    </Dialog>
  );
}
