import { plural, t } from '@lingui/core/macro';
import { RotateCcw, X } from 'lucide-react';

import { Dialog, useDialogTitle } from '@/components/dialog/dialog';
import { submitOnCtrlEnter } from '@/lib/submit-on-ctrl-enter';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { FormTextAreaField } from '@/shared/form/form-fields';

import { AllowResubmission } from './allow-resubmission';
import { type ReviewInput, UNCONFIRMED_REVIEWS } from './mutations';
import { denialSchema, toastCommentRequired } from './review-rules';
import { useAllowResubmission } from './use-allow-resubmission';

const returnLabel = (count: number) =>
  plural(count, { one: 'Return # submission', other: 'Return # submissions' });
const denyLabel = (count: number) => plural(count, { one: 'Deny # submission', other: 'Deny # submissions' });

type BulkDenyProps = {
  count: number;
  sending: boolean;
  /** Error of the last attempt. */
  failure: Error | null;
  onDeny: (written: ReviewInput) => void;
};

function BulkDenyForm({ count, sending, failure, onDeny }: BulkDenyProps) {
  const [mayResubmit, setMayResubmit] = useAllowResubmission();
  useDialogTitle(mayResubmit ? returnLabel(count) : denyLabel(count));
  return (
    <Form
      schema={denialSchema}
      initialValues={{ comment: '' }}
      mutation={{ error: failure, isPending: sending }}
      unconfirmed={UNCONFIRMED_REVIEWS}
      onInvalid={(_errors, values) => {
        toastCommentRequired(values);
      }}
      onSubmit={({ comment }) => {
        onDeny({ verdict: 'denied', comment: comment.trim(), allowResubmission: mayResubmit });
      }}
    >
      <FormTextAreaField
        name="comment"
        label={t`Comment`}
        dir="auto"
        placeholder={t`What is missing, and what to do about it`}
        onKeyDown={submitOnCtrlEnter}
      />
      <AllowResubmission several checked={mayResubmit} onChange={setMayResubmit} />
      {mayResubmit ? (
        <FormActions icon={<RotateCcw aria-hidden />} pendingLabel={t`Returning`}>
          {returnLabel(count)}
        </FormActions>
      ) : (
        <FormActions variant="danger" icon={<X aria-hidden />} pendingLabel={t`Denying`}>
          {denyLabel(count)}
        </FormActions>
      )}
    </Form>
  );
}

type BulkDenyDialogProps = BulkDenyProps & { open: boolean; onClose: () => void };

/** Denies all selected submissions with one comment. */
export function BulkDenyDialog({ open, onClose, ...form }: BulkDenyDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={denyLabel(form.count)}
      description={t`Every student who sent one of them reads the same comment.`}
    >
      <BulkDenyForm {...form} />
    </Dialog>
  );
}
