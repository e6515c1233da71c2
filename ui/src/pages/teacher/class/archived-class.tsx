import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import type { Classroom, PurchaseListItem, StudentStats } from '@/api/types';
import { Breadcrumb } from '@/components/breadcrumb';
import { ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { ChairsArt } from '@/components/illustrations/illustrations';
import { Page } from '@/components/page';
import { SkeletonRows } from '@/components/skeleton';
import { Tabs } from '@/components/tabs';
import { ArchivedStrip } from '@/features/classrooms/archived-strip';
import { ClassMenu } from '@/features/classrooms/class-menu';
import { DeleteClassDialog } from '@/features/classrooms/delete-class-dialog';
import { Fulfillment } from '@/features/purchases/teacher/fulfillment';
import { pendingPurchasesQuery } from '@/features/purchases/teacher/queries';
import { storeItemsQuery } from '@/features/store/queries';
import { ArchivedStudentsTable } from '@/features/students/archived-students-table';
import { useMayRead } from '@/shared/permissions';
import { QueryView } from '@/shared/query-view';

import { ProgressSection } from './progress-section';
import { FULFILLMENT, PROGRESS, STUDENTS, TEACHERS, useTabPath } from './tab-path';
import { TeachersSection } from './teachers-section';
import { useClassPage } from './use-class-page';

export const ARCHIVED_CLASSES = '/teacher/classes?tab=archived';

type StatsProps = { stats: UseQueryResult<StudentStats[]> };
type ArchivedClassProps = StatsProps & { classroom: Classroom };

function NoStudents() {
  return (
    <EmptyState art={<ChairsArt />} title={t`No students`}>
      <Trans>This class was archived without any.</Trans>
    </EmptyState>
  );
}

function Students({ stats }: StatsProps) {
  return (
    <Card as="section" aria-label={t`Students`} className="overflow-clip">
      <QueryView
        query={stats}
        title={t`The students didn't load`}
        skeleton={<SkeletonRows rows={10} />}
        empty={<NoStudents />}
      >
        {(students) => <ArchivedStudentsTable students={students} />}
      </QueryView>
    </Card>
  );
}

function Progress({ classroom, stats }: ArchivedClassProps) {
  const page = useClassPage(classroom, stats.data);
  if (stats.data?.length !== 0) return <ProgressSection page={page} stats={stats} />;
  return (
    <Card>
      <NoStudents />
    </Card>
  );
}

function Purchases({ classroom }: { classroom: Classroom }) {
  const items = useQuery(storeItemsQuery(classroom.id)).data;
  const restocks = ({ itemId }: PurchaseListItem) =>
    items?.some(({ id, stock }) => id === itemId && stock !== null) ?? false;
  return <Fulfillment classroom={classroom} isStockCounted={restocks} />;
}

function Actions({ classroom, stats }: ArchivedClassProps) {
  const navigate = useNavigate();
  const mayReport = useMayRead(classroom, 'manage');
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <ClassMenu
        classroom={classroom}
        onDelete={() => {
          setDeleting(true);
        }}
      />
      {mayReport && (
        <ButtonLink icon={<FileText aria-hidden />} to={`/teacher/class/${classroom.id}/reports?time=term`}>
          <Trans>Print Reports</Trans>
        </ButtonLink>
      )}
      <DeleteClassDialog
        open={deleting}
        onOpenChange={setDeleting}
        classroom={classroom}
        studentCount={stats.data?.length ?? 0}
        onDeleted={() => void navigate(ARCHIVED_CLASSES)}
      />
    </>
  );
}

function ClassTabs({ classroom, stats }: ArchivedClassProps) {
  const [tab, setTab] = useTabPath(classroom.id);
  const mayManage = useMayRead(classroom, 'manage');
  const pending = useQuery(pendingPurchasesQuery(classroom.id)).data?.length;
  return (
    <Tabs
      label={t`Of this class`}
      value={tab}
      onValueChange={setTab}
      items={[
        {
          value: STUDENTS,
          label: t`Students`,
          ...(stats.data && { count: stats.data.length }),
          panel: <Students stats={stats} />,
        },
        ...(mayManage
          ? [
              {
                value: PROGRESS,
                label: t({ message: 'Progress', comment: 'Tab: what the class completed, by week' }),
                panel: <Progress classroom={classroom} stats={stats} />,
              },
            ]
          : []),
        {
          value: FULFILLMENT,
          label: t`Fulfillment`,
          ...(pending !== undefined && {
            count: pending,
            countLabel: plural(pending, { one: '# pending', other: '# pending' }),
            highlighted: pending > 0,
          }),
          panel: <Purchases classroom={classroom} />,
        },
        ...(mayManage
          ? [
              {
                value: TEACHERS,
                label: t({ message: 'Teachers', comment: 'Tab: who teaches the class' }),
                panel: <TeachersSection classroom={classroom} />,
              },
            ]
          : []),
      ]}
    />
  );
}

/** The page of an archived class: its students, their progress, and what is left to hand out. */
export function ArchivedClass({ classroom, stats }: ArchivedClassProps) {
  return (
    <Page
      title={classroom.name}
      subheading={classroom.gradeLevel ?? undefined}
      breadcrumb={
        <Breadcrumb
          crumbs={[
            { label: t`Classes`, to: '/teacher/classes' },
            { label: t`Archived`, to: ARCHIVED_CLASSES },
            { label: classroom.name },
          ]}
        />
      }
      actions={<Actions classroom={classroom} stats={stats} />}
    >
      <ArchivedStrip classroom={classroom} />
      <ClassTabs classroom={classroom} stats={stats} />
    </Page>
  );
}
