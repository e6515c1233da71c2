import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { useStudent } from '@/auth/session-context';
import { ButtonLink } from '@/components/button';
import { Page } from '@/components/page';
import { Celebration, totalGoalbucks } from '@/features/goals/student/celebration';
import { useCelebration } from '@/features/goals/student/use-celebration';
import { MySuggestions } from '@/features/suggestions/student/my-suggestions';
import { MySavings } from '@/pages/student/my-savings';
import { StudentNews } from '@/pages/student/news/student-news';
import { useStudentNews } from '@/pages/student/news/use-student-news';
import { type GoalWithSubmission, useCurrentGoals } from '@/pages/student/use-current-goals';

import { AchievedGoals, useAchievedGoals, useApprovals } from './achieved-goals';
import { ClassGoalOfPage } from './class-goal';
import { CurrentGoals } from './current-goals';
import { MyStats } from './my-stats';
import { TopSection } from './top-section';
import { useGoalDialogs } from './use-goal-dialogs';

/** Marks goals whose denial is announced, so that the card with the next goal doesn't repeat the comment. */
function markAnnounced<Goals extends { rows: GoalWithSubmission[] | undefined }>(
  current: Goals,
  announced: ReadonlySet<string>,
) {
  return {
    ...current,
    rows: current.rows?.map((row) => ({ ...row, isAnnounced: announced.has(row.goal.id) })),
  };
}

export default function MyGoalsPage() {
  const { name, username } = useStudent();
  const news = useStudentNews();
  const current = markAnnounced(useCurrentGoals(), news.announcedGoals);
  const { unsentProof, dialogs, onSubmit, onWithdraw, suggesting } = useGoalDialogs(current.rows);
  const achieved = useAchievedGoals();
  const approvals = useApprovals(achieved);
  const celebration = useCelebration(achieved.data?.pages[0]);
  // One error state; its Try again refetches all failed queries.
  const failed = current.isError && !current.rows;
  const shownName = name || username;
  const heading = (
    <Trans>
      Welcome, <bdi>{shownName}</bdi>!
    </Trans>
  );
  return (
    <Page
      title={t`My Goals`}
      heading={heading}
      actions={
        <ButtonLink to="/student/work">
          <Trans>My Work</Trans>
        </ButtonLink>
      }
    >
      {unsentProof}
      <StudentNews news={news} />
      <Celebration
        goals={celebration.goals}
        comment={({ id }) => approvals.get(id)?.comment}
        onDismiss={celebration.dismiss}
      />
      <div className="mb-6 grid grid-cols-1 gap-4 sm:mb-8 xl:grid-cols-[minmax(0,1fr)_300px]">
        <TopSection {...{ current, onSubmit, suggesting }} />
        <MyStats current={current} achieved={achieved} celebrated={totalGoalbucks(celebration.goals)} />
      </div>
      <div className="mb-6 flex flex-col gap-4 empty:hidden sm:mb-8 lg:flex-row lg:*:flex-1">
        <MySavings />
        <ClassGoalOfPage />
      </div>
      {!failed && <CurrentGoals rows={current.rows} {...{ onSubmit, suggesting, onWithdraw }} />}
      <div className="card-columns gap-x-4">
        <MySuggestions />
        {!(failed && achieved.isError) && <AchievedGoals achieved={achieved} approvals={approvals} />}
      </div>
      {dialogs}
    </Page>
  );
}
