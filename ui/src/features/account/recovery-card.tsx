import { createPortal } from 'react-dom';

import type { RecoveryCode } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { formatDay } from '@/lib/format';
import { isOwnComputer } from '@/lib/own-computer';

/** Where the code is typed: a school's server has an address, a class computer is one. */
function place(): string {
  return isOwnComputer() ? 'GoalBucks on the class computer' : location.origin;
}

/** What is printed in place of the page, as long as the code is on the screen. */
export function RecoveryCard({ made }: { made: RecoveryCode }) {
  const user = useUser();
  return createPortal(
    <div className="print-alone hidden">
      <div className="max-w-140 rounded-card border border-line-strong p-6">
        <h1>GoalBucks recovery code</h1>
        <p className="mt-1 wrap-anywhere">
          <bdi>{user.name}</bdi>, <bdi>{user.username}</bdi>
        </p>
        <p className="my-6 text-title font-bold whitespace-nowrap">{made.code}</p>
        <p>
          If you forget your password, open {place()}, choose <strong>Teacher Login</strong>, then{' '}
          <strong>Forgot your password?</strong>
        </p>
        <p className="mt-2">
          The code works once. Whoever has it can sign in as you: keep it where only you find it.
        </p>
        <p className="mt-2">Made on {formatDay(new Date(made.madeAt))}</p>
      </div>
    </div>,
    document.body,
  );
}
