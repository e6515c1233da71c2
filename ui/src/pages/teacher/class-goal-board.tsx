import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';

import { isStatus } from '@/api/api-error';
import { FullScreen } from '@/components/dialog/full-screen';
import { usePageTitle } from '@/components/page';
import { Skeleton } from '@/components/skeleton';
import { shownGoal } from '@/features/class-goal/shown-goal';
import { ClassGoalBoard, NoGoalOnBoard } from '@/features/class-goal/teacher/class-goal-board';
import { classGoalsQuery } from '@/features/class-goal/teacher/queries';
import { classroomQuery } from '@/features/classrooms/queries';
import { ClassNotFound } from '@/pages/teacher/not-found-state';
import { QueryView } from '@/shared/query-view';

function Board({ classId }: { classId: string }) {
  const navigate = useNavigate();
  const classroom = useQuery(classroomQuery(classId));
  const goals = useQuery(classGoalsQuery(classId));
  usePageTitle(t`Class goal`);
  if (isStatus(classroom.error, 404)) return <ClassNotFound />;
  return (
    <>
      {/* Behind the view, for the title of the page. */}
      <h1 className="sr-only">{t`Class goal`}</h1>
      <FullScreen
        title={t`Class goal`}
        subtitle={<bdi>{classroom.data?.name}</bdi>}
        onLeave={() => {
          void navigate(`/teacher/class/${classId}/class-goal`, { replace: true });
        }}
      >
        <QueryView
          query={goals}
          level={2}
          title={t`The class goal didn't load`}
          loading={t`Loading class goal...`}
          skeleton={<Skeleton className="h-40 w-2/3" />}
          empty={<NoGoalOnBoard />}
        >
          {(all) => {
            const shown = shownGoal(all);
            return shown === null ? <NoGoalOnBoard /> : <ClassGoalBoard goal={shown} />;
          }}
        </QueryView>
      </FullScreen>
    </>
  );
}

/** The class goal on the projector, live and without names. */
export default function ClassGoalBoardPage() {
  const { classId = '' } = useParams();
  return <Board key={classId} classId={classId} />;
}
