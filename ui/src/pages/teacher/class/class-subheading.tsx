import { Trans } from '@lingui/react/macro';

import { useUser } from '@/auth/session-context';
import { SignedInCount } from '@/features/presence/signed-in-count';
import { useSignedIn } from '@/pages/teacher/use-signed-in';

import type { PartProps } from './use-class-page';

function SignedIn({ page: { classroom, students } }: PartProps) {
  const signedIn = useSignedIn(classroom.id);
  if (!signedIn || students.length === 0) return null;
  const count = students.filter(({ id }) => signedIn.has(id)).length;
  return <SignedInCount signedIn={count} classSize={students.length} />;
}

/** Below the class's name: its grade level, the owner of a class that isn't the own one, and the number of signed-in students. */
export function ClassSubheading({ page }: PartProps) {
  const { gradeLevel, teacherId, ownerName } = page.classroom;
  const isOwn = useUser().id === teacherId;
  return (
    <span className="flex min-h-6 flex-wrap items-center gap-x-3">
      {gradeLevel !== null && <span className="wrap-anywhere">{gradeLevel}</span>}
      {!isOwn && (
        <span className="wrap-anywhere">
          <Trans comment="Above classes that another teacher owns">
            With <bdi>{ownerName}</bdi>
          </Trans>
        </span>
      )}
      <SignedIn page={page} />
    </span>
  );
}
