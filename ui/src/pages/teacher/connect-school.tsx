import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useUser } from '@/auth/session-context';
import { Page } from '@/components/page';
import { useClassrooms } from '@/features/classrooms/queries';
import { schoolAddresses, schoolLink } from '@/features/network/addresses';
import { Board } from '@/features/network/board';
import { studentStatsQuery } from '@/features/students/queries';

import { ClassSelect } from './class-select';
import { FullScreenButton, JoinCard, LoadingAddress, NoStudents, Owner, WhoIsIn } from './connect-parts';
import { useConnectClass } from './use-connect-class';

/** At a school's server: its one address, from wherever it is reached. There is no computer here to look after. */
export function ConnectToSchool({ title }: { title: string }) {
  const { name } = useUser();
  const classes = useClassrooms();
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
      {classes.isPending ? (
        <LoadingAddress />
      ) : (
        <JoinCard {...{ join, classes, classCode }} addresses={schoolAddresses()} />
      )}
      {classroom && stats.data?.length === 0 && <NoStudents classroom={classroom} />}
      {onBoard && (
        <Board
          {...{ join, classCode }}
          addresses={schoolAddresses()}
          owner={<Owner name={name} classroom={classroom} />}
          footer={<WhoIsIn classroom={classroom} students={stats.data} />}
          onLeave={() => {
            setOnBoard(false);
          }}
        />
      )}
    </Page>
  );
}
