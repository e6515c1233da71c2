import { Trans } from '@lingui/react/macro';
import { LogOut, UserRound } from 'lucide-react';

import { useSignOut } from '@/auth/mutations';
import { Button } from '@/components/button';
import { formatTime } from '@/lib/format';

/** By this computer's clock, which is the server's: a substitute works on no other. */
function isMidnight(iso: string): boolean {
  const time = new Date(iso);
  return time.getHours() === 0 && time.getMinutes() === 0;
}

type SubstituteStripProps = {
  name: string;
  /** Undefined while it loads. */
  className: string | undefined;
  /** ISO time. */
  until: string;
};

/** Above every page of a substitute: until when, who and where, and the button that ends it. */
export function SubstituteStrip({ name, className, until }: SubstituteStripProps) {
  const { mutate: signOut } = useSignOut();
  const time = formatTime(until);
  return (
    <div className="mx-auto mb-4 flex max-w-page flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-pending-soft px-4 py-1.5 text-pending-ink print:hidden">
      <UserRound aria-hidden className="size-4.5 shrink-0" />
      <p className="min-w-0 grow basis-48 wrap-anywhere">
        <b className="font-bold">
          {isMidnight(until) ? (
            <Trans>Substitute until midnight:</Trans>
          ) : (
            <Trans>Substitute until {time}:</Trans>
          )}
        </b>{' '}
        <bdi>{name}</bdi>
        {className !== undefined && (
          <>
            {' · '}
            <bdi>{className}</bdi>
          </>
        )}
      </p>
      <Button
        variant="ghost"
        icon={<LogOut aria-hidden />}
        className="ms-auto text-pending-ink! hover:bg-surface! pointer-coarse:min-h-11"
        onClick={() => {
          signOut();
        }}
      >
        <Trans comment="Button: the substitute signs out">Finish</Trans>
      </Button>
    </div>
  );
}
