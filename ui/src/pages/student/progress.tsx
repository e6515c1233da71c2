import '@/shared/all-utilities.css';

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';

import { useStudent } from '@/auth/session-context';
import { Card } from '@/components/card';
import { Page } from '@/components/page';
import { Skeleton } from '@/components/skeleton';
import { Comments } from '@/features/progress/comments';
import { studentProgressQuery } from '@/features/progress/queries';
import { Flags } from '@/features/progress/student/flags';
import { Reached } from '@/features/progress/student/reached';
import { useBalanceVisibility } from '@/features/students/balance-visibility';
import { useMyBalance } from '@/features/students/queries';
import { formatNumber } from '@/lib/format';
import { Amount } from '@/shared/amount';
import { QueryView } from '@/shared/query-view';

import { HistoryLink } from './history-link';
import { MySavings } from './my-savings';
import { StudentNews } from './news/student-news';
import { useStudentNews } from './news/use-student-news';

/** What is left of all that was earned, as a bar and as numbers. */
function Balance({ balance, earned, spent }: { balance: number; earned: number; spent: number }) {
  const visibilityRef = useBalanceVisibility();
  const share = earned > 0 ? Math.min(100, Math.max(0, (100 * balance) / earned)) : 0;
  const earnedText = formatNumber(earned);
  const spentText = formatNumber(spent);
  return (
    <>
      <div
        aria-hidden="true"
        className="mb-3 h-5 overflow-hidden rounded-control border border-gold-ink bg-gold-soft"
      >
        <div className="h-full bg-coin" style={{ width: `${share}%` }} />
      </div>
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <span ref={visibilityRef}>
          <Trans>
            <Amount hideUnit value={balance} /> you have
          </Trans>
        </span>
        <span>
          <Trans>
            <b>{earnedText}</b> earned so far
          </Trans>
        </span>
        <span>
          <Trans>
            <b>{spentText}</b> you spent
          </Trans>
        </span>
        <span className="ms-auto">
          <HistoryLink />
        </span>
      </div>
    </>
  );
}

function MyGoalbucks() {
  return (
    <Card as="section" aria-label={t`Your GoalBucks`} className="relative px-5 py-4">
      <h2 className="mb-3">
        <Trans>Your GoalBucks</Trans>
      </h2>
      <QueryView
        query={useMyBalance()}
        variant="inline"
        title={t`Your GoalBucks didn't load.`}
        loading={t`Loading your GoalBucks...`}
        skeleton={<Skeleton className="h-5 w-60" />}
      >
        {(sums) => <Balance {...sums} />}
      </QueryView>
    </Card>
  );
}

function ProgressSkeleton() {
  return (
    <>
      <Card className="mb-4 h-55 p-8">
        <Skeleton className="mb-4 w-32" />
        <Skeleton className="h-9 w-70" />
      </Card>
      <Card className="mb-4 h-60 p-5">
        <Skeleton className="h-5 w-56" />
      </Card>
    </>
  );
}

/** The student's goals by week, GoalBucks and comments: nothing about others, and nothing that was missed. */
export default function MyProgressPage() {
  const query = useQuery(studentProgressQuery(useStudent().id, '8weeks'));
  const news = useStudentNews();
  return (
    <Page title={t`My Progress`}>
      <StudentNews news={news} />
      <QueryView
        query={query}
        variant="card"
        title={t`Your progress didn't load`}
        loading={t`Loading your progress...`}
        skeleton={<ProgressSkeleton />}
      >
        {({ weeks, comments }) => (
          <>
            <Reached weeks={weeks} />
            <Flags weeks={weeks} />
            <MyGoalbucks />
            <div className="mt-4 empty:hidden">
              <MySavings />
            </div>
            <Comments title={t`What your teacher wrote`} comments={comments} />
          </>
        )}
      </QueryView>
    </Page>
  );
}
