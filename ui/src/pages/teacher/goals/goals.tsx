import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { useSearchParams } from 'react-router';

import { Page } from '@/components/page';
import { Tabs } from '@/components/tabs';
import { useClassrooms } from '@/features/classrooms/use-classrooms';
import { AllGoals } from '@/features/goals/teacher/all-goals';
import type { ListedStatus } from '@/features/goals/teacher/assignment-queries';
import { NoSchoolDays } from '@/features/goals/teacher/series/no-school-days';
import { RepeatingGoals } from '@/features/goals/teacher/series/repeating-goals';
import { NoClassesFallback } from '@/pages/teacher/no-classes-fallback';

const tabs: { status: ListedStatus; label: MessageDescriptor }[] = [
  { status: 'current', label: msg`Current Goals` },
  { status: 'completed', label: msg`Completed Goals` },
];
const REPEATING = 'repeating';

/** The tab in the address. Tabs replace each other in the history, so that Back leaves the page. */
function useTabSearchParam() {
  const [params, setParams] = useSearchParams();
  const wanted = params.get('tab');
  const first = 'current';
  const tab = wanted === 'completed' || wanted === REPEATING ? wanted : first;
  const setTab = (next: string) => {
    setParams(
      (now) => {
        if (next === first) now.delete('tab');
        else now.set('tab', next);
        return now;
      },
      { replace: true },
    );
  };
  return [tab, setTab] as const;
}

/** The goals of all classes. */
export default function GoalsPage() {
  const [tab, setTab] = useTabSearchParam();
  const managed = useClassrooms('manage').data;
  return (
    <Page title={t`All Goals`} actions={tab === REPEATING && <NoSchoolDays />}>
      <NoClassesFallback
        noClasses={t`Goals will appear here once you create classes.`}
        loading={t`Loading goals...`}
      >
        <Tabs
          label={t`Which goals`}
          value={tab}
          onValueChange={setTab}
          items={[
            ...tabs.map(({ status, label }) => ({
              value: status,
              label: i18n._(label),
              panel: <AllGoals status={status} label={i18n._(label)} />,
            })),
            {
              value: REPEATING,
              label: t({ message: 'Repeating', comment: 'Tab: goals that are given on certain weekdays' }),
              panel: <RepeatingGoals classes={managed ?? []} />,
            },
          ]}
        />
      </NoClassesFallback>
    </Page>
  );
}
