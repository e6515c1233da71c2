import { Navigate } from 'react-router';

import { useUser } from '@/auth/session-context';
import { Card } from '@/components/card';
import { Page } from '@/components/page';
import { SkeletonRows } from '@/components/skeleton';
import { useClassrooms } from '@/features/classrooms/queries';
import { QueryView } from '@/shared/query-view';

import { NoClassesYet } from './no-classes-yet';

function Content() {
  const classes = useClassrooms();
  return (
    <QueryView
      query={classes}
      title="Your classes didn't load"
      loading="Loading classes..."
      skeleton={<SkeletonRows rows={4} />}
      empty={<NoClassesYet>Create a class, add your students, and give them goals to reach.</NoClassesYet>}
    >
      {([first]) => first && <Navigate to={`/teacher/class/${first.id}`} replace />}
    </QueryView>
  );
}

export default function NoClassesPage() {
  const { name } = useUser();
  return (
    <Page title="Welcome" heading={`Welcome, ${name}!`}>
      <Card as="section">
        <Content />
      </Card>
    </Page>
  );
}
