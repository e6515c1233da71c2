import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Printer } from 'lucide-react';
import { useState } from 'react';

import type { Classroom, Reports, StudentReport } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { UnsavedChangesGuard } from '@/components/dialog/unsaved-changes-guard';
import { CommentForm, type Draft, isUnsaved } from '@/features/progress/reports/comment-form';
import { PrintReports } from '@/features/progress/reports/print-reports';
import { type ReportHead, ReportSheet } from '@/features/progress/reports/report-sheet';
import { StudentPicker } from '@/features/progress/reports/student-picker';
import { useMay } from '@/shared/permissions';
import type { Paper } from '@/shared/print/preferred-paper';

type EditorProps = { classroom: Classroom; reports: Reports; school: string; paper: Paper };

/** What was typed for each student and isn't saved. */
function useDrafts(reports: StudentReport[]) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  return {
    of: (id: string) => drafts.get(id),
    set: (id: string) => (draft: Draft | undefined) => {
      setDrafts((before) => {
        const next = new Map(before);
        if (draft) next.set(id, draft);
        else next.delete(id);
        return next;
      });
    },
    clear: () => {
      setDrafts(new Map());
    },
    areUnsaved: reports.some((report) => isUnsaved(drafts.get(report.studentId), report)),
    /** The reports with what was typed. */
    applied: reports.map((report) => {
      const draft = drafts.get(report.studentId);
      return draft ? { ...report, comment: { ...report.comment, text: draft.text } } : report;
    }),
  };
}

/** Students whose report isn't printed. */
function useLeft() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    setLeft((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  };
  return [left, toggle] as const;
}

type PrintButtonProps = { printed: StudentReport[]; reports: Reports; head: ReportHead; paper: Paper };

function PrintButton(props: PrintButtonProps) {
  const [printing, setPrinting] = useState(false);
  const count = props.printed.length;
  return (
    <>
      <Button
        variant="primary"
        icon={<Printer aria-hidden />}
        disabled={count === 0}
        pending={printing}
        onClick={() => {
          setPrinting(true);
        }}
      >
        {plural(count, { one: 'Print # Report', other: 'Print # Reports' })}
      </Button>
      {printing && (
        <PrintReports
          {...props}
          onPrinted={() => {
            setPrinting(false);
          }}
        />
      )}
    </>
  );
}

/** Students, the comment of one of them, and the page as it is printed. */
export function Editor({ classroom, reports, school, paper }: EditorProps) {
  const [shownId, setShownId] = useState<string | null>(null);
  const [left, toggle] = useLeft();
  const drafts = useDrafts(reports.reports);
  const mayComment = useMay(classroom, 'manage');
  const head = { school, className: classroom.name, teacherName: useUser().name };
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
            key={studentId}
            report={stored}
            draft={drafts.of(studentId)}
            onDraft={drafts.set(studentId)}
          />
        )}
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
          <NextButton next={next} onShow={setShownId} />
          <PrintButton {...{ printed, reports, head, paper }} />
        </div>
      </Card>
      <section aria-label={t`Preview`} className="max-xl:lg:col-start-2">
        <div className={`report-preview report-preview-${paper}`}>
          <ReportSheet report={shown} reports={reports} head={head} paper={paper} />
        </div>
      </section>
      <LeaveGuard dirty={drafts.areUnsaved} onDiscard={drafts.clear} />
    </div>
  );
}

type NextButtonProps = { next: StudentReport | undefined; onShow: (studentId: string) => void };

function NextButton({ next, onShow }: NextButtonProps) {
  return (
    <Button
      disabled={!next}
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
