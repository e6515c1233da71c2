import { CircleCheck, Hourglass } from 'lucide-react';

import type { Network } from '@/api/types';
import { classNames } from '@/components/class-names';
import { formatCount } from '@/components/format';

const verb = (count: number, one: string, many: string) => (count === 1 ? one : many);

export function reached({ devices }: Network): string {
  if (devices === 0) return 'No device has reached this address yet';
  return `${formatCount(devices, 'device')} ${verb(devices, 'has', 'have')} reached this address`;
}

/** By the name, another adapter or this computer itself: it is the students who tell that it works, then. */
function elsewhere({ devices, connectedStudents }: Network): boolean {
  return devices === 0 && connectedStudents > 0;
}

function connected({ connectedStudents: students }: Network): string {
  if (students === 0) return 'No students are connected';
  return `${formatCount(students, 'student')} ${verb(students, 'is', 'are')} connected`;
}

/** A seat for each student of the class, taken by whoever is connected. */
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
  /** Undefined while it isn't known. */
  classSize?: number | undefined;
};

/** Who got in; it follows by itself, and screen readers hear of it. */
export function Arrivals({ network, classSize = 0 }: ArrivalsProps) {
  const { devices, connectedStudents } = network;
  const here = devices > 0 || connectedStudents > 0;
  const Sign = here ? CircleCheck : Hourglass;
  const [first, second] = elsewhere(network)
    ? [connected(network), reached(network)]
    : [reached(network), connected(network)];
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
          <span className="block text-ink-2">
            {second}
            {classSize > 0 && `, ${classSize} in this class`}
          </span>
        </span>
      </div>
      {classSize > 0 && <Seats taken={connectedStudents} size={classSize} />}
    </div>
  );
}
