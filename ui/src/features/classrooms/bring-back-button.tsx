import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';

import type { Classroom } from '@/api/types';
import { Button } from '@/components/button';

import { useBringClassroomBack } from './mutations';

/** Makes an archived class current again. */
export function BringBackButton({ classroom }: { classroom: Classroom }) {
  const { mutate: bringBack, isPending } = useBringClassroomBack(classroom.id);
  return (
    <Button
      icon={<Undo2 aria-hidden />}
      pending={isPending}
      pendingLabel={t`Bringing class back`}
      onClick={() => {
        bringBack();
      }}
    >
      <Trans comment="An archived class">Bring Back</Trans>
    </Button>
  );
}
