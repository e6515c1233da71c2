import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';

import { isStatus } from '@/api/api-error';
import { QueryError } from '@/api/query-error';
import type { Student } from '@/api/types';
import { ChairsArt, HillArt } from '@/components/art';
import { CountBadge } from '@/components/badge';
import { Breadcrumb } from '@/components/breadcrumb';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/message-state';
import { Page, usePageTitle } from '@/components/page';
import { Loading, Skeleton } from '@/components/skeleton';
import { classroomQuery } from '@/features/classrooms/queries';
import { AssignGoalDialog } from '@/features/goals/assign-goal-dialog';
import { CompletedGoalList, CurrentGoalList, GoalListSkeleton } from '@/features/goals/goal-list';
import { GoalTotalsCard } from '@/features/goals/goal-totals-card';
import { completedGoalsQuery, currentGoalsQuery } from '@/features/goals/queries';
import { ShowMore } from '@/features/goals/show-more';
import { useUser } from '@/features/session/session-context';
import { fullName } from '@/features/students/full-name';
import { studentQuery } from '@/features/students/queries';
import { pendingSubmissionsQuery } from '@/features/submissions/queries';
import { SubmissionBadge } from '@/features/submissions/submission-badge';

import { Missing } from './missing';

function Section({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h2 className="mb-3 flex items-center gap-2">
        {title}
        {count !== undefined && count > 0 && <CountBadge count={count} />}
      </h2>
      <Card>{children}</Card>
    </section>
  );
}

function CurrentGoals({ studentId, action }: { studentId: string; action: ReactNode }) {
  const teacher = useUser();
  const goals = useQuery(currentGoalsQuery(studentId));
  const pending = useQuery(pendingSubmissionsQuery(teacher.id)).data ?? [];
  const waiting = new Set(pending.map((submission) => submission.goalId));
  return (
    <Section title="Current Goals" {...(goals.data && { count: goals.data.length })}>
      {goals.data ? (
        goals.data.length > 0 ? (
          <CurrentGoalList
            goals={goals.data}
            status={(goal) => waiting.has(goal.id) && <SubmissionBadge status="pending" />}
          />
        ) : (
          <EmptyState level={3} art={<HillArt />} title="No current goals" action={action}>
            Assign one, and it stands here until it is reached.
          </EmptyState>
        )
      ) : goals.isError ? (
        <QueryError level={3} title="The current goals didn't load" query={goals} />
      ) : (
        <Loading label="Loading current goals...">
          <GoalListSkeleton rows={3} />
        </Loading>
      )}
    </Section>
  );
}

function CompletedGoals({ studentId }: { studentId: string }) {
  const goals = useInfiniteQuery(completedGoalsQuery(studentId));
  return (
    <Section title="Completed Goals">
      {goals.data ? (
        goals.data.pages.flat().length > 0 ? (
          <CompletedGoalList pages={goals.data.pages} />
        ) : (
          <p className="px-5 py-6 text-ink-2">No completed goals yet.</p>
        )
      ) : goals.isError ? (
        <QueryError level={3} title="The completed goals didn't load" query={goals} />
      ) : (
        <Loading label="Loading completed goals...">
          <GoalListSkeleton rows={5} />
        </Loading>
      )}
      <ShowMore studentId={studentId} />
    </Section>
  );
}

function StudentGoals({ student }: { student: Student }) {
  const classroom = useQuery(classroomQuery(student.classroomId));
  const [assigning, setAssigning] = useState(false);
  const name = fullName(student);
  const assign = () => {
    setAssigning(true);
  };
  return (
    <Page
      title="Student Goals"
      heading={<bdi>{name}</bdi>}
      subheading={<bdi className="wrap-anywhere">@{student.username}</bdi>}
      breadcrumb={
        <Breadcrumb
          crumbs={[
            { label: classroom.data?.name ?? 'Class', to: `/teacher/class/${student.classroomId}` },
            { label: 'Student Goals' },
          ]}
        />
      }
      actions={
        <Button variant="primary" icon={<Plus aria-hidden />} onClick={assign}>
          Assign Goal
        </Button>
      }
    >
      <GoalTotalsCard studentId={student.id} />
      <CurrentGoals
        studentId={student.id}
        action={
          <Button icon={<Plus aria-hidden />} onClick={assign}>
            Assign Goal
          </Button>
        }
      />
      <CompletedGoals studentId={student.id} />
      <AssignGoalDialog
        recipient={{ id: student.id, classroomId: student.classroomId, name }}
        open={assigning}
        onOpenChange={setAssigning}
      />
    </Page>
  );
}

function StudentGoalsSkeleton() {
  usePageTitle('Student Goals');
  return (
    <div className="mx-auto max-w-page">
      <h1 className="sr-only">Student Goals</h1>
      <Loading label="Loading student goals...">
        <Skeleton className="mb-4 w-44" />
        <Skeleton className="mb-3 h-6 w-56" />
        <Skeleton className="mb-5 w-24" />
        <Card className="flex h-19 items-center gap-16 px-5">
          <Skeleton className="h-8 w-28" />
          <Skeleton className="h-8 w-28" />
        </Card>
        {[3, 5].map((rows) => (
          <div key={rows} className="mt-6">
            <Skeleton className="mb-4 h-5 w-36" />
            <Card>
              <GoalListSkeleton rows={rows} />
            </Card>
          </div>
        ))}
      </Loading>
    </div>
  );
}

export function StudentGoalsPage() {
  const { studentId = '' } = useParams();
  const student = useQuery(studentQuery(studentId));
  if (isStatus(student.error, 404))
    return (
      <Missing title="Student not found" art={<ChairsArt />}>
        The student may have been deleted.
      </Missing>
    );
  if (student.data) return <StudentGoals key={studentId} student={student.data} />;
  if (student.isPending) return <StudentGoalsSkeleton />;
  return (
    <Card as="section">
      <QueryError level={1} title="The student didn't load" query={student} />
    </Card>
  );
}
