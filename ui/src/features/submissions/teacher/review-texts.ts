import { plural, t } from '@lingui/core/macro';

import type { SubmissionListItem } from '@/api/types';
import { formatPart } from '@/lib/format';
import { type PaidGoal, paidOf, worthOf } from '@/shared/paid-of';

import type { Verdict } from './review-rules';

export type Reviewed = Pick<SubmissionListItem, 'id' | 'studentName'> & PaidGoal;

export const submissionCardId = ({ id }: Pick<Reviewed, 'id'>) => `submission-${id}`;

type ReviewOutcome = { verdict: Verdict; allowResubmission: boolean };

function describeReviews(count: number, { verdict, allowResubmission }: ReviewOutcome): string {
  if (allowResubmission)
    return plural(count, {
      one: '# submission returned for another try.',
      other: '# submissions returned for another try.',
    });
  return verdict === 'approved'
    ? plural(count, { one: '# submission approved.', other: '# submissions approved.' })
    : plural(count, { one: '# submission denied.', other: '# submissions denied.' });
}

/** Describes a review for its toast. */
export function describeReview(rows: Reviewed[], outcome: ReviewOutcome): string {
  const [only, ...others] = rows;
  if (!only || others.length > 0) return describeReviews(rows.length, outcome);
  const { studentName } = only;
  const goalbucks = paidOf(only);
  if (outcome.verdict === 'approved' && goalbucks < worthOf(only)) {
    const part = formatPart(goalbucks, worthOf(only));
    return t`${part} GoalBucks for ${studentName}.`;
  }
  if (outcome.verdict === 'approved')
    return plural(goalbucks, {
      one: `# GoalBuck for ${studentName}.`,
      other: `# GoalBucks for ${studentName}.`,
    });
  return outcome.allowResubmission
    ? t`${studentName} can try again.`
    : t`${studentName} can read your comment.`;
}

/** Describes an undone review for its toast. */
export function describeUndone(rows: Reviewed[], verdict: Verdict): string {
  const [only, ...others] = rows;
  const count = rows.length;
  const pending =
    others.length > 0
      ? plural(count, { other: '# submissions are pending again.' })
      : t({ message: 'It is pending again.', comment: 'A submission' });
  if (verdict === 'denied' || !only) return pending;
  const { studentName } = only;
  const goalbucks = paidOf(only);
  const taken =
    others.length > 0
      ? t`Their GoalBucks were taken back.`
      : plural(goalbucks, {
          one: `# GoalBuck was taken back from ${studentName}.`,
          other: `# GoalBucks were taken back from ${studentName}.`,
        });
  return `${pending} ${taken}`;
}

/** Describes the effect of undoing an approval. */
export function describeUndo(row: Reviewed): string {
  const { studentName } = row;
  const goalbucks = paidOf(row);
  return plural(goalbucks, {
    one: `The submission is pending again. # GoalBuck is taken back from ${studentName}, and the goal is current again. If they are spent already, the balance goes below zero.`,
    other: `The submission is pending again. # GoalBucks are taken back from ${studentName}, and the goal is current again. If they are spent already, the balance goes below zero.`,
  });
}
