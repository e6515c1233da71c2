import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, RotateCcw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import type { SubmissionListItem } from '@/api/types';
import { submitOnCtrlEnter } from '@/lib/submit-on-ctrl-enter';
import { Form } from '@/shared/form/form';
import { FormError, SecondaryButton, SubmitButton } from '@/shared/form/form-actions';
import { FormTextAreaField } from '@/shared/form/form-fields';

import { AllowResubmission } from './allow-resubmission';
import { REVIEW_FAILED, useReviewSubmission } from './mutations';
import { reviewSchema, toastCommentRequired, type Verdict } from './review-rules';

function ConfirmButton({ denying, returning }: { denying: boolean; returning: boolean }) {
  if (returning) {
    return (
      <SubmitButton icon={<RotateCcw aria-hidden />} pendingLabel={t`Returning`}>
        <Trans comment="Gives a submission back for another try">Confirm Return</Trans>
      </SubmitButton>
    );
  }
  return (
    <SubmitButton
      variant={denying ? 'danger' : 'primary'}
      icon={denying ? <X aria-hidden /> : <Check aria-hidden />}
      pendingLabel={denying ? t`Denying` : t`Approving`}
    >
      {denying ? t`Confirm Deny` : t`Confirm Approve`}
    </SubmitButton>
  );
}

function CommentField({ studentName, denying }: { studentName: string; denying: boolean }) {
  return (
    <FormTextAreaField
      name="comment"
      label={
        <Trans>
          Comment for <bdi>{studentName}</bdi>
        </Trans>
      }
      serverLabel={t`Comment`}
      optional={!denying}
      dir="auto"
      placeholder={denying ? t`What is missing, and what to do about it` : t`Anything you want to say`}
      onKeyDown={submitOnCtrlEnter}
    />
  );
}

type ReviewFormProps = {
  row: SubmissionListItem;
  verdict: Verdict;
  comment: string;
  onComment: (comment: string) => void;
  onCancel: () => void;
  /** Called when the submission is reviewed or gone. */
  onSettled: () => void;
};

/** Review form with a comment. Ctrl+Enter submits. */
export function ReviewForm({ row, verdict, comment, onComment, onCancel, onSettled }: ReviewFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [mayResubmit, setMayResubmit] = useState(false);
  const review = useReviewSubmission(row, onSettled);
  const denying = verdict === 'denied';
  useEffect(() => {
    // Scroll so that the buttons below are visible too.
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Form
      ref={form}
      className="mt-1 border-t border-line pt-4"
      schema={reviewSchema(verdict)}
      initialValues={{ comment }}
      initialFocus="comment"
      mutation={review}
      failureText={i18n._(REVIEW_FAILED)}
      asksBeforeClose={false}
      onValuesChange={(values) => {
        onComment(values.comment);
      }}
      onInvalid={(_errors, values) => {
        toastCommentRequired(values);
      }}
      onSubmit={(values) => {
        const allowResubmission = denying && mayResubmit;
        review.mutate({ id: row.id, verdict, comment: values.comment.trim(), allowResubmission });
      }}
    >
      <CommentField studentName={row.studentName} denying={denying} />
      <FormError className="mt-4" />
      <div className="mt-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        {denying && <AllowResubmission checked={mayResubmit} onChange={setMayResubmit} />}
        <div className="ms-auto flex flex-wrap justify-end gap-2">
          <SecondaryButton onClick={onCancel}>
            <Trans>Cancel</Trans>
          </SecondaryButton>
          <ConfirmButton denying={denying} returning={denying && mayResubmit} />
        </div>
      </div>
    </Form>
  );
}
