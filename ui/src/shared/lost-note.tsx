import { whoIsSilent } from '@/api/api-error';

type LostNoteProps = {
  /** What the last attempt failed with. */
  error: Error | null;
  /** What was sent, such as "the award". */
  what: string;
};

/** What to do when the response was lost, for forms whose mutation uses `unlessUnconfirmed`. */
export function LostNote({ error, what }: LostNoteProps) {
  const silent = whoIsSilent(error);
  if (silent === null) return null;
  return (
    <p role="alert" className="rounded-control bg-gold-soft px-4 py-3 text-gold-ink">
      {silent} didn’t answer, so nobody knows yet whether it got {what}. Just try again, with nothing changed:
      it never counts twice.
    </p>
  );
}
