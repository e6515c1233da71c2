import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Maximize, Plus, UserPlus, Wifi } from 'lucide-react';
import { useState } from 'react';

import { QueryError } from '@/api/query-error';
import type { Classroom, Network } from '@/api/types';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { CopyButton } from '@/components/copy-button';
import { takeWholeScreen } from '@/components/full-screen';
import { Page } from '@/components/page';
import { Loading, Skeleton } from '@/components/skeleton';
import { useCreateClassOutlet } from '@/features/classrooms/create-class-outlet';
import { classroomsQuery } from '@/features/classrooms/queries';
import { adapterInUse, link } from '@/features/network/addresses';
import { Arrivals } from '@/features/network/arrivals';
import { Board } from '@/features/network/board';
import { HelpCard } from '@/features/network/help-card';
import { JoinCode } from '@/features/network/join-code';
import { JoinSteps } from '@/features/network/join-steps';
import { NetworkChoice } from '@/features/network/network-choice';
import { NoNetwork } from '@/features/network/no-network';
import { networkQuery } from '@/features/network/queries';
import { useNobodyYet } from '@/features/network/use-nobody-yet';
import { useUser } from '@/features/session/session-context';
import { studentStatsQuery } from '@/features/students/queries';

import { ClassSelect } from './class-select';
import { useConnectClass } from './use-connect-class';

const NOTE_PATH = '/teacher/connect/it-note';
const TITLE = 'Connect students';

/** In the shape of what comes. */
function LoadingAddress() {
  return (
    <Loading label="Loading the address...">
      <Card className="p-5">
        <div className="grid gap-6 sm:grid-cols-[200px_minmax(0,1fr)] xl:grid-cols-[300px_minmax(0,1fr)]">
          <Skeleton className="mx-auto aspect-square h-auto w-full max-w-70" />
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
        Your classes didn&apos;t load, so the class code is missing.{' '}
        <Button variant="link" pending={classes.isFetching} onClick={() => void classes.refetch()}>
          Try again
        </Button>
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

/** By which network they come, and what to do when it is the wrong one. */
function NetworkLine({ network }: { network: Network }) {
  const label = adapterInUse(network)?.label;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-5 py-2">
      <p className="flex grow items-center gap-2.5 text-ink-2">
        <Wifi aria-hidden className="size-4.5" />
        <span>
          Use the same Wi-Fi as this computer.
          {label !== undefined && network.adapters.length > 1 && ` Students come in by ${label}.`}
        </span>
      </p>
      <NetworkChoice network={network} variant="link">
        Wrong network?
      </NetworkChoice>
    </div>
  );
}

type Reachable = Network & { url: string };
type JoinCardProps = {
  network: Reachable;
  classes: UseQueryResult<Classroom[]>;
  classCode: string | null;
};

function JoinCard({ network, classes, classCode }: JoinCardProps) {
  const address = link(network, classCode) ?? network.url;
  return (
    <Card as="section" aria-label="How students get in">
      <div className="grid items-center gap-x-6 gap-y-4 p-5 sm:grid-cols-[200px_minmax(0,1fr)] xl:grid-cols-[300px_minmax(0,1fr)]">
        <div className="mx-auto w-full max-w-75">
          <JoinCode link={address} />
        </div>
        <JoinSteps
          network={network}
          classCode={classCode}
          onAddress={
            <CopyButton text={address} what="address" className="min-w-38">
              Copy address
            </CopyButton>
          }
          noClassCode={<NoClassCode classes={classes} />}
        />
      </div>
      <NetworkLine network={network} />
    </Card>
  );
}

/** Nobody can sign in to a class without students. */
function NoStudents({ classroom }: { classroom: Classroom }) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-sunken px-4 py-3">
      <p>No students in this class yet. Each needs a username and password from you.</p>
      <ButtonLink to={`/teacher/class/${classroom.id}`} icon={<UserPlus aria-hidden />}>
        Add students
      </ButtonLink>
    </div>
  );
}

type WaysInProps = {
  network: Reachable;
  classes: UseQueryResult<Classroom[]>;
  classroom: Classroom | undefined;
  onBoard: boolean;
  onLeaveBoard: () => void;
};

function WaysIn({ network, classes, classroom, onBoard, onLeaveBoard }: WaysInProps) {
  const { name } = useUser();
  const stats = useQuery({ ...studentStatsQuery(classroom?.id ?? ''), enabled: classroom !== undefined });
  const nobodyYet = useNobodyYet(network);
  const classCode = classroom?.classCode ?? null;
  const classSize = stats.data?.length;
  return (
    <>
      <JoinCard network={network} classes={classes} classCode={classCode} />
      <Card as="section" aria-label="Who got in" className="mt-4 px-5 py-4">
        <Arrivals network={network} classSize={classSize} />
        {classroom && classSize === 0 && <NoStudents classroom={classroom} />}
      </Card>
      <HelpCard network={network} nobodyYet={nobodyYet} notePath={NOTE_PATH} />
      {onBoard && (
        <Board
          {...{ network, classCode, classSize, nobodyYet }}
          owner={
            <>
              <bdi>{name}</bdi>
              {classroom && (
                <>
                  {' · '}
                  <bdi>{classroom.name}</bdi>
                </>
              )}
            </>
          }
          onLeave={onLeaveBoard}
        />
      )}
    </>
  );
}

/** What a class needs to get in: a code to scan, an address to type, the class code, and help when nobody comes. */
export function ConnectPage() {
  const { id } = useUser();
  const network = useQuery(networkQuery);
  const classes = useQuery(classroomsQuery(id));
  const { classroom, choose } = useConnectClass(classes.data);
  const [onBoard, setOnBoard] = useState(false);
  const url = network.data?.url ?? null;
  const showBoard = () => {
    void takeWholeScreen();
    setOnBoard(true);
  };
  const loading = network.isPending || classes.isPending;
  return (
    <Page
      title={TITLE}
      actions={
        <>
          {classes.data && classroom && classes.data.length > 1 && (
            <ClassSelect classes={classes.data} value={classroom.id} onChange={choose} />
          )}
          <Button
            variant="primary"
            icon={<Maximize aria-hidden />}
            disabled={loading || url === null}
            onClick={showBoard}
          >
            Full screen
          </Button>
        </>
      }
    >
      {loading && <LoadingAddress />}
      {!loading && network.data && url !== null && (
        <WaysIn
          network={{ ...network.data, url }}
          {...{ classes, classroom, onBoard }}
          onLeaveBoard={() => {
            setOnBoard(false);
          }}
        />
      )}
      {!loading && network.data && url === null && <NoNetwork network={network.data} />}
      {!loading && !network.data && (
        <Card as="section">
          <QueryError title="The address didn't load" query={network} />
        </Card>
      )}
    </Page>
  );
}
