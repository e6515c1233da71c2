import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { Maximize, Plus, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Classroom, StudentStats } from '@/api/types';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { CopyButton } from '@/components/copy-button';
import { requestFullscreen } from '@/components/dialog/full-screen';
import { Loading, Skeleton } from '@/components/skeleton';
import { useTeacherOutletContext } from '@/features/classrooms/teacher-outlet-context';
import { JoinCode } from '@/features/network/join-code';
import { JoinSteps, type OtherWays } from '@/features/network/join-steps';
import { SignedInBoard } from '@/features/presence/signed-in-board';
import { useHere, useSignedIn } from '@/pages/teacher/use-signed-in';
import { RetryButton } from '@/shared/retry-button';

/** Skeleton of the address card. */
export function LoadingAddress() {
  return (
    <Loading label={t`Loading the address...`}>
      <Card className="p-5">
        <div className="grid gap-6 sm:grid-cols-[200px_minmax(0,1fr)] xl:grid-cols-[clamp(300px,24vw,480px)_minmax(0,1fr)]">
          <Skeleton className="mx-auto aspect-square h-auto w-full max-w-70 xl:max-w-none" />
          <div className="flex flex-col justify-center gap-4">
            <Skeleton className="w-3/5" />
            <Skeleton className="h-12" />
            <Skeleton className="mt-4 w-3/5" />
            <Skeleton className="h-12 w-2/3" />
          </div>
        </div>
      </Card>
    </Loading>
  );
}

/** Shown without a class code: no class yet, or the classes failed to load. */
function NoClassCode({ classes }: { classes: UseQueryResult<Classroom[]> }) {
  const { openCreateClass } = useTeacherOutletContext();
  if (classes.isError) {
    return (
      <p role="alert" className="text-ink-2">
        <Trans>Your classes didn&apos;t load, so the class code is missing.</Trans>{' '}
        <RetryButton query={classes} />
      </p>
    );
  }
  return (
    <div className="rounded-control bg-sunken px-4 py-3">
      <p className="mb-2">
        <Trans>Students sign in with a class code. Create a class to get one.</Trans>
      </p>
      <Button icon={<Plus aria-hidden />} onClick={openCreateClass}>
        <Trans>Create Class</Trans>
      </Button>
    </div>
  );
}

type JoinCardProps = {
  /** URL of the QR code and the copied link. */
  joinUrl: string;
  /** URL of the server. */
  url: string;
  otherWays: OtherWays;
  classes: UseQueryResult<Classroom[]>;
  classCode: string | null;
  /** Shown below the join steps. */
  children?: ReactNode;
};

/** Card with the QR code, the address and the class code. */
export function JoinCard({ joinUrl, url, otherWays, classes, classCode, children }: JoinCardProps) {
  return (
    <Card as="section" aria-label={t`How students get in`}>
      <div className="grid items-center gap-x-6 gap-y-4 p-5 sm:grid-cols-[200px_minmax(0,1fr)] xl:grid-cols-[clamp(300px,24vw,480px)_minmax(0,1fr)]">
        <div className="mx-auto w-full max-w-75 xl:max-w-none">
          <JoinCode url={joinUrl} />
        </div>
        <JoinSteps
          url={url}
          otherWays={otherWays}
          classCode={classCode}
          onAddress={
            <CopyButton
              text={joinUrl}
              copiedText={t`Address copied.`}
              failedText={t`Your browser didn’t copy the address. Please select it and copy it yourself.`}
              className="min-w-38"
            >
              {t`Copy address`}
            </CopyButton>
          }
          noClassCode={<NoClassCode classes={classes} />}
        />
      </div>
      {children}
    </Card>
  );
}

/** Warning for a class without students, to which nobody can sign in. */
export function NoStudents({ classroom }: { classroom: Classroom }) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-sunken px-4 py-3">
      <p>
        <Trans>No students in this class yet. Each needs a username and password from you.</Trans>
      </p>
      <ButtonLink to={`/teacher/class/${classroom.id}`} icon={<UserPlus aria-hidden />}>
        <Trans>Add students</Trans>
      </ButtonLink>
    </div>
  );
}

/** Teacher and class name. */
export function TeacherAndClass({
  name,
  classroom,
}: {
  name: string;
  classroom: Classroom | undefined;
}): ReactNode {
  return (
    <>
      <bdi>{name}</bdi>
      {classroom && (
        <>
          {' · '}
          <bdi>{classroom.name}</bdi>
        </>
      )}
    </>
  );
}

type SignedInStudentsProps = {
  classroom: Classroom | undefined;
  students: StudentStats[] | undefined;
  /** Shown below the number while nobody is signed in. */
  hint?: string;
};

/** Signed-in students of the class, for the projector. */
export function SignedInStudents({ classroom, students, hint }: SignedInStudentsProps) {
  const signedIn = useSignedIn(classroom?.id);
  const here = useHere(classroom?.id);
  return (
    students &&
    students.length > 0 && <SignedInBoard students={students} signedIn={signedIn} here={here} hint={hint} />
  );
}

/** For the projector. */
export function FullScreenButton({ disabled, onPress }: { disabled: boolean; onPress?: () => void }) {
  const press = () => {
    void requestFullscreen();
    onPress?.();
  };
  return (
    <Button variant="primary" icon={<Maximize aria-hidden />} disabled={disabled} onClick={press}>
      <Trans>Full screen</Trans>
    </Button>
  );
}
