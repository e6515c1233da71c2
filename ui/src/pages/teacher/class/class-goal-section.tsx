import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import type { ClassGoal } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { HillArt } from '@/components/illustrations/illustrations';
import { Skeleton } from '@/components/skeleton';
import { shownGoal } from '@/features/class-goal/shown-goal';
import { ClassGoalDialog } from '@/features/class-goal/teacher/class-goal-dialog';
import { CurrentClassGoal } from '@/features/class-goal/teacher/current-class-goal';
import { EarlierClassGoals } from '@/features/class-goal/teacher/earlier-class-goals';
import { Gifts } from '@/features/class-goal/teacher/gifts';
import { classGoalsQuery } from '@/features/class-goal/teacher/queries';
import { useMay } from '@/shared/permissions';
import { QueryView } from '@/shared/query-view';

import type { PartProps } from './use-class-page';

function NewGoalButton({ page }: PartProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="primary"
        icon={<Plus aria-hidden />}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        <Trans>New Class Goal</Trans>
      </Button>
      <ClassGoalDialog
        classroomId={page.classroom.id}
        goal={undefined}
        students={page.students.length}
        open={isOpen}
        onOpenChange={setIsOpen}
      />
    </>
  );
}

type ContentProps = PartProps & { mayManage: boolean };

type NoGoalProps = ContentProps & {
  /** Whether the class has saved for something before. */
  hadGoals?: boolean;
};

function NoGoal({ page, mayManage, hadGoals = false }: NoGoalProps) {
  return (
    <Card>
      <EmptyState
        level={2}
        art={<HillArt />}
        title={hadGoals ? t`No class goal now` : t`No class goal yet`}
        action={mayManage && <NewGoalButton page={page} />}
      >
        <Trans>
          One reward for everybody. Each student gives as much as they like, and no classmate sees who gave
          what.
        </Trans>
      </EmptyState>
    </Card>
  );
}

function Content({ page, mayManage, goals }: ContentProps & { goals: ClassGoal[] }) {
  const { id: classroomId } = page.classroom;
  const shown = shownGoal(goals);
  return (
    <>
      {shown === null ? (
        <NoGoal page={page} mayManage={mayManage} hadGoals={goals.length > 0} />
      ) : (
        <>
          <CurrentClassGoal
            classroomId={classroomId}
            goal={shown}
            students={page.students.length}
            mayManage={mayManage}
          />
          {mayManage && <Gifts key={shown.id} classroomId={classroomId} classGoalId={shown.id} />}
          {mayManage && shown.status === 'reached' && (
            <div className="mt-4 flex justify-end">
              <NewGoalButton page={page} />
            </div>
          )}
        </>
      )}
      <EarlierClassGoals goals={goals.filter(({ id }) => id !== shown?.id)} />
    </>
  );
}

/** What the class saves for together, and what it saved for before. */
export function ClassGoalSection({ page }: PartProps) {
  const mayManage = useMay(page.classroom, 'manage');
  return (
    <QueryView
      query={useQuery(classGoalsQuery(page.classroom.id))}
      variant="card"
      title={t`The class goal didn't load`}
      loading={t`Loading class goal...`}
      skeleton={
        <Card className="p-6">
          <Skeleton className="h-56 w-full" />
        </Card>
      }
      empty={<NoGoal page={page} mayManage={mayManage} />}
    >
      {(goals) => <Content page={page} mayManage={mayManage} goals={goals} />}
    </QueryView>
  );
}
