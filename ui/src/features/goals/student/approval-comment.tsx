import { Trans } from '@lingui/react/macro';

import { Speaker } from '@/shared/read-aloud/speaker';

/** The comment of a goal's approval, if there is one. */
export function ApprovalComment({ comment }: { comment: string | null | undefined }) {
  return (
    typeof comment === 'string' && (
      <div data-comment className="mt-1 flex w-fit flex-wrap items-center gap-x-3 rounded-control text-ink-2">
        <p className="wrap-anywhere whitespace-pre-line">
          <Trans>
            <span className="sr-only">Your teacher wrote: </span>“<bdi>{comment}</bdi>”
          </Trans>
        </p>
        <Speaker comment={comment} />
      </div>
    )
  );
}
