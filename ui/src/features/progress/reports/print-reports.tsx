import { useEffect, useRef } from 'react';

import type { Reports, StudentReport } from '@/api/types';
import { printPage } from '@/lib/print-page';
import type { Paper } from '@/shared/print/preferred-paper';
import { PrintAlone } from '@/shared/print/print-alone';

import { type ReportHead, ReportSheet } from './report-sheet';

type PrintReportsProps = {
  printed: StudentReport[];
  reports: Reports;
  head: ReportHead;
  paper: Paper;
  /** Called after the print window has closed. */
  onPrinted: () => void;
};

/** Prints a page for each of these reports. */
export function PrintReports({ printed, reports, head, paper, onPrinted }: PrintReportsProps) {
  const done = useRef(onPrinted);
  useEffect(() => {
    done.current = onPrinted;
  });
  useEffect(() => {
    const end = () => {
      done.current();
    };
    addEventListener('afterprint', end);
    printPage();
    return () => {
      removeEventListener('afterprint', end);
    };
  }, []);
  return (
    <PrintAlone>
      {printed.map((report) => (
        <ReportSheet key={report.studentId} report={report} reports={reports} head={head} paper={paper} />
      ))}
    </PrintAlone>
  );
}
