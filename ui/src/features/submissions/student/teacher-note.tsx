import { Trans } from '@lingui/react/macro';
import { MessageSquareText } from 'lucide-react';

import { Speaker } from '@/shared/read-aloud/speaker';

export function TeacherNote({ comment }: { comment: string }) {
  return (
    <div data-comment className="mt-3 flex gap-3 rounded-control bg-sunken px-4 py-3 text-ink">
      <span className="grid size-7 shrink-0 place-items-center rounded-control bg-brand-soft text-brand-ink">
        <MessageSquareText aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 grow">
        <p className="text-small text-ink-2">
          <Trans>Your teacher wrote</Trans>
        </p>
        <p dir="auto" className="text-lead wrap-anywhere whitespace-pre-line">
          {comment}
        </p>
      </div>
      <Speaker comment={comment} />
    </div>
  );
}
