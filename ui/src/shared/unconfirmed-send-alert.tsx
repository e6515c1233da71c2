import { unreachableName } from '@/api/api-error';

type UnconfirmedSendAlertProps = {
  /** Error of the last attempt. */
  error: Error | null;
  /** What was sent, such as "the award". */
  sent: string;
};

/** What to do when the response was lost, for forms whose mutation uses `unlessUnconfirmed`. */
export function UnconfirmedSendAlert({ error, sent }: UnconfirmedSendAlertProps) {
  const unreachable = unreachableName(error);
  if (unreachable === null) return null;
  return (
    <p role="alert" className="rounded-control bg-gold-soft px-4 py-3 text-gold-ink">
      {unreachable} didn’t answer, so nobody knows yet whether it got {sent}. Just try again, with nothing
      changed: it never counts twice.
    </p>
  );
}
