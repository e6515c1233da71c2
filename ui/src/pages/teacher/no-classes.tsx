import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';

import { useUser } from '@/auth/session-context';
import { Card } from '@/components/card';
import { Page } from '@/components/page';
import { Loading, SkeletonRows } from '@/components/skeleton';
import { classroomsQuery } from '@/features/classrooms/queries';
import { QueryError } from '@/shared/query-error';

import { NoClassesYet } from './no-classes-yet';

function Content() {
  const { id } = useUser();
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
  return <NoClassesYet>Create a class, add your students, and give them goals to reach.</NoClassesYet>;
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
