import { Trans } from '@lingui/react/macro';
import { Lock } from 'lucide-react';

/** Says that the teacher has locked the computer. */
export function LockedNote() {
  return (
    <p className="mt-3 flex gap-2 rounded-control bg-sunken px-3 py-2.5 text-ink-2 [&>svg]:mt-0.5 [&>svg]:size-4.5 [&>svg]:shrink-0">
      <Lock aria-hidden />
      <span>
        <Trans>Nobody is signed in. Your password brings you back to the page where you were.</Trans>
      </span>
    </p>
  );
}
