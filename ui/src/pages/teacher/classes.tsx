import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';

import type { Classroom } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Page } from '@/components/page';
import { SkeletonRows } from '@/components/skeleton';
import { Tabs } from '@/components/tabs';
import { byOwner } from '@/features/classrooms/by-owner';
import { archivedClassroomsQuery } from '@/features/classrooms/queries';
import { useTeacherOutletContext } from '@/features/classrooms/teacher-outlet-context';
import { useClassrooms } from '@/features/classrooms/use-classrooms';
import { JoinClassButton } from '@/features/members/join-class-button';
import { ArchivedClasses } from '@/pages/teacher/archived-classes';
import { NoClassesState } from '@/pages/teacher/no-classes-state';
import { QueryView } from '@/shared/query-view';
import { Redirect } from '@/shared/redirect';

const CURRENT = 'current';
const ARCHIVED = 'archived';

function ClassRow({ classroom }: { classroom: Classroom }) {
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        to={`/teacher/class/${classroom.id}`}
        className="flex min-h-16 items-center gap-4 large-text:flex-wrap rounded-card px-5 py-3 no-underline outline-offset-[-3px]! hover:bg-sunken"
      >
        <span className="min-w-0 grow">
          <span className="block font-mid wrap-anywhere">{classroom.name}</span>
          {classroom.gradeLevel && (
            <span className="block text-small text-ink-2">{classroom.gradeLevel}</span>
          )}
        </span>
        <span className="text-end large-text:text-start">
          <span className="block text-small text-ink-2">
            <Trans>Class code</Trans>
          </span>
          <span className="font-bold tracking-code">{classroom.classCode}</span>
        </span>
        <ChevronRight aria-hidden className="size-4.5 text-ink-3 rtl:rotate-180" />
      </Link>
    </li>
  );
}

function Rows({ classes }: { classes: Classroom[] }) {
  return (
    <Card>
      <ul>
        {classes.map((classroom) => (
          <ClassRow key={classroom.id} classroom={classroom} />
        ))}
      </ul>
    </Card>
  );
}

/** The own classes, then those of each other owner. */
function ClassGroups({ classes }: { classes: Classroom[] }) {
  const { own, joined } = byOwner(classes, useUser().id);
  return (
    <>
      {own.length > 0 && <Rows classes={own} />}
      {joined.map(({ ownerId, ownerName, classes }) => (
        <section key={ownerId} aria-labelledby={`classes-${ownerId}`} className="mt-6 first:mt-0">
          <h2 id={`classes-${ownerId}`} className="mb-3 wrap-anywhere">
            <Trans comment="Above classes that another teacher owns">
              With <bdi>{ownerName}</bdi>
            </Trans>
          </h2>
          <Rows classes={classes} />
        </section>
      ))}
    </>
  );
}

function ClassList({ empty }: { empty: ReactNode }) {
  const classes = useClassrooms();
  return (
    <QueryView
      query={classes}
      variant="card"
      title={t`Your classes didn't load`}
      loading={t`Loading classes...`}
      skeleton={
        <Card>
          <SkeletonRows rows={4} />
        </Card>
      }
      empty={empty && <Card as="section">{empty}</Card>}
    >
      {(classes) => <ClassGroups classes={classes} />}
    </QueryView>
  );
}

/** The selected tab, kept in the URL. */
function useTab() {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === ARCHIVED ? ARCHIVED : CURRENT;
  const setTab = (next: string) => {
    // A click fires twice: by the focus and by itself.
    if (next !== tab) setParams(next === ARCHIVED ? { tab: ARCHIVED } : {}, { replace: true });
  };
  return [tab, setTab] as const;
}

/** The classes; in tabs for a teacher who has archived ones. */
function Content() {
  const classes = useClassrooms();
  const archived = useQuery(archivedClassroomsQuery(useUser().id));
  const [tab, setTab] = useTab();
  const hasArchived = archived.data !== undefined && archived.data.length > 0;
  if (tab === CURRENT && !hasArchived) {
    return <ClassList empty={!archived.isPending && <Redirect to="/teacher/no-classes" />} />;
  }
  const empty = (
    <NoClassesState createLabel={t`Create Class`}>
      <Trans>All your classes are archived.</Trans>
    </NoClassesState>
  );
  return (
    <Tabs
      label={t`Classes`}
      value={tab}
      onValueChange={setTab}
      items={[
        {
          value: CURRENT,
          label: t({ message: 'Current', comment: 'Tab: classes that are not archived' }),
          ...(classes.data && { count: classes.data.length }),
          panel: <ClassList empty={empty} />,
        },
        {
          value: ARCHIVED,
          label: t({ message: 'Archived', comment: 'Tab: archived classes' }),
          ...(archived.data && { count: archived.data.length }),
          panel: <ArchivedClasses classes={archived} />,
        },
      ]}
    />
  );
}

export default function ClassesPage() {
  const { openCreateClass } = useTeacherOutletContext();
  const { isSample } = useUser();
  return (
    <Page
      title={t`Classes`}
      actions={
        <>
          {!isSample && <JoinClassButton />}
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={openCreateClass}>
            <Trans>Create Class</Trans>
          </Button>
        </>
      }
    >
      <Content />
    </Page>
  );
}
