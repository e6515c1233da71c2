import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { SubmissionListItem } from '@/api/types';
import { Button } from '@/components/button';
import { submitOnCtrlEnter } from '@/lib/submit-on-ctrl-enter';
import { Form } from '@/shared/form/form';
import { FormError, SecondaryButton } from '@/shared/form/form-actions';
import { FormTextAreaField } from '@/shared/form/form-fields';

import { AllowResubmission } from './allow-resubmission';
import { REVIEW_FAILED, useReviewSubmission } from './mutations';
import { reviewSchema, toastCommentRequired, type Verdict } from './review-rules';
import { useAllowResubmission } from './use-allow-resubmission';

type ConfirmButtonProps = {
  confirms: Verdict;
  /** The verdict whose button is the primary one. */
  chosen: Verdict;
  sending: boolean;
  onPress: (verdict: Verdict) => void;
};

/** Submit button of one verdict. */
function ConfirmButton({ confirms, chosen, sending, onPress }: ConfirmButtonProps) {
  const isChosen = confirms === chosen;
  const denies = confirms === 'denied';
  return (
    <Button
      type="submit"
      variant={isChosen ? (denies ? 'danger' : 'primary') : denies ? 'danger-outline' : 'secondary'}
      icon={denies ? <X aria-hidden /> : <Check aria-hidden />}
      pending={sending && isChosen}
      disabled={sending && !isChosen}
      pendingLabel={denies ? t`Denying` : t`Approving`}
      onClick={() => {
        onPress(confirms);
      }}
    >
      {denies ? t`Confirm Deny` : t`Confirm Approve`}
    </Button>
  );
}

function Buttons({
  onCancel,
  ...confirm
}: Omit<ConfirmButtonProps, 'confirms'> & Pick<ReviewFormProps, 'onCancel'>) {
  return (
    <div className="ms-auto flex flex-wrap justify-end gap-2">
      <SecondaryButton onClick={onCancel}>
        <Trans>Cancel</Trans>
      </SecondaryButton>
      <ConfirmButton confirms="denied" {...confirm} />
      <ConfirmButton confirms="approved" {...confirm} />
    </div>
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
  /** The verdict that was pressed; the form can confirm the other one, too. */
  pressed: Verdict;
  comment: string;
  onComment: (comment: string) => void;
  onCancel: () => void;
  /** Called when the submission is reviewed or gone. */
  onSettled: () => void;
};

/** Review form with a comment. Ctrl+Enter confirms the chosen verdict. */
export function ReviewForm({ row, pressed, comment, onComment, onCancel, onSettled }: ReviewFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [verdict, setVerdict] = useState(pressed);
  const [mayResubmit, setMayResubmit] = useAllowResubmission();
  const review = useReviewSubmission(row, onSettled);
  const denying = verdict === 'denied';
  const choose = (next: Verdict) => {
    // The browser submits the form after this click, by the rules of the chosen verdict.
    flushSync(() => {
      setVerdict(next);
    });
  };
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
        <AllowResubmission denying={denying} checked={mayResubmit} onChange={setMayResubmit} />
        <Buttons chosen={verdict} sending={review.isPending} onPress={choose} onCancel={onCancel} />
      </div>
    </Form>
  );
}
