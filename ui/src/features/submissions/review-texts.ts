import type { SubmissionRow } from '@/api/types';
import { formatCount, formatNumber } from '@/lib/format';
import { amountUnit } from '@/shared/amount-unit';

import type { Verdict } from './review-rules';

export type Reviewed = Pick<SubmissionRow, 'id' | 'studentName' | 'goalbucks'>;

/** The id of the card on which a pending submission stands. */
export const cardIdOf = ({ id }: Pick<Reviewed, 'id'>) => `submission-${id}`;

const amount = (value: number) => `${formatNumber(value)} ${amountUnit(value)}`;

type Outcome = { verdict: Verdict; allowResubmission: boolean };

/** What a review did, for the line under 'Submission reviewed'. */
export function whatReviewDid(rows: Reviewed[], { verdict, allowResubmission }: Outcome): string {
  const [only, ...others] = rows;
  if (!only || others.length > 0) {
    const done = allowResubmission ? 'returned for another try' : verdict;
    return `${formatCount(rows.length, 'submission')} ${done}.`;
  }
  if (verdict === 'approved') return `${amount(only.goalbucks)} for ${only.studentName}.`;
  return `${only.studentName} ${allowResubmission ? 'can try again.' : 'can read your comment.'}`;
}

/** What undoing did: for a student who has lost goalbucks that matters. */
export function whatUndoingDid(rows: Reviewed[], verdict: Verdict): string {
  const [only, ...others] = rows;
  const pending =
    others.length > 0
      ? `${formatCount(rows.length, 'submission')} are pending again.`
      : 'It is pending again.';
  if (verdict === 'denied' || !only) return pending;
  const taken =
    others.length > 0
      ? 'Their GoalBucks were taken back.'
      : `${amount(only.goalbucks)} ${only.goalbucks === 1 ? 'was' : 'were'} taken back from ${only.studentName}.`;
  return `${pending} ${taken}`;
}

/** Before an approval is undone. */
export function whatUndoingDoes({ studentName, goalbucks }: Reviewed): string {
  return `${amount(goalbucks)} ${goalbucks === 1 ? 'is' : 'are'} taken back from ${studentName}, and the goal is current again.`;
}
