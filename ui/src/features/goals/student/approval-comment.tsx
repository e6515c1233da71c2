import { Trans } from '@lingui/react/macro';

/** The comment of a goal's approval, if there is one. */
export function ApprovalComment({ comment }: { comment: string | null | undefined }) {
  return (
    typeof comment === 'string' && (
      <p dir="auto" className="mt-1 text-ink-2 wrap-anywhere whitespace-pre-line">
        <Trans>
          <span className="sr-only">Your teacher wrote: </span>“{comment}”
        </Trans>
      </p>
    )
  );
}
