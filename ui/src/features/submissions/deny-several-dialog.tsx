import { X } from 'lucide-react';
import { useState } from 'react';

import { Dialog } from '@/components/dialog/dialog';
import { formatCount } from '@/lib/format';
import { submitOnCtrlEnter } from '@/lib/submit-on-ctrl-enter';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { FormTextAreaField } from '@/shared/form/form-fields';

import { AnotherTry } from './another-try';
import { REVIEW_FAILED, type Written } from './review-queries';
import { reviewSchema, sayCommentRequired } from './review-rules';

const schema = reviewSchema('denied');

type DenySeveralProps = {
  count: number;
  sending: boolean;
  /** What the last attempt failed with. */
  failure: Error | null;
  onDeny: (written: Written) => void;
};

function DenySeveralForm({ count, sending, failure, onDeny }: DenySeveralProps) {
  const [again, setAgain] = useState(true);
  return (
    <Form
      schema={schema}
      initialValues={{ comment: '' }}
      mutation={{ error: failure, isPending: sending }}
      failureText={REVIEW_FAILED}
      onInvalid={(_errors, values) => {
        sayCommentRequired(values);
      }}
      onSubmit={({ comment }) => {
        onDeny({ verdict: 'denied', comment: comment.trim(), allowResubmission: again });
      }}
    >
      <FormTextAreaField
        name="comment"
        label="Comment"
        dir="auto"
        placeholder="What is missing, and what to do about it"
        onKeyDown={submitOnCtrlEnter}
      />
      <AnotherTry several checked={again} onChange={setAgain} />
      <FormActions variant="danger" icon={<X aria-hidden />} pendingLabel="Denying">
        Deny {formatCount(count, 'submission')}
      </FormActions>
    </Form>
  );
}

type DenySeveralDialogProps = DenySeveralProps & { open: boolean; onClose: () => void };

/** One comment for all that are chosen. */
export function DenySeveralDialog({ open, onClose, ...form }: DenySeveralDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={`Deny ${formatCount(form.count, 'submission')}`}
      description="Every student who sent one of them reads the same comment."
    >
      <DenySeveralForm {...form} />
    </Dialog>
  );
}
