import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FileUp } from 'lucide-react';

import { Button, ButtonLink } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { ChairsArt } from '@/components/illustrations/illustrations';
import { HelpLink } from '@/shared/help-link';

/** `onManage`: undefined for those who can't add students. */
type NoStudentsProps = { classroomId: string; onManage: (() => void) | undefined };

/** Empty state of a class without students. */
export function NoStudents({ classroomId, onManage }: NoStudentsProps) {
  if (!onManage) return <EmptyState art={<ChairsArt />} title={t`No students in this class yet`} />;
  return (
    <EmptyState
      art={<ChairsArt />}
      title={t`No students in this class yet`}
      action={
        <div className="flex flex-col items-center gap-4">
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink
              variant="primary"
              icon={<FileUp aria-hidden />}
              to={`/teacher/class/${classroomId}/import`}
            >
              <Trans>Import a Class List</Trans>
            </ButtonLink>
            <Button onClick={onManage}>
              <Trans>Manage Students</Trans>
            </Button>
          </div>
          <HelpLink answer="bring-in-a-class-list" />
        </div>
      }
    >
      <Trans>Bring your class list, or type the names one by one.</Trans>
    </EmptyState>
  );
}
