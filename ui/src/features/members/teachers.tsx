import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import type { Classroom, Member } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { SkeletonRows } from '@/components/skeleton';
import { useMay } from '@/shared/permissions';
import { QueryView } from '@/shared/query-view';

import { InviteDialog } from './invite-dialog';
import { MemberList } from './member-list';
import { EndMembershipDialog, LeaveClassDialog } from './membership-dialogs';
import { membersQuery } from './queries';

/** Co-teachers of a class, at most; with as many nobody can be invited. */
const MAX_MEMBERS = 5;

type TeachersProps = { classroom: Classroom; onLeft: () => void };
type OpenDialog = { kind: 'invite' | 'leave' } | { kind: 'end'; member: Member } | null;

/** The heading, and the button with which the owner invites. */
function Heading({
  mayInvite,
  isFull,
  onInvite,
}: {
  mayInvite: boolean;
  isFull: boolean;
  onInvite: () => void;
}) {
  return (
    <div className="px-5 py-3 max-sm:px-4">
      <div className="flex min-h-(--control) flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2>
          <Trans>Teachers</Trans>
        </h2>
        {mayInvite && (
          <Button icon={<Plus aria-hidden />} disabled={isFull} onClick={onInvite}>
            <Trans>Invite a Co-Teacher</Trans>
          </Button>
        )}
      </div>
      {mayInvite && isFull && (
        <p className="text-small text-ink-2">
          <Trans>A class can have at most {MAX_MEMBERS} co-teachers.</Trans>
        </p>
      )}
    </div>
  );
}

/** Who teaches a class. The owner invites and ends memberships, a co-teacher can leave. */
export function Teachers({ classroom, onLeft }: TeachersProps) {
  const query = useQuery(membersQuery(classroom.id));
  const mayInvite = useMay(classroom, 'administer');
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => {
    setDialog(null);
  };
  return (
    <Card as="section" aria-label={t`Teachers of this class`}>
      <Heading
        mayInvite={mayInvite}
        isFull={(query.data?.length ?? 0) > MAX_MEMBERS}
        onInvite={() => {
          setDialog({ kind: 'invite' });
        }}
      />
      <QueryView
        query={query}
        title={t`The teachers didn't load`}
        loading={t`Loading teachers...`}
        skeleton={<SkeletonRows rows={2} />}
      >
        {(members) => (
          <MemberList
            members={members}
            mayEnd={mayInvite}
            onEnd={(member) => {
              setDialog({ kind: 'end', member });
            }}
            onLeave={() => {
              setDialog({ kind: 'leave' });
            }}
          />
        )}
      </QueryView>
      <InviteDialog classroomId={classroom.id} open={dialog?.kind === 'invite'} onOpenChange={close} />
      <EndMembershipDialog
        classroomId={classroom.id}
        member={dialog?.kind === 'end' ? dialog.member : null}
        onClose={close}
      />
      <LeaveClassDialog
        classroom={classroom}
        open={dialog?.kind === 'leave'}
        onClose={close}
        onLeft={onLeft}
      />
    </Card>
  );
}
