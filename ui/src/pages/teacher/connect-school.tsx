import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

import type { Classroom } from '@/api/types';
import { Card } from '@/components/card';
import { CopyButton } from '@/components/copy-button';
import { Page } from '@/components/page';
import { classroomsQuery } from '@/features/classrooms/queries';
import { schoolAddresses, schoolLink } from '@/features/network/addresses';
import { Board } from '@/features/network/board';
import { JoinCode } from '@/features/network/join-code';
import { JoinSteps } from '@/features/network/join-steps';
import { useUser } from '@/features/session/session-context';
import { studentStatsQuery } from '@/features/students/queries';

import { ClassSelect } from './class-select';
import { FullScreenButton, LoadingAddress, NoClassCode, NoStudents, Owner } from './connect-parts';
import { useConnectClass } from './use-connect-class';

type JoinCardProps = { join: string; classes: UseQueryResult<Classroom[]>; classCode: string | null };

function JoinCard({ join, classes, classCode }: JoinCardProps) {
  return (
    <Card as="section" aria-label="How students get in">
      <div className="grid items-center gap-x-6 gap-y-4 p-5 sm:grid-cols-[200px_minmax(0,1fr)] xl:grid-cols-[300px_minmax(0,1fr)]">
        <div className="mx-auto w-full max-w-75">
          <JoinCode link={join} />
        </div>
        <JoinSteps
          addresses={schoolAddresses()}
          classCode={classCode}
          onAddress={
            <CopyButton text={join} what="address" className="min-w-38">
              Copy address
            </CopyButton>
          }
          noClassCode={<NoClassCode classes={classes} />}
        />
      </div>
    </Card>
  );
}

/** At a school's server: its one address, from wherever it is reached. There is no computer here to look after. */
export function ConnectToSchool({ title }: { title: string }) {
  const { id, name } = useUser();
  const classes = useQuery(classroomsQuery(id));
  const { classroom, choose } = useConnectClass(classes.data);
  const stats = useQuery({ ...studentStatsQuery(classroom?.id ?? ''), enabled: classroom !== undefined });
  const [onBoard, setOnBoard] = useState(false);
  const classCode = classroom?.classCode ?? null;
  const join = schoolLink(classCode);
  const showBoard = () => {
    setOnBoard(true);
  };
  return (
    <Page
      title={title}
      actions={
        <>
          {classes.data && classroom && classes.data.length > 1 && (
            <ClassSelect classes={classes.data} value={classroom.id} onChange={choose} />
          )}
          <FullScreenButton disabled={classes.isPending} onPress={showBoard} />
        </>
      }
    >
      {classes.isPending ? <LoadingAddress /> : <JoinCard {...{ join, classes, classCode }} />}
      {classroom && stats.data?.length === 0 && <NoStudents classroom={classroom} />}
      {onBoard && (
        <Board
          {...{ join, classCode }}
          addresses={schoolAddresses()}
          owner={<Owner name={name} classroom={classroom} />}
          onLeave={() => {
            setOnBoard(false);
          }}
        />
      )}
    </Page>
  );
}
