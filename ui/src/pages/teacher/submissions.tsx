import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';

import { IconButton } from '@/components/icon-button';
import { Page } from '@/components/page';
import { Tabs } from '@/components/tabs';
import { useUser } from '@/features/session/session-context';
import { PendingSubmissions } from '@/features/submissions/pending-submissions';
import { pendingSubmissionsQuery } from '@/features/submissions/queries';
import { ShortcutHints } from '@/features/submissions/shortcut-hints';
import { useShortcutsSwitch } from '@/features/submissions/use-shortcuts';

export function SubmissionsPage() {
  const { id } = useUser();
  const submissions = useQuery(pendingSubmissionsQuery(id));
  const pending = submissions.data?.length;
  const [shortcuts, turnShortcuts] = useShortcutsSwitch();
  return (
    <Page narrow title="Submissions" heading="Submissions & Goal Suggestions">
      <Tabs
        label="What waits for you"
        aside={
          <div className="flex items-center gap-1">
            {pending !== 0 && <ShortcutHints on={shortcuts} onTurn={turnShortcuts} />}
            <IconButton
              label="Check for new submissions"
              icon={<RefreshCw aria-hidden className={submissions.isFetching ? 'animate-spin' : ''} />}
              onClick={() => void submissions.refetch()}
            />
          </div>
        }
        items={[
          {
            value: 'submissions',
            label: 'Submissions',
            ...(pending !== undefined && {
              count: pending,
              countLabel: `${pending} pending`,
              hot: pending > 0,
            }),
            panel: <PendingSubmissions teacherId={id} shortcuts={shortcuts} />,
          },
        ]}
      />
    </Page>
  );
}
