import { plural } from '@lingui/core/macro';
import { Printer } from 'lucide-react';
import { useState } from 'react';

import type { Reports, StudentReport } from '@/api/types';
import { Button } from '@/components/button';
import { PrintReports } from '@/features/progress/reports/print-reports';
import type { ReportHead } from '@/features/progress/reports/report-sheet';
import type { WorkOfStudents } from '@/features/submissions/portfolio/use-newest-work';
import { NewestWorkSheet } from '@/features/submissions/portfolio/work-sheets';
import type { Paper } from '@/shared/print/preferred-paper';

type PrintButtonProps = {
  printed: StudentReport[];
  reports: Reports;
  head: ReportHead;
  paper: Paper;
  /** Printed after the reports of these students; undefined while it loads. */
  work: WorkOfStudents | undefined;
};

/** Prints the reports, each with a sheet of the student's work. */
export function PrintButton({ work, ...props }: PrintButtonProps) {
  const [printing, setPrinting] = useState(false);
  const count = props.printed.length;
  return (
    <>
      <Button
        variant="primary"
        icon={<Printer aria-hidden />}
        disabled={count === 0 || !work}
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
          after={({ studentId, firstName, lastName }) => (
            <NewestWorkSheet
              paper={props.paper}
              items={work?.get(studentId) ?? []}
              studentName={`${firstName} ${lastName}`}
              className={props.head.className}
            />
          )}
          onPrinted={() => {
            setPrinting(false);
          }}
        />
      )}
    </>
  );
}
