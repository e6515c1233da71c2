import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useSearchParams } from 'react-router';

import { Breadcrumb } from '@/components/breadcrumb';
import { Page } from '@/components/page';
import { Tabs } from '@/components/tabs';
import { ActivityLog } from '@/features/activity/activity-log';
import { type Group, groups } from '@/features/activity/kinds';
import { useClassrooms } from '@/features/classrooms/use-classrooms';

const values = Object.keys(groups) as Group[];

/** Kept in the URL. */
function useGroupSearchParam() {
  const [search, setSearch] = useSearchParams();
  const group = values.find((value) => value === search.get('show')) ?? 'all';
  const choose = (value: string) => {
    setSearch(value === 'all' ? {} : { show: value }, { replace: true });
  };
  return { group, choose };
}

/** The activity log page. */
export default function ActivityPage() {
  const classrooms = useClassrooms().data ?? [];
  const { group, choose } = useGroupSearchParam();
  return (
    <Page
      narrow
      title={t`Activity`}
      subheading={t`Who did what, when, and from which device. It is kept for a year.`}
      breadcrumb={
        <Breadcrumb crumbs={[{ label: t`Settings`, to: '/teacher/settings' }, { label: t`Activity` }]} />
      }
    >
      <Tabs
        label={t`What to show`}
        value={group}
        onValueChange={choose}
        items={values.map((value) => ({
          value,
          label: i18n._(groups[value]),
          panel: <ActivityLog group={value} classrooms={classrooms} />,
        }))}
      />
    </Page>
  );
}
