import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import type { Schemas } from '@/api/types';
import { toast } from '@/components/toast/toast-store';

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

/** Values of the review form. */
export const reviewSchema = (verdict: Verdict) =>
  z.object({
    comment: z.string().check((context) => {
      const message = commentError(verdict, context.value);
      if (message !== undefined) context.issues.push({ code: 'custom', input: context.value, message });
    }),
  });

type ReviewValues = z.infer<ReturnType<typeof reviewSchema>>;

/** Toast for a missing comment, as specified. */
export function toastCommentRequired({ comment }: ReviewValues) {
  if (comment.trim() !== '') return;
  toast({
    tone: 'error',
    title: t`Comment required`,
    description: t`Please provide a comment explaining why this submission was denied.`,
  });
}
