import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import type { Schemas } from '@/api/types';
import { toast } from '@/components/toast/toast-store';
import { formatNumber } from '@/lib/format';
import { parseWholeNumber } from '@/shared/amount-rules';

export type Verdict = Schemas['ReviewRequest']['status'];

const MAX_COMMENT = 5000;

/** Validates a comment, which is required for denials. */
export function commentError(verdict: Verdict, comment: string): string | undefined {
  const letters = comment.trim().length;
  if (verdict === 'denied' && letters === 0)
    return t`Comment required - Please provide a comment explaining why this submission was denied.`;
  if (letters > MAX_COMMENT) return t`A comment can have at most 5,000 characters.`;
  return undefined;
}

/** What an approval pays if it is less than the worth; undefined for the worth, and for what isn't an amount. */
export function partOf(goalbucks: string, worth: number): number | undefined {
  const amount = parseWholeNumber(goalbucks);
  return amount !== null && amount >= 1 && amount < worth ? amount : undefined;
}

/** Validates what an approval pays. */
export function paidError(goalbucks: string, worth: number): string | undefined {
  const amount = parseWholeNumber(goalbucks);
  if (amount === 0) return t`To give nothing, deny it or return it for another try.`;
  const most = formatNumber(worth);
  return amount === null || amount > worth ? t`Use a whole number from 1 to ${most}.` : undefined;
}

const text = (findError: (value: string) => string | undefined) =>
  z.string().check((context) => {
    const message = findError(context.value);
    if (message !== undefined) context.issues.push({ code: 'custom', input: context.value, message });
  });

/** Values of the form that denies several submissions. */
export const denialSchema = z.object({ comment: text((comment) => commentError('denied', comment)) });

/** Values of the review form; a denial pays nothing, whatever its hidden field holds. */
export const reviewSchema = (verdict: Verdict, worth: number) =>
  z.object({
    comment: text((comment) => commentError(verdict, comment)),
    goalbucks: text((goalbucks) => (verdict === 'denied' ? undefined : paidError(goalbucks, worth))),
  });

export type ReviewValues = z.infer<ReturnType<typeof reviewSchema>>;

/** Toast for a missing comment, as specified. */
export function toastCommentRequired({ comment }: Pick<ReviewValues, 'comment'>) {
  if (comment.trim() !== '') return;
  toast({
    tone: 'error',
    title: t`Comment required`,
    description: t`Please provide a comment explaining why this submission was denied.`,
  });
}
