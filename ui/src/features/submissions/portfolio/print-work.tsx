import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/button';

import { portfolioQuery } from './queries';
import { WorkSheets } from './work-sheets';

type PrintWorkProps = { studentId: string; studentName: string; className: string | undefined };

/** Prints the work that is loaded, four pieces a page. */
export function PrintWork({ studentId, studentName, className = '' }: PrintWorkProps) {
  const pages = useInfiniteQuery(portfolioQuery(studentId)).data?.pages ?? [];
  const items = pages.flatMap(({ rows }) => rows);
  const [printing, setPrinting] = useState(false);
  if (items.length === 0) return null;
  return (
    <>
      <Button
        icon={<Printer aria-hidden />}
        pending={printing}
        onClick={() => {
          setPrinting(true);
        }}
      >
        <Trans comment="Button">Print</Trans>
      </Button>
      {printing && (
        <WorkSheets
          items={items}
          studentName={studentName}
          className={className}
          onPrinted={() => {
            setPrinting(false);
          }}
        />
      )}
    </>
  );
}
