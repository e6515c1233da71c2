import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { classNames } from '@/lib/class-names';
import { formatNumber } from '@/lib/format';

/** Dot that marks a signed-in student, also shown before their number. */
function SignedInDot({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames('inline-block size-2 shrink-0 rounded-full bg-approved-ink', className)}
    />
  );
}

/** A dot with a label for screen readers. */
export function SignedInMark() {
  return (
    <span title={t`Signed in`} className="me-1 inline-flex align-[0.1em]">
      <SignedInDot />
      <span className="sr-only">
        {' '}
        <Trans comment="After a student’s name">(signed in)</Trans>
      </span>
    </span>
  );
}

/** "3 of 30 signed in". */
export function signedInText(signedIn: number, classSize: number): string {
  const count = formatNumber(signedIn);
  const total = formatNumber(classSize);
  return t({ message: `${count} of ${total} signed in`, comment: 'Students' });
}

/** "3 of 30 signed in, 2 here now". */
export function presenceText(
  { signedIn, here }: { signedIn: number; here: number },
  classSize: number,
): string {
  const present = formatNumber(here);
  const inSession = signedInText(signedIn, classSize);
  return signedIn === 0
    ? inSession
    : t({ message: `${inSession}, ${present} here now`, comment: 'Students who have GoalBucks open' });
}

export function SignedInCount({ signedIn, classSize }: { signedIn: number; classSize: number }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {signedIn > 0 && <SignedInDot />}
      {signedInText(signedIn, classSize)}
    </span>
  );
}
