import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Navigate } from 'react-router';

import { QueryError } from '@/api/query-error';
import { ChairsArt } from '@/components/art';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/message-state';
import { Page } from '@/components/page';
import { Loading, SkeletonRows } from '@/components/skeleton';
import { useCreateClassOutlet } from '@/features/classrooms/create-class-outlet';
import { classroomsQuery } from '@/features/classrooms/queries';
import { useUser } from '@/features/session/session-context';

function Content() {
  const { id } = useUser();
  const { openCreateClass } = useCreateClassOutlet();
  const classes = useQuery(classroomsQuery(id));
  const first = classes.data?.[0];
  if (first) return <Navigate to={`/teacher/class/${first.id}`} replace />;
  if (classes.isError) {
    return <QueryError title="Your classes didn't load" query={classes} />;
  }
  if (classes.isPending) {
    return (
      <Loading label="Loading classes...">
        <SkeletonRows rows={4} />
      </Loading>
    );
  }
  return (
    <EmptyState
      art={<ChairsArt />}
      title="No classes yet"
      action={
        <Button variant="primary" icon={<Plus aria-hidden />} onClick={openCreateClass}>
          Create Your First Class
        </Button>
      }
    >
      Create a class, add your students, and give them goals to reach.
    </EmptyState>
  );
}

export function NoClassesPage() {
  const { name } = useUser();
  return (
    <Page title="Welcome" heading={`Welcome, ${name}!`}>
      <Card as="section">
        <Content />
      </Card>
    </Page>
  );
}
