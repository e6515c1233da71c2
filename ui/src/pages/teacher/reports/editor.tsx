import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ComponentProps, useState } from 'react';
import { useSearchParams } from 'react-router';

import type { Classroom, Reports, StudentReport } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { UnsavedChangesGuard } from '@/components/dialog/unsaved-changes-guard';
import { CommentForm, type Draft, isUnsaved } from '@/features/progress/reports/comment-form';
import { ReportSheet } from '@/features/progress/reports/report-sheet';
import { StudentPicker } from '@/features/progress/reports/student-picker';
import { useNewestWork, type WorkOfStudents } from '@/features/submissions/portfolio/use-newest-work';
import { localDay } from '@/lib/format';
import { useMay } from '@/shared/permissions';
import type { Paper } from '@/shared/print/preferred-paper';
import type { QueryState } from '@/shared/query-state';
import { QueryView } from '@/shared/query-view';

import { PrintButton } from './print-button';

type EditorProps = {
  classroom: Classroom;
  reports: Reports;
  school: string;
  paper: Paper;
  /** Whether each report is followed by a sheet with photos and notes. */
  withWork: boolean;
};

/** What was typed for each student and term, and isn't saved. */
function useDrafts({ reports, termId }: Reports) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const keyOf = (id: string) => `${termId} ${id}`;
  const stored = new Map(reports.map((report) => [keyOf(report.studentId), report]));
  return {
    of: (id: string) => drafts.get(keyOf(id)),
    set: (id: string) => (draft: Draft | undefined) => {
      setDrafts((before) => {
        const next = new Map(before);
        if (draft) next.set(keyOf(id), draft);
        else next.delete(keyOf(id));
        return next;
      });
    },
    clear: () => {
      setDrafts(new Map());
    },
    /** Those about another term aren't compared. */
    areUnsaved: [...drafts].some(([key, draft]) => {
      const report = stored.get(key);
      return report === undefined || isUnsaved(draft, report);
    }),
    /** The reports with what was typed. */
    applied: reports.map((report) => {
      const draft = drafts.get(keyOf(report.studentId));
      return draft ? { ...report, comment: { ...report.comment, text: draft.text } } : report;
    }),
  };
}

const idsOf = ({ reports }: Reports) => reports.map(({ studentId }) => studentId);

/** The student whom the page's address names: at first the only one who is printed. */
function useOnlyStudent(reports: StudentReport[]): string | null {
  const id = useSearchParams()[0].get('student');
  return reports.some(({ studentId }) => studentId === id) ? id : null;
}

/** Students whose report isn't printed. */
function useLeft(reports: StudentReport[], onlyId: string | null) {
  const others = onlyId === null ? [] : reports.filter(({ studentId }) => studentId !== onlyId);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set(others.map(({ studentId }) => studentId)));
  const toggle = (id: string) => {
    setLeft((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  };
  return [left, toggle] as const;
}

function Preview(props: ComponentProps<typeof ReportSheet>) {
  return (
    <section aria-label={t`Preview`} className="max-xl:lg:col-start-2">
      <div className={`report-preview report-preview-${props.paper}`}>
        <ReportSheet {...props} />
      </div>
    </section>
  );
}

/** Students, the comment of one of them, and the page as it is printed. */
export function Editor({ classroom, reports, school, paper, withWork }: EditorProps) {
  const onlyId = useOnlyStudent(reports.reports);
  const [shownId, setShownId] = useState(onlyId);
  const [left, toggle] = useLeft(reports.reports, onlyId);
  const drafts = useDrafts(reports);
  const mayComment = useMay(classroom, 'manage');
  const head = { school, className: classroom.name, teacherName: useUser().name };
  const work = useNewestWork(withWork ? idsOf(reports) : [], localDay(reports.from));
  const found = reports.reports.findIndex(({ studentId }) => studentId === shownId);
  const index = Math.max(0, found);
  const [stored, next] = reports.reports.slice(index);
  const shown = drafts.applied[index];
  if (!stored || !shown) return null;
  const { studentId, firstName, lastName } = stored;
  const printed = drafts.applied.filter((report) => !left.has(report.studentId));
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[15rem_minmax(0,1fr)] xl:grid-cols-[15rem_minmax(0,1fr)_auto]">
      <Card>
        <StudentPicker
          reports={reports.reports}
          shownId={studentId}
          onShow={setShownId}
          left={left}
          onToggle={toggle}
        />
      </Card>
      <Card className="min-w-0 p-5">
        <h2 className="mb-3 wrap-anywhere">
          <bdi>{`${firstName} ${lastName}`}</bdi>
        </h2>
        {mayComment && (
          <CommentForm
            key={`${reports.termId} ${studentId}`}
            report={stored}
            termId={reports.termId}
            draft={drafts.of(studentId)}
            onDraft={drafts.set(studentId)}
          />
        )}
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
          <NextButton next={next} onShow={setShownId} />
          <PrintButton {...{ printed, reports, head, paper }} work={work.data} />
        </div>
        {withWork && <SecondPage work={work} studentId={studentId} />}
      </Card>
      <Preview report={shown} reports={reports} head={head} paper={paper} />
      <LeaveGuard dirty={drafts.areUnsaved} onDiscard={drafts.clear} />
    </div>
  );
}

const describeWork = (count: number) =>
  plural(count, {
    0: 'No second page: nothing was sent in this time.',
    one: 'Second page: # photo or note',
    other: 'Second page: # photos and notes',
  });

type SecondPageProps = { work: QueryState<WorkOfStudents>; studentId: string };

/** How much work is printed after the shown report. */
function SecondPage({ work, studentId }: SecondPageProps) {
  return (
    <div className="mt-3 text-small text-ink-2">
      <QueryView query={work} variant="inline" title={t`The work didn't load.`} loading={t`Loading work...`}>
        {(loaded) => <p role="status">{describeWork(loaded.get(studentId)?.length ?? 0)}</p>}
      </QueryView>
    </div>
  );
}

type NextButtonProps = { next: StudentReport | undefined; onShow: (studentId: string) => void };

function NextButton({ next, onShow }: NextButtonProps) {
  return (
    <Button
      idle={!next}
      onClick={() => {
        if (next) onShow(next.studentId);
      }}
    >
      <Trans>Next Student</Trans>
    </Button>
  );
}

function LeaveGuard({ dirty, onDiscard }: { dirty: boolean; onDiscard: () => void }) {
  return (
    <UnsavedChangesGuard
      open={dirty}
      dirty={dirty}
      onClose={onDiscard}
      onDiscard={onDiscard}
      texts={{
        title: t`Leave without saving?`,
        description: t`Comments that you typed and didn't save will be lost.`,
        stay: t`Keep editing`,
        leave: t`Leave without saving`,
      }}
    />
  );
}
