import { CircleCheck, Hourglass } from 'lucide-react';

import type { Network } from '@/api/types';
import { classNames } from '@/components/class-names';
import { formatCount } from '@/components/format';

const verb = (count: number, one: string, many: string) => (count === 1 ? one : many);

function reached({ devices }: Network): string {
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
function Seats({ taken, size, huge }: { taken: number; size: number; huge: boolean }) {
  return (
    <span aria-hidden className={classNames('flex min-w-0 flex-wrap', huge ? 'gap-2' : 'gap-1.5')}>
      {Array.from({ length: size }, (_, seat) => (
        <span
          key={seat}
          className={classNames(
            'rounded-small border-2',
            huge ? 'size-[max(1rem,min(2.6dvh,1.4vw))]' : 'size-4',
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
  /** For the projector. */
  huge?: boolean;
};

/** Who got in; it follows by itself, and screen readers hear of it. */
export function Arrivals({ network, classSize = 0, huge = false }: ArrivalsProps) {
  const { devices, connectedStudents } = network;
  const here = devices > 0 || connectedStudents > 0;
  const Sign = here ? CircleCheck : Hourglass;
  const [first, second] = elsewhere(network)
    ? [connected(network), reached(network)]
    : [reached(network), connected(network)];
  return (
    <div
      className={classNames('flex min-w-0 flex-wrap items-center gap-x-6 gap-y-3', huge && 'lg:flex-nowrap')}
    >
      <div role="status" className={classNames('flex items-center gap-3', huge && 'lg:shrink-0')}>
        <span
          className={classNames(
            'grid size-10 shrink-0 place-items-center rounded-control',
            here ? 'bg-approved-soft text-approved-ink' : 'bg-sunken text-ink-2',
          )}
        >
          <Sign aria-hidden className="size-5.5" />
        </span>
        <span>
          <span
            className={classNames(
              'block font-bold',
              huge ? 'text-[max(1.25rem,min(3.2dvh,1.9vw))]/[1.3]' : 'text-lead',
            )}
          >
            {here && <span className="sr-only">It works! </span>}
            {first}
          </span>
          <span
            className={classNames('block text-ink-2', huge && 'text-[max(1.125rem,min(2.4dvh,1.4vw))]/[1.3]')}
          >
            {second}
            {classSize > 0 && `, ${classSize} in this class`}
          </span>
        </span>
      </div>
      {classSize > 0 && <Seats taken={connectedStudents} size={classSize} huge={huge} />}
    </div>
  );
}
