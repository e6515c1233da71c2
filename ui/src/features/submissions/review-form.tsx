import { Check, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import type { SubmissionRow } from '@/api/types';
import { submitOnCtrlEnter } from '@/lib/submit-on-ctrl-enter';
import { Form } from '@/shared/form/form';
import { FormError, SecondaryButton, SubmitButton } from '@/shared/form/form-actions';
import { FormTextAreaField } from '@/shared/form/form-fields';

import { AnotherTry } from './another-try';
import { REVIEW_FAILED, useReviewSubmission } from './review-queries';
import { reviewSchema, sayCommentRequired, type Verdict } from './review-rules';

function ConfirmButton({ denying }: { denying: boolean }) {
  return (
    <SubmitButton
      variant={denying ? 'danger' : 'primary'}
      icon={denying ? <X aria-hidden /> : <Check aria-hidden />}
      pendingLabel={denying ? 'Denying' : 'Approving'}
    >
      {denying ? 'Confirm Deny' : 'Confirm Approve'}
    </SubmitButton>
  );
}

function CommentField({ studentName, denying }: { studentName: string; denying: boolean }) {
  return (
    <FormTextAreaField
      name="comment"
      label={
        <>
          Comment for <bdi>{studentName}</bdi>
        </>
      }
      serverLabel="Comment"
      optional={!denying}
      dir="auto"
      placeholder={denying ? 'What is missing, and what to do about it' : 'Anything you want to say'}
      onKeyDown={submitOnCtrlEnter}
    />
  );
}

type ReviewFormProps = {
  row: SubmissionRow;
  verdict: Verdict;
  comment: string;
  onComment: (comment: string) => void;
  onCancel: () => void;
  /** The submission is no longer there to be reviewed. */
  onSettled: () => void;
};

/** The comment box of a review, with its Confirm. Ctrl+Enter confirms too. */
export function ReviewForm({ row, verdict, comment, onComment, onCancel, onSettled }: ReviewFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [again, setAgain] = useState(true);
  const review = useReviewSubmission(row, onSettled);
  const denying = verdict === 'denied';
  useEffect(() => {
    // The buttons below the box are what comes next.
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Form
      ref={form}
      className="mt-1 scroll-mt-20 scroll-mb-8 border-t border-line pt-4"
      schema={reviewSchema(verdict)}
      initialValues={{ comment }}
      initialFocus="comment"
      mutation={review}
      failureText={REVIEW_FAILED}
      asksBeforeClose={false}
      onValuesChange={(values) => {
        onComment(values.comment);
      }}
      onInvalid={(_errors, values) => {
        sayCommentRequired(values);
      }}
      onSubmit={(values) => {
        const allowResubmission = denying && again;
        review.mutate({ id: row.id, verdict, comment: values.comment.trim(), allowResubmission });
      }}
    >
      <CommentField studentName={row.studentName} denying={denying} />
      <FormError className="mt-4" />
      <div className="mt-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        {denying && <AnotherTry checked={again} onChange={setAgain} />}
        <div className="ms-auto flex gap-2">
          <SecondaryButton onClick={onCancel}>Cancel</SecondaryButton>
          <ConfirmButton denying={denying} />
        </div>
      </div>
    </Form>
  );
}
