import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Navigate } from 'react-router';

import { useUser } from '@/auth/session-context';
import { Card } from '@/components/card';
import { Page } from '@/components/page';
import { SkeletonRows } from '@/components/skeleton';
import { useClassrooms } from '@/features/classrooms/use-classrooms';
import { HelpLink } from '@/shared/help-link';
import { QueryView } from '@/shared/query-view';

import { NoClassesState } from './no-classes-state';

function Content() {
  const classes = useClassrooms();
  return (
    <QueryView
      query={classes}
      title={t`Your classes didn't load`}
      loading={t`Loading classes...`}
      skeleton={<SkeletonRows rows={4} />}
      empty={
        <NoClassesState>
          <Trans>Create a class, add your students, and give them goals to reach.</Trans>
        </NoClassesState>
      }
    >
      {([first]) => first && <Navigate to={`/teacher/class/${first.id}`} replace />}
    </QueryView>
  );
}

export default function NoClassesPage() {
  const { name } = useUser();
  return (
    <Page title={t`Welcome`} heading={t`Welcome, ${name}!`}>
      <Card as="section">
        <Content />
      </Card>
      <HelpLink answer="the-first-lesson" className="mt-2" />
    </Page>
  );
}
