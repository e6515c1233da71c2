import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useUser } from '@/auth/session-context';
import { Page } from '@/components/page';
import { useClassrooms } from '@/features/classrooms/use-classrooms';
import { schoolJoinUrl } from '@/features/network/addresses';
import { ProjectorView } from '@/features/network/projector-view';
import { comingStudentsQuery } from '@/features/students/queries';
import { ClassSelect } from '@/pages/teacher/class-select';

import {
  FullScreenButton,
  JoinCard,
  LoadingAddress,
  NoStudents,
  TeacherAndClass,
  SignedInStudents,
} from './connect-parts';
import { useConnectClass } from './use-connect-class';
import { useOtherWays } from './use-other-ways';

/** Connect page of a school server, which has a single address. */
export function ConnectToSchool({ title }: { title: string }) {
  const { name } = useUser();
  const classes = useClassrooms();
  const { classroom, choose } = useConnectClass(classes.data);
  const stats = useQuery(comingStudentsQuery(classroom?.id));
  const [isProjecting, setIsProjecting] = useState(false);
  const classCode = classroom?.classCode ?? null;
  const otherWays = useOtherWays(classroom?.id);
  const join = { joinUrl: schoolJoinUrl(classCode), url: location.origin, otherWays, classCode };
  const showProjector = () => {
    setIsProjecting(true);
  };
  return (
    <Page
      title={title}
      actions={
        <>
          {classes.data && classroom && classes.data.length > 1 && (
            <ClassSelect classes={classes.data} value={classroom.id} onChange={choose} />
          )}
          <FullScreenButton disabled={classes.isPending} onPress={showProjector} />
        </>
      }
    >
      {classes.isPending ? <LoadingAddress /> : <JoinCard {...join} classes={classes} />}
      {classroom && stats.data?.length === 0 && <NoStudents classroom={classroom} />}
      {isProjecting && (
        <ProjectorView
          {...join}
          owner={<TeacherAndClass name={name} classroom={classroom} />}
          footer={<SignedInStudents classroom={classroom} students={stats.data} />}
          onLeave={() => {
            setIsProjecting(false);
          }}
        />
      )}
    </Page>
  );
}
