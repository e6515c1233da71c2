import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Archive, Plus } from 'lucide-react';
import type { ReactNode } from 'react';

import { useUser } from '@/auth/session-context';
import { Button, ButtonLink } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { ChairsArt } from '@/components/illustrations/illustrations';
import { archivedClassroomsQuery } from '@/features/classrooms/queries';
import { useTeacherOutletContext } from '@/features/classrooms/teacher-outlet-context';
import { formatNumber } from '@/lib/format';

type NoClassesStateProps = { createLabel?: string; children: ReactNode };

/** Empty state with a button to create the first class, and a link to archived ones. */
export function NoClassesState({ createLabel = t`Create Your First Class`, children }: NoClassesStateProps) {
  const { openCreateClass } = useTeacherOutletContext();
  const { id, isSample } = useUser();
  const archived = useQuery(archivedClassroomsQuery(id)).data ?? [];
  const number = formatNumber(archived.length);
  return (
    <EmptyState
      art={<ChairsArt />}
      title={t`No classes yet`}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {!isSample && (
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={openCreateClass}>
              {createLabel}
            </Button>
          )}
          {archived.length > 0 && (
            <ButtonLink icon={<Archive aria-hidden />} to="/teacher/classes?tab=archived">
              <Trans>Archived Classes ({number})</Trans>
            </ButtonLink>
          )}
        </span>
      }
    >
      {children}
    </EmptyState>
  );
}
