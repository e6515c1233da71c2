import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Classroom, Reports } from '@/api/types';
import { Breadcrumb } from '@/components/breadcrumb';
import { Card } from '@/components/card';
import { Checkbox } from '@/components/checkbox';
import { EmptyState } from '@/components/empty-state';
import { ChairsArt } from '@/components/illustrations/illustrations';
import { TextField } from '@/components/input';
import { Page } from '@/components/page';
import { Loading, Skeleton, SkeletonRows } from '@/components/skeleton';
import { ToolbarSelect } from '@/components/toolbar-select';
import { ArchivedStrip } from '@/features/classrooms/archived-strip';
import { reportsQuery } from '@/features/progress/reports/queries';
import { TimeSelect, useTime } from '@/features/progress/teacher/time-select';
import { includesToday } from '@/features/progress/weeks';
import { browserStorage } from '@/lib/browser-storage';
import { ClassOfAddress } from '@/pages/teacher/class-of-address';
import { preferredPaper, rememberPaper } from '@/shared/print/preferred-paper';
import { QueryView } from '@/shared/query-view';

import { Editor } from './editor';

const SCHOOL = 'school_name';
const MAX_SCHOOL = 100;

/** What is on every report; paper and school are kept in the browser. */
function useReportOptions() {
  const [paper, setPaper] = useState(preferredPaper);
  const [withWork, setWithWork] = useState(false);
  const [school, setSchool] = useState(() => browserStorage.get(SCHOOL) ?? '');
  return {
    paper,
    school,
    withWork,
    setWithWork,
    choosePaper: (value: string) => {
      const next = value === 'letter' ? 'letter' : 'a4';
      rememberPaper(next);
      setPaper(next);
    },
    typeSchool: (value: string) => {
      browserStorage.set(SCHOOL, value);
      setSchool(value);
    },
  };
}

type ReportOptions = ReturnType<typeof useReportOptions>;

function ReportsSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <Card>
        <SkeletonRows rows={8} />
      </Card>
      <Card className="p-5">
        <Skeleton className="mb-4 h-5 w-48 max-w-full" />
        <Skeleton className="h-40 w-full" />
      </Card>
    </div>
  );
}

function Subheading({ reports }: { reports: Reports | undefined }) {
  if (!reports) return null;
  const count = reports.reports.filter(({ comment }) => comment.text !== '').length;
  const size = reports.reports.length;
  return (
    <Trans>
      A page for each family. {count} of {size} have a comment.
    </Trans>
  );
}

function Options({ options }: { options: ReportOptions }) {
  return (
    <>
      <TextField
        label={t`School's name`}
        optional
        className="grow sm:max-w-80"
        maxLength={MAX_SCHOOL}
        value={options.school}
        onChange={({ currentTarget }) => {
          options.typeSchool(currentTarget.value);
        }}
      />
      <ToolbarSelect
        label={t`Paper`}
        value={options.paper}
        onChange={({ currentTarget }) => {
          options.choosePaper(currentTarget.value);
        }}
      >
        <option value="letter">{t`Letter (8.5 × 11 in)`}</option>
        <option value="a4">{t`A4 (210 × 297 mm)`}</option>
      </ToolbarSelect>
    </>
  );
}

function WorkOption({ options }: { options: ReportOptions }) {
  return (
    <Checkbox
      label={t`Add a page with the newest photos and notes`}
      checked={options.withWork}
      onChange={({ currentTarget }) => {
        options.setWithWork(currentTarget.checked);
      }}
    />
  );
}

function Content({ classroom }: { classroom: Classroom }) {
  const [time, setTime] = useTime();
  // The page stays while those of another time load, with what was typed.
  const query = useQuery({ ...reportsQuery(classroom.id, time), placeholderData: keepPreviousData });
  const options = useReportOptions();
  // The newest work isn't that of an earlier term.
  const isPresent = query.data === undefined || includesToday(query.data);
  const title = t`Conference reports`;
  const path = `/teacher/class/${classroom.id}/progress`;
  return (
    <Page
      title={title}
      subheading={<Subheading reports={query.data} />}
      breadcrumb={<Breadcrumb crumbs={[{ label: classroom.name, to: path }, { label: title }]} />}
    >
      <ArchivedStrip classroom={classroom} />
      <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-2">
        <Options options={options} />
        <TimeSelect classroomId={classroom.id} time={time} onChange={setTime} period={query.data} />
        {isPresent && <WorkOption options={options} />}
      </div>
      <QueryView
        query={query}
        variant="card"
        title={t`The reports didn't load`}
        loading={t`Loading reports...`}
        skeleton={<ReportsSkeleton />}
        isEmpty={({ reports }) => reports.length === 0}
        empty={
          <Card>
            <EmptyState art={<ChairsArt />} title={t`No students in this class yet`}>
              <Trans>Each student gets a page here.</Trans>
            </EmptyState>
          </Card>
        }
      >
        {(reports) => (
          <Editor
            classroom={classroom}
            reports={reports}
            {...options}
            withWork={options.withWork && isPresent}
          />
        )}
      </QueryView>
    </Page>
  );
}

/** The reports of a class for families. */
export default function ReportsPage() {
  return (
    <ClassOfAddress
      skeleton={
        <Page title={t`Conference reports`}>
          <Loading label={t`Loading reports...`}>
            <ReportsSkeleton />
          </Loading>
        </Page>
      }
    >
      {(classroom) => <Content key={classroom.id} classroom={classroom} />}
    </ClassOfAddress>
  );
}
