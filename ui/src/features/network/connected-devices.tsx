import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleCheck, Hourglass } from 'lucide-react';

import type { Network } from '@/api/types';
import { classNames } from '@/lib/class-names';

export function devicesReachedText({ devices }: Network): string {
  return plural(devices, {
    0: 'No device has reached this address yet',
    one: '# device has reached this address',
    other: '# devices have reached this address',
  });
}

/** One square per student: filled if here now, marked if signed in. */
function SeatMap({ here, signedIn, size }: { here: number; signedIn: number; size: number }) {
  return (
    <span aria-hidden className="flex min-w-0 flex-wrap gap-1.5">
      {Array.from({ length: size }, (_, seat) => (
        <span
          key={seat}
          className={classNames(
            'size-4 rounded-small border-2',
            seat < here
              ? 'border-transparent bg-brand'
              : seat < signedIn
                ? 'border-brand bg-surface'
                : 'border-line bg-sunken',
          )}
        />
      ))}
    </span>
  );
}

type ConnectedDevicesProps = {
  network: Network;
  /** Signed-in students of the class; undefined while unknown, or without a class. */
  students: { signedIn: number; here: number; classSize: number; text: string } | undefined;
};

/** Live count of connected devices and signed-in students. */
export function ConnectedDevices({ network, students }: ConnectedDevicesProps) {
  const { devices, connectedStudents } = network;
  const hasConnections = devices > 0 || connectedStudents > 0;
  const Sign = hasConnections ? CircleCheck : Hourglass;
  // Connected by host name or another adapter: the student count shows that it works.
  const viaOtherAddress = hasConnections && devices === 0;
  const lines = [
    devicesReachedText(network),
    students?.text ?? (viaOtherAddress && t`Students came in by another address`),
  ];
  const [first, second] = viaOtherAddress ? [...lines].reverse() : lines;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-3">
      <div role="status" className="flex items-center gap-3">
        <span
          className={classNames(
            'grid size-10 shrink-0 place-items-center rounded-control',
            hasConnections ? 'bg-approved-soft text-approved-ink' : 'bg-sunken text-ink-2',
          )}
        >
          <Sign aria-hidden className="size-5.5" />
        </span>
        <span className="min-w-0 wrap-anywhere">
          <span className="block text-lead font-bold">
            {hasConnections && (
              <span className="sr-only">
                <Trans>It works!</Trans>{' '}
              </span>
            )}
            {first}
          </span>
          <span className="block text-ink-2">{second}</span>
        </span>
      </div>
      {students && <SeatMap here={students.here} signedIn={students.signedIn} size={students.classSize} />}
    </div>
  );
}
