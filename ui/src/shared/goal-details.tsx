import { Trans } from '@lingui/react/macro';

/** What counts as proof, in the teacher's words. Renders nothing without them. */
export function GoalDetails({ details }: { details: string | null }) {
  if (details === null) return null;
  return (
    <p className="mt-3 wrap-anywhere whitespace-pre-line text-ink-2">
      <b className="font-mid text-ink">
        <Trans>What counts as proof?</Trans>
      </b>{' '}
      <bdi>{details}</bdi>
    </p>
  );
}
