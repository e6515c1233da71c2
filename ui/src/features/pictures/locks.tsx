import { Plural, Trans } from '@lingui/react/macro';
import { Lock } from 'lucide-react';

import { Badge } from '@/components/badge';
import { Button } from '@/components/button';

import { useUnlockClass } from './mutations';
import type { ClassPictures } from './queries';

/** Says that wrong tries have locked a student's pictures. */
export function LockedBadge({ tries }: { tries: number }) {
  return (
    <Badge tone="denied" icon={<Lock aria-hidden />}>
      <Plural value={tries} one="Locked after # try" other="Locked after # tries" />
    </Badge>
  );
}

type LocksProps = { classroomId: string; pictures: ClassPictures };

/** The devices that wrong tries have stopped, and *Unlock All* while anything is locked. */
export function Locks({ classroomId, pictures: { stoppedDevices, students } }: LocksProps) {
  const unlocking = useUnlockClass(classroomId);
  if (stoppedDevices === 0 && students.every(({ lockedAfter }) => lockedAfter === null)) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-2">
      {stoppedDevices > 0 && (
        <p role="status">
          <Plural
            value={stoppedDevices}
            one="# device is stopped after too many wrong pictures."
            other="# devices are stopped after too many wrong pictures."
          />
        </p>
      )}
      <Button
        variant="soft"
        pending={unlocking.isPending}
        onClick={() => {
          unlocking.mutate();
        }}
      >
        <Trans>Unlock All</Trans>
      </Button>
    </div>
  );
}
