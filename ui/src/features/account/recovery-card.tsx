import { Trans } from '@lingui/react/macro';
import { createPortal } from 'react-dom';

import type { RecoveryCode } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { formatDay } from '@/lib/format';
import { isOwnComputer } from '@/shared/own-computer';

/** Where and how to use the code. */
function Instructions() {
  if (isOwnComputer()) {
    return (
      <Trans>
        If you forget your password, open GoalBucks on the class computer, choose{' '}
        <strong>Teacher Login</strong>, then <strong>Forgot your password?</strong>
      </Trans>
    );
  }
  const { origin: address } = location;
  return (
    <Trans>
      If you forget your password, open {address}, choose <strong>Teacher Login</strong>, then{' '}
      <strong>Forgot your password?</strong>
    </Trans>
  );
}

/** Print-only card that replaces the page while the code is shown. */
export function RecoveryCard({ recoveryCode }: { recoveryCode: RecoveryCode }) {
  const user = useUser();
  const day = formatDay(new Date(recoveryCode.madeAt));
  return createPortal(
    <div className="print-alone hidden">
      <div className="max-w-140 rounded-card border border-line-strong p-6">
        <h1>
          <Trans>GoalBucks recovery code</Trans>
        </h1>
        <p className="mt-1 wrap-anywhere">
          <bdi>{user.name}</bdi>, <bdi>{user.username}</bdi>
        </p>
        <p className="my-6 text-title font-bold whitespace-nowrap">{recoveryCode.code}</p>
        <p>
          <Instructions />
        </p>
        <p className="mt-2">
          <Trans>
            The code works once. Whoever has it can sign in as you: keep it where only you find it.
          </Trans>
        </p>
        <p className="mt-2">
          <Trans comment="The recovery code; {day} is a date with the year">Made on {day}</Trans>
        </p>
      </div>
    </div>,
    document.body,
  );
}
