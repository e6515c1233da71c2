import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, RotateCcw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';

import type { SubmissionListItem } from '@/api/types';
import { useIsSubstitute } from '@/auth/substitute';
import { Button } from '@/components/button';
import { formatPart } from '@/lib/format';
import { submitOnCtrlEnter } from '@/lib/submit-on-ctrl-enter';
import { Form } from '@/shared/form/form';
import { FormError, SecondaryButton } from '@/shared/form/form-actions';
import { FormTextAreaField } from '@/shared/form/form-fields';
import { worthOf } from '@/shared/paid-of';

import { AllowResubmission } from './allow-resubmission';
import { useReviewSubmission } from './mutations';
import { PaidAmountField } from './paid-amount-field';
import { partOf, reviewSchema, type ReviewValues, toastCommentRequired, type Verdict } from './review-rules';
import { useAllowResubmission } from './use-allow-resubmission';

type ConfirmButtonProps = {
  confirms: Verdict;
  /** The verdict whose button is the primary one. */
  chosen: Verdict;
  /** Whether a denial returns the submission for another try. */
  returns: boolean;
  /** What the goal is worth. */
  worth: number;
  sending: boolean;
  onPress: (verdict: Verdict) => void;
};

const confirmations = {
  approved: {
    icon: <Check aria-hidden />,
    label: msg`Confirm Approve`,
    pendingLabel: msg`Approving`,
    variants: ['primary', 'secondary'],
  },
  denied: {
    icon: <X aria-hidden />,
    label: msg`Confirm Deny`,
    pendingLabel: msg`Denying`,
    variants: ['danger', 'danger-outline'],
  },
  returned: {
    icon: <RotateCcw aria-hidden />,
    label: msg({ message: 'Confirm Return', comment: 'Gives a submission back for another try' }),
    pendingLabel: msg`Returning`,
    variants: ['primary', 'secondary'],
  },
} as const;

/** "15 of 25" while an approval would pay less than the worth. */
function usePartText(worth: number): string | undefined {
  const part = partOf(useWatch<ReviewValues, 'goalbucks'>({ name: 'goalbucks' }), worth);
  return part === undefined ? undefined : formatPart(part, worth);
}

/** Submit button of one verdict. */
function ConfirmButton({ confirms, chosen, returns, worth, sending, onPress }: ConfirmButtonProps) {
  const part = usePartText(worth);
  const isChosen = confirms === chosen;
  const { icon, label, pendingLabel, variants } =
    confirmations[confirms === 'denied' && returns ? 'returned' : confirms];
  return (
    <Button
      type="submit"
      variant={variants[isChosen ? 0 : 1]}
      icon={icon}
      pending={sending && isChosen}
      disabled={sending && !isChosen}
      pendingLabel={i18n._(pendingLabel)}
      onClick={() => {
        onPress(confirms);
      }}
    >
      {confirms === 'approved' && part !== undefined ? t`Approve with ${part}` : i18n._(label)}
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

type CommentFieldProps = { studentName: string; worth: number; denying: boolean };

function CommentField({ studentName, worth, denying }: CommentFieldProps) {
  const part = usePartText(worth);
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
      hint={!denying && part !== undefined && t`${studentName} reads it beside “${part}”. A few words help.`}
      placeholder={denying ? t`What is missing, and what to do about it` : t`Anything you want to say`}
      onKeyDown={submitOnCtrlEnter}
    />
  );
}

/** Ref of the form, which is scrolled so that the buttons below are visible too. */
function useScrolledIntoView() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return form;
}

/** The fields of a review; an approval of 1 GoalBuck can't pay less, and a substitute's pays whole. */
function Fields({ row, denying }: { row: SubmissionListItem; denying: boolean }) {
  const worth = worthOf(row);
  const isSubstitute = useIsSubstitute();
  return (
    <>
      {!denying && worth > 1 && !isSubstitute && <PaidAmountField worth={worth} />}
      <CommentField studentName={row.studentName} worth={worth} denying={denying} />
    </>
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
  onLeft: () => void;
};

/** Review form with a comment. Ctrl+Enter confirms the chosen verdict. */
export function ReviewForm({ row, pressed, comment, onComment, onCancel, onLeft }: ReviewFormProps) {
  const form = useScrolledIntoView();
  const [verdict, setVerdict] = useState(pressed);
  const [mayResubmit, setMayResubmit] = useAllowResubmission();
  const review = useReviewSubmission(row, onLeft);
  const denying = verdict === 'denied';
  const { id } = row;
  const worth = worthOf(row);
  const choose = (next: Verdict) => {
    // The browser submits the form after this click, by the rules of the chosen verdict.
    flushSync(() => {
      setVerdict(next);
    });
  };
  return (
    <Form
      ref={form}
      // A hint may appear below the comment.
      className="mt-1 scroll-mb-10 border-t border-line pt-4"
      schema={reviewSchema(verdict, worth)}
      initialValues={{ comment, goalbucks: String(worth) }}
      initialFocus="comment"
      mutation={review}
      asksBeforeClose={false}
      onValuesChange={(values) => {
        onComment(values.comment);
      }}
      onInvalid={(errors, values) => {
        if (errors.comment) toastCommentRequired(values);
      }}
      onSubmit={(values) => {
        const paid = denying ? undefined : partOf(values.goalbucks, worth);
        const allowResubmission = denying && mayResubmit;
        review.mutate({ id, verdict, comment: values.comment.trim(), allowResubmission, goalbucks: paid });
      }}
    >
      <Fields row={row} denying={denying} />
      <FormError className="mt-4" />
      <div className="mt-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <AllowResubmission denying={denying} checked={mayResubmit} onChange={setMayResubmit} />
        <Buttons
          chosen={verdict}
          returns={mayResubmit}
          worth={worth}
          sending={review.isPending}
          onPress={choose}
          onCancel={onCancel}
        />
      </div>
    </Form>
  );
}
