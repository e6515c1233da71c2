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
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/message-state';
import { Page } from '@/components/page';
import { Loading, Skeleton, SkeletonRows } from '@/components/skeleton';
import { classroomQuery } from '@/features/classrooms/queries';
import { AssignGoalDialog } from '@/features/goals/assign-goal-dialog';
import { CompletedGoalList, CurrentGoalList } from '@/features/goals/goal-list';
import { completedGoalPagesQuery, currentGoalsQuery } from '@/features/goals/queries';
import { useUser } from '@/features/session/session-context';
import { fullName } from '@/features/students/full-name';
import { GoalTotalsCard } from '@/features/students/goal-totals-card';
import { studentQuery } from '@/features/students/queries';
import { pendingSubmissionsQuery } from '@/features/submissions/queries';
import { SubmissionBadge } from '@/features/submissions/submission-badge';

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
          <SkeletonRows rows={3} />
        </Loading>
      )}
    </Section>
  );
}

function CompletedGoals({ studentId }: { studentId: string }) {
  const goals = useInfiniteQuery(completedGoalPagesQuery(studentId));
  const isEmpty = goals.data?.pages[0]?.length === 0;
  return (
    <Section title="Completed Goals">
      {goals.data ? (
        isEmpty ? (
          <p className="px-5 py-6 text-ink-2">No completed goals yet.</p>
        ) : (
          <CompletedGoalList pages={goals.data.pages} />
        )
      ) : goals.isError ? (
        <QueryError level={3} title="The completed goals didn't load" query={goals} />
      ) : (
        <Loading label="Loading completed goals...">
          <SkeletonRows rows={5} />
        </Loading>
      )}
      {goals.hasNextPage && (
        <div className="border-t border-line p-3 text-center">
          <Button
            variant="link"
            pending={goals.isFetchingNextPage}
            pendingLabel="Loading more"
            onClick={() => void goals.fetchNextPage()}
          >
            {goals.isFetchNextPageError ? "It didn't load. Try again" : 'Show more'}
          </Button>
        </div>
      )}
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
      <GoalTotalsCard student={student} />
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

function NotFound() {
  return (
    <Page title="Student not found" heading="">
      <EmptyState
        art={<ChairsArt />}
        title="Student not found"
        action={
          <ButtonLink variant="primary" to="/teacher/classes">
            See all classes
          </ButtonLink>
        }
      >
        The student may have been deleted.
      </EmptyState>
    </Page>
  );
}

function StudentGoalsSkeleton() {
  return (
    <Loading label="Loading student goals..." className="mx-auto max-w-page">
      <Skeleton className="mb-4 w-44" />
      <Skeleton className="mb-3 h-6 w-56" />
      <Skeleton className="mb-5 w-24" />
      <Card className="mb-6 flex h-19 items-center gap-16 px-5">
        <Skeleton className="h-8 w-28" />
        <Skeleton className="h-8 w-28" />
      </Card>
      {[3, 5].map((rows) => (
        <div key={rows} className="mt-6">
          <Skeleton className="mb-4 h-5 w-36" />
          <Card>
            <SkeletonRows rows={rows} />
          </Card>
        </div>
      ))}
    </Loading>
  );
}

export function StudentGoalsPage() {
  const { studentId = '' } = useParams();
  const student = useQuery(studentQuery(studentId));
  if (isStatus(student.error, 404)) return <NotFound />;
  if (student.data) return <StudentGoals key={studentId} student={student.data} />;
  if (student.isPending) return <StudentGoalsSkeleton />;
  return (
    <Card as="section">
      <QueryError level={1} title="The student didn't load" query={student} />
    </Card>
  );
}
