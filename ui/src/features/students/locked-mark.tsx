import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Lock } from 'lucide-react';

import type { Student } from '@/api/types';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';

import { fullName } from './full-name';
import { useUnlockStudent } from './mutations';

/** Says that wrong sign-ins have locked the student, and ends that. */
export function LockedMark({ student }: { student: Pick<Student, 'id' | 'firstName' | 'lastName'> }) {
  const unlocking = useUnlockStudent();
  const name = fullName(student);
  return (
    <span className="me-1 inline-flex flex-wrap items-center gap-x-1">
      <Badge tone="denied" icon={<Lock aria-hidden />}>
        <Trans context="sign-in">Locked</Trans>
      </Badge>
      <Button
        variant="link"
        className="min-h-7!"
        aria-label={t`Unlock the sign-in of ${name}`}
        pending={unlocking.isPending}
        onClick={() => {
          unlocking.mutate(student);
        }}
      >
        <Trans comment="A student's sign-in">Unlock</Trans>
      </Button>
    </span>
  );
}
