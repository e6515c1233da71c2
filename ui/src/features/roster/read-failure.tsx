import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleAlert, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';

import { ApiError, NetworkError } from '@/api/api-error';
import { Button } from '@/components/button';

type AlertProps = { title?: ReactNode; action?: ReactNode; children: ReactNode };

/** Error message above the page's content. */
export function ImportAlert({ title, action, children }: AlertProps) {
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-denied-soft px-4 py-3 text-denied-ink"
    >
      <div className="flex min-w-0 grow basis-60 gap-3">
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
        <p className="min-w-0 wrap-anywhere">
          {title !== undefined && <b className="font-mid">{title} </b>}
          {children}
        </p>
      </div>
      {action}
    </div>
  );
}

function reasonOf(error: Error): string {
  const sentence = error instanceof ApiError || error instanceof NetworkError ? error.error : undefined;
  return sentence ?? t`The list can’t be read right now.`;
}

type ReadFailureProps = {
  /** The file's name, if it is one. */
  name: string | null;
  error: Error;
  /** Reads the same list again. */
  onRetry: () => void;
};

/** Error of reading a list. Offers to try again, unless the list itself is invalid. */
export function ReadFailure({ name, error, onRetry }: ReadFailureProps) {
  const isOfList = error instanceof ApiError && (error.status === 413 || error.status === 422);
  const retry = (
    <Button icon={<RefreshCw aria-hidden />} onClick={onRetry}>
      <Trans>Try Again</Trans>
    </Button>
  );
  return (
    <ImportAlert title={name === null ? undefined : t`“${name}”:`} action={isOfList ? undefined : retry}>
      {reasonOf(error)}
    </ImportAlert>
  );
}
