import { t } from '@lingui/core/macro';

import type { SubmissionListItem } from '@/api/types';
import { formatCount, formatNumber } from '@/lib/format';
import { amountUnit } from '@/shared/amount-unit';

import type { Verdict } from './review-rules';

export type Reviewed = Pick<SubmissionListItem, 'id' | 'studentName' | 'goalbucks'>;

/** DOM id of a submission's card. */
export const submissionCardId = ({ id }: Pick<Reviewed, 'id'>) => `submission-${id}`;

const amount = (value: number) => `${formatNumber(value)} ${amountUnit(value)}`;

type ReviewOutcome = { verdict: Verdict; allowResubmission: boolean };

/** Describes a review for its toast. */
export function describeReview(rows: Reviewed[], { verdict, allowResubmission }: ReviewOutcome): string {
  const [only, ...others] = rows;
  if (!only || others.length > 0) {
    const done = allowResubmission ? 'returned for another try' : verdict;
    return `${formatCount(rows.length, 'submission')} ${done}.`;
  }
  if (verdict === 'approved') return `${amount(only.goalbucks)} for ${only.studentName}.`;
  return `${only.studentName} ${allowResubmission ? 'can try again.' : 'can read your comment.'}`;
}

/** Describes an undone review for its toast. */
export function describeUndone(rows: Reviewed[], verdict: Verdict): string {
  const [only, ...others] = rows;
  const pending =
    others.length > 0
      ? `${formatCount(rows.length, 'submission')} are pending again.`
      : t`It is pending again.`;
  if (verdict === 'denied' || !only) return pending;
  const taken =
    others.length > 0
      ? t`Their GoalBucks were taken back.`
      : `${amount(only.goalbucks)} ${only.goalbucks === 1 ? 'was' : 'were'} taken back from ${only.studentName}.`;
  return `${pending} ${taken}`;
}

/** Describes the effect of undoing an approval. */
export function describeUndo({ studentName, goalbucks }: Reviewed): string {
  return `${amount(goalbucks)} ${goalbucks === 1 ? 'is' : 'are'} taken back from ${studentName}, and the goal is current again.`;
}
