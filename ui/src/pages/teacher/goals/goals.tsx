import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';

import { Page } from '@/components/page';
import { Tabs } from '@/components/tabs';
import { AllGoals } from '@/features/goals/teacher/all-goals';
import type { ListedStatus } from '@/features/goals/teacher/assignment-queries';
import { NoClassesFallback } from '@/pages/teacher/no-classes-fallback';

const tabs: { status: ListedStatus; label: MessageDescriptor }[] = [
  { status: 'current', label: msg`Current Goals` },
  { status: 'completed', label: msg`Completed Goals` },
];

/** The goals of all classes. */
export default function GoalsPage() {
  return (
    <Page title={t`All Goals`}>
      <NoClassesFallback
        noClasses={t`Goals will appear here once you create classes.`}
        loading={t`Loading goals...`}
      >
        <Tabs
          label={t`Which goals`}
          items={tabs.map(({ status, label }) => ({
            value: status,
            label: i18n._(label),
            panel: <AllGoals status={status} label={i18n._(label)} />,
          }))}
        />
      </NoClassesFallback>
    </Page>
  );
}
