import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';

import { Breadcrumb } from '@/components/breadcrumb';
import { Button } from '@/components/button';
import { Page } from '@/components/page';
import { Tabs } from '@/components/tabs';
import { ActivityLog } from '@/features/activity/activity-log';
import { type Group, groups } from '@/features/activity/kinds';
import { useClassrooms } from '@/features/classrooms/use-classrooms';
import { formatDay } from '@/lib/format';

const values = Object.keys(groups) as Group[];

/** Kept in the URL. */
function useGroupSearchParam() {
  const [search, setSearch] = useSearchParams();
  const group = values.find((value) => value === search.get('show')) ?? 'all';
  const choose = (value: string) => {
    setSearch(
      (before) => {
        if (value === 'all') before.delete('show');
        else before.set('show', value);
        return before;
      },
      { replace: true },
    );
  };
  return { group, choose };
}

/** The time in the URL up to which the log is shown, and a function that shows all of it. */
function useUntilSearchParam() {
  const [search, setSearch] = useSearchParams();
  const time = new Date(search.get('until') ?? '');
  const until = Number.isNaN(time.getTime()) ? null : time;
  const clear = () => {
    setSearch((before) => {
      before.delete('until');
      return before;
    });
  };
  return { until, clear };
}

function UntilNote({ until, onClear }: { until: Date; onClear: () => void }) {
  const day = formatDay(until);
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 text-ink-2">
      <Trans>Up to {day}, the newest first.</Trans>
      <Button variant="link" onClick={onClear}>
        <Trans>Show Everything</Trans>
      </Button>
    </p>
  );
}

/** The activity log page. */
export default function ActivityPage() {
  const classrooms = useClassrooms().data ?? [];
  const { group, choose } = useGroupSearchParam();
  const { until, clear } = useUntilSearchParam();
  return (
    <Page
      narrow
      title={t`Activity`}
      subheading={t`Who did what, when, and from which device. It is kept for a year.`}
      breadcrumb={
        <Breadcrumb crumbs={[{ label: t`Settings`, to: '/teacher/settings' }, { label: t`Activity` }]} />
      }
    >
      {until && <UntilNote until={until} onClear={clear} />}
      <Tabs
        label={t`What to show`}
        value={group}
        onValueChange={choose}
        items={values.map((value) => ({
          value,
          label: i18n._(groups[value]),
          panel: <ActivityLog group={value} classrooms={classrooms} until={until} />,
        }))}
      />
    </Page>
  );
}
