import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Wifi } from 'lucide-react';
import { useState } from 'react';

import type { Classroom, Network, StudentStats } from '@/api/types';
import { useIsSchool } from '@/auth/auth-config';
import { useUser } from '@/auth/session-context';
import { Card } from '@/components/card';
import { Page } from '@/components/page';
import { useClassrooms } from '@/features/classrooms/queries';
import { adapterInUse, link } from '@/features/network/addresses';
import { Arrivals, reached } from '@/features/network/arrivals';
import { Board, BoardNote } from '@/features/network/board';
import { HelpCard } from '@/features/network/help-card';
import { NetworkChoice } from '@/features/network/network-choice';
import { NoNetwork } from '@/features/network/no-network';
import { networkQuery } from '@/features/network/queries';
import { useNobodyYet } from '@/features/network/use-nobody-yet';
import { signedInText } from '@/features/presence/signed-in-count';
import { studentStatsQuery } from '@/features/students/queries';
import { QueryView } from '@/shared/query-view';

import { ClassSelect } from './class-select';
import { FullScreenButton, JoinCard, LoadingAddress, NoStudents, Owner, WhoIsIn } from './connect-parts';
import { ConnectToSchool } from './connect-school';
import { useConnectClass } from './use-connect-class';
import { useSignedIn } from './use-signed-in';

const NOTE_PATH = '/teacher/connect/it-note';
const TITLE = 'Connect students';

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

/** How many students of the class are signed in, if it has any. */
function useSignedInStudents(classroom: Classroom | undefined, students: StudentStats[] = []) {
  const ids = useSignedIn(classroom?.id);
  if (!ids || students.length === 0) return undefined;
  const signedIn = students.filter(({ id }) => ids.has(id)).length;
  return { signedIn, classSize: students.length, text: signedInText(signedIn, students.length) };
}

type Reachable = Network & { url: string };

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
  const students = useSignedInStudents(classroom, stats.data);
  const join = link(network, classCode) ?? network.url;
  return (
    <>
      <JoinCard {...{ join, classes, classCode }} addresses={network}>
        <NetworkLine network={network} />
      </JoinCard>
      <Card as="section" aria-label="Who got in" className="mt-4 px-5 py-4">
        <Arrivals network={network} students={students} />
        {classroom && stats.data?.length === 0 && <NoStudents classroom={classroom} />}
      </Card>
      <HelpCard network={network} nobodyYet={nobodyYet} notePath={NOTE_PATH} />
      {onBoard && (
        <Board
          {...{ join, classCode }}
          addresses={network}
          owner={<Owner name={name} classroom={classroom} />}
          footer={
            <>
              <WhoIsIn classroom={classroom} students={stats.data} hint={reached(network)} />
              <BoardNote>
                {nobodyYet ? 'Nobody yet? Press Esc for what to try' : 'Use the same Wi-Fi as this computer'}
              </BoardNote>
            </>
          }
          onLeave={onLeaveBoard}
        />
      )}
    </>
  );
}

/** The class computer's own address. */
function ConnectHere() {
  const network = useQuery(networkQuery);
  const classes = useClassrooms();
  const { classroom, choose } = useConnectClass(classes.data);
  const [onBoard, setOnBoard] = useState(false);
  const url = network.data?.url ?? null;
  const showBoard = () => {
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
          <FullScreenButton disabled={loading || url === null} onPress={showBoard} />
        </>
      }
    >
      <QueryView
        query={network}
        variant="card"
        pending={classes.isPending}
        title="The address didn't load"
        skeleton={<LoadingAddress />}
      >
        {(network) =>
          url === null ? (
            <NoNetwork network={network} />
          ) : (
            <WaysIn
              network={{ ...network, url }}
              {...{ classes, classroom, onBoard }}
              onLeaveBoard={() => {
                setOnBoard(false);
              }}
            />
          )
        }
      </QueryView>
    </Page>
  );
}

/** What a class needs to get in: a code to scan, an address to type, the class code, and help when nobody comes. */
export default function ConnectPage() {
  const isSchool = useIsSchool();
  if (isSchool === undefined) {
    return (
      <Page title={TITLE} actions={<FullScreenButton disabled />}>
        <LoadingAddress />
      </Page>
    );
  }
  return isSchool ? <ConnectToSchool title={TITLE} /> : <ConnectHere />;
}
