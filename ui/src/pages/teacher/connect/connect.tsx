import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Wifi } from 'lucide-react';
import { useState } from 'react';

import type { Classroom, Network, StudentStats } from '@/api/types';
import { useIsSchool } from '@/auth/auth-config';
import { useUser } from '@/auth/session-context';
import { Card } from '@/components/card';
import { Page } from '@/components/page';
import { useClassrooms } from '@/features/classrooms/use-classrooms';
import { labelInUse } from '@/features/network/adapter-texts';
import { cardAddress, joinUrlFor } from '@/features/network/addresses';
import { ConnectedDevices, devicesReachedText } from '@/features/network/connected-devices';
import { HelpCard } from '@/features/network/help-card';
import { NetworkChoice } from '@/features/network/network-choice';
import { NoNetwork } from '@/features/network/no-network';
import { ProjectorView, ProjectorNote } from '@/features/network/projector-view';
import { networkQuery } from '@/features/network/queries';
import { useNoConnectionsYet } from '@/features/network/use-no-connections-yet';
import { presenceText } from '@/features/presence/signed-in-count';
import { comingStudentsQuery } from '@/features/students/queries';
import { ClassSelect } from '@/pages/teacher/class-select';
import { useHere, useSignedIn } from '@/pages/teacher/use-signed-in';
import { useMay } from '@/shared/permissions';
import { QueryView } from '@/shared/query-view';

import {
  FullScreenButton,
  JoinCard,
  LoadingAddress,
  NoStudents,
  TeacherAndClass,
  SignedInStudents,
} from './connect-parts';
import { ConnectToSchool } from './connect-school';
import { OldLoginCards } from './old-login-cards';
import { useConnectClass } from './use-connect-class';
import { useOtherWays } from './use-other-ways';

const NOTE_PATH = '/teacher/connect/it-note';
const TITLE = msg`Connect students`;

/** Current network, with a button to change it. */
function NetworkLine({ network }: { network: Network }) {
  const label = labelInUse(network);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-5 py-2">
      <p className="flex grow items-center gap-2.5 text-ink-2">
        <Wifi aria-hidden className="size-4.5" />
        <span>
          <Trans>Use the same Wi-Fi as this computer.</Trans>
          {label !== undefined && network.adapters.length > 1 && (
            <>
              {' '}
              <Trans comment="A network">Students come in by {label}.</Trans>
            </>
          )}
        </span>
      </p>
      <NetworkChoice network={network} variant="link">
        {t`Wrong network?`}
      </NetworkChoice>
    </div>
  );
}

/** Number of signed-in students; undefined without students. */
function useSignedInStudents(classroom: Classroom | undefined, students: StudentStats[] = []) {
  const ids = useSignedIn(classroom?.id);
  const hereIds = useHere(classroom?.id);
  if (!ids || students.length === 0) return undefined;
  const signedIn = students.filter(({ id }) => ids.has(id)).length;
  const here = students.filter(({ id }) => hereIds?.has(id)).length;
  return {
    signedIn,
    here,
    classSize: students.length,
    text: presenceText({ signedIn, here }, students.length),
  };
}

type ReachableNetwork = Network & { url: string };

type JoinSectionProps = {
  network: ReachableNetwork;
  classes: UseQueryResult<Classroom[]>;
  classroom: Classroom | undefined;
  isProjecting: boolean;
  onStopProjecting: () => void;
};

function JoinSection({ network, classes, classroom, isProjecting, onStopProjecting }: JoinSectionProps) {
  const { name } = useUser();
  const stats = useQuery(comingStudentsQuery(classroom?.id));
  const noConnectionsYet = useNoConnectionsYet(network);
  const mayManage = useMay(classroom, 'manage');
  const classCode = classroom?.classCode ?? null;
  const students = useSignedInStudents(classroom, stats.data);
  const otherWays = useOtherWays(classroom?.id);
  const joinUrl = joinUrlFor(network, classCode) ?? network.url;
  const url = cardAddress(network) ?? network.url;
  return (
    <>
      <JoinCard joinUrl={joinUrl} url={url} otherWays={otherWays} classes={classes} classCode={classCode}>
        <NetworkLine network={network} />
      </JoinCard>
      <Card as="section" aria-label={t`Who got in`} className="mt-4 px-5 py-4">
        <ConnectedDevices network={network} students={students} />
        {classroom && stats.data?.length === 0 && <NoStudents classroom={classroom} />}
      </Card>
      {classroom && stats.data && mayManage && (
        <OldLoginCards network={network} classroom={classroom} students={stats.data} />
      )}
      <HelpCard network={network} noConnectionsYet={noConnectionsYet} notePath={NOTE_PATH} />
      {isProjecting && (
        <ProjectorView
          joinUrl={joinUrl}
          url={url}
          otherWays={otherWays}
          classCode={classCode}
          owner={<TeacherAndClass name={name} classroom={classroom} />}
          footer={
            <>
              <SignedInStudents
                classroom={classroom}
                students={stats.data}
                hint={devicesReachedText(network)}
              />
              <ProjectorNote>
                {noConnectionsYet
                  ? t`Nobody yet? Press Esc for what to try`
                  : t`Use the same Wi-Fi as this computer`}
              </ProjectorNote>
            </>
          }
          onLeave={onStopProjecting}
        />
      )}
    </>
  );
}

function ConnectToClassComputer() {
  const network = useQuery(networkQuery);
  const classes = useClassrooms();
  const { classroom, choose } = useConnectClass(classes.data);
  const [isProjecting, setIsProjecting] = useState(false);
  const url = network.data?.url ?? null;
  const showProjector = () => {
    setIsProjecting(true);
  };
  const loading = network.isPending || classes.isPending;
  return (
    <Page
      title={i18n._(TITLE)}
      actions={
        <>
          {classes.data && classroom && classes.data.length > 1 && (
            <ClassSelect classes={classes.data} value={classroom.id} onChange={choose} />
          )}
          <FullScreenButton disabled={loading || url === null} onPress={showProjector} />
        </>
      }
    >
      <QueryView
        query={network}
        variant="card"
        pending={classes.isPending}
        title={t`The address didn't load`}
        skeleton={<LoadingAddress />}
      >
        {(network) =>
          url === null ? (
            <NoNetwork network={network} />
          ) : (
            <JoinSection
              network={{ ...network, url }}
              classes={classes}
              classroom={classroom}
              isProjecting={isProjecting}
              onStopProjecting={() => {
                setIsProjecting(false);
              }}
            />
          )
        }
      </QueryView>
    </Page>
  );
}

/** Connect students: QR code, address, class code and troubleshooting. */
export default function ConnectPage() {
  const isSchool = useIsSchool();
  if (isSchool === undefined) {
    return (
      <Page title={i18n._(TITLE)} actions={<FullScreenButton disabled />}>
        <LoadingAddress />
      </Page>
    );
  }
  return isSchool ? <ConnectToSchool title={i18n._(TITLE)} /> : <ConnectToClassComputer />;
}
