import { t } from '@lingui/core/macro';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

import { useUser } from '@/auth/session-context';
import { Button } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { ChairsArt } from '@/components/illustrations/illustrations';
import { useTeacherOutletContext } from '@/features/classrooms/teacher-outlet-context';
import { JoinClassButton } from '@/features/members/join-class-button';

type NoClassesStateProps = { createLabel?: string; children: ReactNode };

/** Empty state with a button to create the first class. */
export function NoClassesState({ createLabel = t`Create Your First Class`, children }: NoClassesStateProps) {
  const { openCreateClass } = useTeacherOutletContext();
  const { isSample } = useUser();
  return (
    <EmptyState
      art={<ChairsArt />}
      title={t`No classes yet`}
      action={
        !isSample && (
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={openCreateClass}>
              {createLabel}
            </Button>
            <JoinClassButton />
          </div>
        )
      }
    >
      {children}
    </EmptyState>
  );
}
