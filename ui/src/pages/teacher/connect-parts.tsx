import type { UseQueryResult } from '@tanstack/react-query';
import { Maximize, Plus, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Classroom, StudentStats } from '@/api/types';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { CopyButton } from '@/components/copy-button';
import { takeWholeScreen } from '@/components/dialog/full-screen';
import { Loading, Skeleton } from '@/components/skeleton';
import { useCreateClassOutlet } from '@/features/classrooms/create-class-outlet';
import type { Addresses } from '@/features/network/addresses';
import { JoinCode } from '@/features/network/join-code';
import { JoinSteps } from '@/features/network/join-steps';
import { SignedInBoard } from '@/features/presence/signed-in-board';
import { RetryButton } from '@/shared/retry-button';

import { useSignedIn } from './use-signed-in';

/** In the shape of what comes. */
export function LoadingAddress() {
  return (
    <Loading label="Loading the address...">
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

/** In place of the class code: the first class has to be made, or the classes didn't come. */
function NoClassCode({ classes }: { classes: UseQueryResult<Classroom[]> }) {
  const { openCreateClass } = useCreateClassOutlet();
  if (classes.isError) {
    return (
      <p role="alert" className="text-ink-2">
        Your classes didn&apos;t load, so the class code is missing. <RetryButton query={classes} />
      </p>
    );
  }
  return (
    <div className="rounded-control bg-sunken px-4 py-3">
      <p className="mb-2">Students sign in with a class code. Create a class to get one.</p>
      <Button icon={<Plus aria-hidden />} onClick={openCreateClass}>
        Create Class
      </Button>
    </div>
  );
}

type JoinCardProps = {
  /** Where the code leads and what is copied. */
  join: string;
  addresses: Addresses;
  classes: UseQueryResult<Classroom[]>;
  classCode: string | null;
  /** Below the ways in. */
  children?: ReactNode;
};

/** A code to scan, an address to type, and the class code. */
export function JoinCard({ join, addresses, classes, classCode, children }: JoinCardProps) {
  return (
    <Card as="section" aria-label="How students get in">
      <div className="grid items-center gap-x-6 gap-y-4 p-5 sm:grid-cols-[200px_minmax(0,1fr)] xl:grid-cols-[clamp(300px,24vw,480px)_minmax(0,1fr)]">
        <div className="mx-auto w-full max-w-75 xl:max-w-none">
          <JoinCode link={join} />
        </div>
        <JoinSteps
          addresses={addresses}
          classCode={classCode}
          onAddress={
            <CopyButton text={join} what="address" className="min-w-38">
              Copy address
            </CopyButton>
          }
          noClassCode={<NoClassCode classes={classes} />}
        />
      </div>
      {children}
    </Card>
  );
}

/** Nobody can sign in to a class without students. */
export function NoStudents({ classroom }: { classroom: Classroom }) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-sunken px-4 py-3">
      <p>No students in this class yet. Each needs a username and password from you.</p>
      <ButtonLink to={`/teacher/class/${classroom.id}`} icon={<UserPlus aria-hidden />}>
        Add students
      </ButtonLink>
    </div>
  );
}

/** Who stands before the class, and which one it is. */
export function Owner({ name, classroom }: { name: string; classroom: Classroom | undefined }): ReactNode {
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

type WhoIsInProps = {
  classroom: Classroom | undefined;
  students: StudentStats[] | undefined;
  /** Stands below the number while nobody is signed in. */
  hint?: string;
};

/** On the projector: which students of the class are signed in. */
export function WhoIsIn({ classroom, students, hint }: WhoIsInProps) {
  const signedIn = useSignedIn(classroom?.id);
  return students && students.length > 0 && <SignedInBoard {...{ students, signedIn, hint }} />;
}

/** For the projector. */
export function FullScreenButton({ disabled, onPress }: { disabled: boolean; onPress?: () => void }) {
  const press = () => {
    void takeWholeScreen();
    onPress?.();
  };
  return (
    <Button variant="primary" icon={<Maximize aria-hidden />} disabled={disabled} onClick={press}>
      Full screen
    </Button>
  );
}
