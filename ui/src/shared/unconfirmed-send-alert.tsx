import { Trans } from '@lingui/react/macro';

import { unreachableName } from '@/api/api-error';

type UnconfirmedSendAlertProps = {
  /** Error of the last attempt. */
  error: Error | null;
  /** Name of the sent data, such as "the award". */
  sent: string;
};

/** Advice after a lost response, for forms whose mutation uses `unlessUnconfirmed`. */
export function UnconfirmedSendAlert({ error, sent }: UnconfirmedSendAlertProps) {
  const unreachable = unreachableName(error);
  if (unreachable === null) return null;
  return (
    <p role="alert" className="rounded-control bg-gold-soft px-4 py-3 text-gold-ink">
      <Trans>
        {unreachable} didn’t answer, so nobody knows yet whether it got {sent}. Just try again, with nothing
        changed: it never counts twice.
      </Trans>
    </p>
  );
}
