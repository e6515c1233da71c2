import { useQuery } from '@tanstack/react-query';

import { QueryError } from '@/api/query-error';
import { TrayArt } from '@/components/art';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/message-state';
import { Page } from '@/components/page';
import { Loading, SkeletonRows } from '@/components/skeleton';
import { useUser } from '@/features/session/session-context';
import { pendingSubmissionsQuery } from '@/features/submissions/queries';

function Pending() {
  const { id } = useUser();
  const pending = useQuery(pendingSubmissionsQuery(id));
  if (pending.data) {
    if (pending.data.length === 0) return <EmptyState art={<TrayArt />} title="No pending submissions" />;
    return (
      <ul>
        {pending.data.map((row) => (
          <li key={row.id} className="border-t border-line px-5 py-3 first:border-t-0">
            <b>{row.studentName}</b> {row.goalName}
          </li>
        ))}
      </ul>
    );
  }
  if (pending.isError) {
    return <QueryError title="The submissions didn't load" query={pending} />;
  }
  return (
    <Loading label="Loading submissions...">
      <SkeletonRows />
    </Loading>
  );
}

export function SubmissionsPage() {
  return (
    <Page title="Submissions">
      <Card as="section">
        <Pending />
      </Card>
    </Page>
  );
}
