import { Fragment, type ReactNode } from 'react';

import type { Reports, StudentReport } from '@/api/types';
import type { Paper } from '@/shared/print/preferred-paper';
import { PrintAlone } from '@/shared/print/print-alone';
import { usePrintWhenLoaded } from '@/shared/print/use-print-when-loaded';

import { type ReportHead, ReportSheet } from './report-sheet';

type PrintReportsProps = {
  printed: StudentReport[];
  reports: Reports;
  head: ReportHead;
  paper: Paper;
  /** The sheet that follows a report. */
  after: (report: StudentReport) => ReactNode;
  /** Called after the print window has closed. */
  onPrinted: () => void;
};

/** Prints a page for each of these reports, with what follows it, as soon as the photos are loaded. */
export function PrintReports({ printed, reports, head, paper, after, onPrinted }: PrintReportsProps) {
  const ref = usePrintWhenLoaded(onPrinted);
  return (
    <PrintAlone ref={ref}>
      {printed.map((report) => (
        <Fragment key={report.studentId}>
          <ReportSheet report={report} reports={reports} head={head} paper={paper} />
          {after(report)}
        </Fragment>
      ))}
    </PrintAlone>
  );
}
