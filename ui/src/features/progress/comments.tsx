import { MessageSquareText } from 'lucide-react';
import { useId } from 'react';

import type { StudentProgress } from '@/api/types';
import { Card } from '@/components/card';
import { LongText } from '@/components/long-text';
import { formatPastDay } from '@/lib/format';

type CommentsProps = Pick<StudentProgress, 'comments'> & { title: string };

/** The newest comments of approved goals; nothing without one. */
export function Comments({ title, comments }: CommentsProps) {
  const id = useId();
  if (comments.length === 0) return null;
  return (
    <Card as="section" aria-labelledby={id} className="mt-4 px-5 pt-4 pb-2">
      <h2 id={id} className="mb-2">
        {title}
      </h2>
      <ul>
        {comments.map(({ goalId, goalName, comment, reviewedAt }) => (
          <li key={`${goalId}${reviewedAt}`} className="flex gap-3 border-t border-line py-3">
            <MessageSquareText aria-hidden className="mt-1 size-4.5 shrink-0 text-brand-ink" />
            <div className="min-w-0">
              <LongText text={comment} />
              <p className="text-small text-ink-2 wrap-anywhere">
                <bdi>{goalName}</bdi> · <time dateTime={reviewedAt}>{formatPastDay(reviewedAt)}</time>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
