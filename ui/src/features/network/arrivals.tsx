import { CircleCheck, Hourglass } from 'lucide-react';

import type { Network } from '@/api/types';
import { classNames } from '@/lib/class-names';
import { formatCount } from '@/lib/format';

export function reached({ devices }: Network): string {
  if (devices === 0) return 'No device has reached this address yet';
  return `${formatCount(devices, 'device')} ${devices === 1 ? 'has' : 'have'} reached this address`;
}

/** A seat for each student of the class, taken by whoever is signed in. */
function Seats({ taken, size }: { taken: number; size: number }) {
  return (
    <span aria-hidden className="flex min-w-0 flex-wrap gap-1.5">
      {Array.from({ length: size }, (_, seat) => (
        <span
          key={seat}
          className={classNames(
            'size-4 rounded-small border-2',
            seat < taken ? 'border-transparent bg-brand' : 'border-line bg-sunken',
          )}
        />
      ))}
    </span>
  );
}

type ArrivalsProps = {
  network: Network;
  /** The students of the class; undefined while they aren't known, or without a class. */
  students: { signedIn: number; classSize: number; text: string } | undefined;
};

/** Which devices and students got in; it follows by itself, and screen readers hear of it. */
export function Arrivals({ network, students }: ArrivalsProps) {
  const { devices, connectedStudents } = network;
  const here = devices > 0 || connectedStudents > 0;
  const Sign = here ? CircleCheck : Hourglass;
  // By the name, another adapter or this computer itself: then it is the students who tell that it works.
  const isElsewhere = here && devices === 0;
  const lines = [reached(network), students?.text ?? (isElsewhere && 'Students came in by another address')];
  const [first, second] = isElsewhere ? lines.toReversed() : lines;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-3">
      <div role="status" className="flex items-center gap-3">
        <span
          className={classNames(
            'grid size-10 shrink-0 place-items-center rounded-control',
            here ? 'bg-approved-soft text-approved-ink' : 'bg-sunken text-ink-2',
          )}
        >
          <Sign aria-hidden className="size-5.5" />
        </span>
        <span>
          <span className="block text-lead font-bold">
            {here && <span className="sr-only">It works! </span>}
            {first}
          </span>
          <span className="block text-ink-2">{second}</span>
        </span>
      </div>
      {students && <Seats taken={students.signedIn} size={students.classSize} />}
    </div>
  );
}
