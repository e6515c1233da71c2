import { Check, X } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';

import { fieldMessage } from '@/api/field-message';
import type { SubmissionRow } from '@/api/types';
import { Button } from '@/components/button';
import { TextAreaField } from '@/components/input';
import { submitOnCtrlEnter } from '@/lib/submit-on-ctrl-enter';
import { FormFailure } from '@/shared/form-failure';

import { AnotherTry } from './another-try';
import { REVIEW_FAILED, useReviewSubmission } from './review-queries';
import { commentProblem, sayCommentRequired, type Verdict } from './review-rules';

function ConfirmButton({ denying, sending }: { denying: boolean; sending: boolean }) {
  return (
    <Button
      variant={denying ? 'danger' : 'primary'}
      type="submit"
      icon={denying ? <X aria-hidden /> : <Check aria-hidden />}
      pending={sending}
      pendingLabel={denying ? 'Denying' : 'Approving'}
    >
      {denying ? 'Confirm Deny' : 'Confirm Approve'}
    </Button>
  );
}

function useReviewForm({ row, verdict, comment, onComment, onSettled }: ReviewFormProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState<string>();
  const [again, setAgain] = useState(true);
  const { mutate, isPending: sending, error: failure } = useReviewSubmission(row, onSettled);
  useEffect(() => {
    box.current?.focus();
    // The buttons below the box are what comes next.
    box.current?.form?.scrollIntoView({ block: 'nearest' });
  }, []);
  const change = (next: string) => {
    onComment(next);
    if (problem !== undefined) setProblem(commentProblem(verdict, next));
  };
  const confirm = (event: SubmitEvent) => {
    event.preventDefault();
    if (sending) return;
    const found = commentProblem(verdict, comment);
    setProblem(found);
    if (found === undefined) {
      const allowResubmission = verdict === 'denied' && again;
      mutate({ id: row.id, verdict, comment: comment.trim(), allowResubmission });
      return;
    }
    box.current?.focus();
    if (comment.trim() === '') sayCommentRequired();
  };
  return { box, problem, change, again, setAgain, confirm, sending, failure };
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
export function ReviewForm(props: ReviewFormProps) {
  const { row, verdict, comment, onCancel } = props;
  const { box, problem, change, again, setAgain, confirm, sending, failure } = useReviewForm(props);
  const denying = verdict === 'denied';
  return (
    <form noValidate onSubmit={confirm} className="mt-1 scroll-mt-20 scroll-mb-8 border-t border-line pt-4">
      <TextAreaField
        ref={box}
        label={
          <>
            Comment for <bdi>{row.studentName}</bdi>
          </>
        }
        optional={!denying}
        dir="auto"
        placeholder={denying ? 'What is missing, and what to do about it' : 'Anything you want to say'}
        error={problem ?? fieldMessage(failure, 'comment', 'Comment')}
        value={comment}
        onChange={(event) => {
          change(event.target.value);
        }}
        onKeyDown={submitOnCtrlEnter}
      />
      <FormFailure className="mt-4" error={failure} text={REVIEW_FAILED} fields={['comment']} />
      <div className="mt-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        {denying && <AnotherTry checked={again} onChange={setAgain} />}
        <div className="ms-auto flex gap-2">
          <Button variant="ghost" disabled={sending} onClick={onCancel}>
            Cancel
          </Button>
          <ConfirmButton denying={denying} sending={sending} />
        </div>
      </div>
    </form>
  );
}
