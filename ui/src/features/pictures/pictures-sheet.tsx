import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import { BrandMark } from '@/components/illustrations/brand';
import { formatDay } from '@/lib/format';
import { serverClock } from '@/lib/server-clock';
import { PrintAlone } from '@/shared/print/print-alone';

import { PictureRow } from './picture-row';
import type { StudentPictures } from './queries';

const SLIPS_A_PAGE = 12;

function Slip({ student }: { student: StudentPictures }) {
  return (
    <li className="flex h-[33mm] items-center justify-between gap-3 border-t border-dashed border-line-strong px-4 odd:border-e">
      <div className="min-w-0 wrap-anywhere">
        <bdi className="block text-lead font-bold">{student.firstName}</bdi>
        <bdi className="block text-small">{student.lastName}</bdi>
      </div>
      <PictureRow
        pictures={student.pictures ?? []}
        className="size-[12mm] border border-ink p-1 [&>svg]:fill-none"
      />
    </li>
  );
}

/**
 * Print-only pages of slips. A page is 225 mm high, so that it fits on A4 and
 * Letter paper.
 */
export function PicturesSheet({ className, students }: { className: string; students: StudentPictures[] }) {
  const pages = Array.from({ length: Math.ceil(students.length / SLIPS_A_PAGE) }, (_, page) =>
    students.slice(page * SLIPS_A_PAGE, (page + 1) * SLIPS_A_PAGE),
  );
  const [today] = useState(serverClock.today);
  const day = formatDay(today);
  return (
    <PrintAlone className="text-ink">
      {pages.map((slips, page) => (
        <section key={page} className="break-after-page last:break-after-auto">
          <header className="mb-4 flex items-start justify-between gap-4">
            <div>
              <h1>
                <Trans>
                  Pictures of <bdi>{className}</bdi>
                </Trans>
              </h1>
              <p>
                <Trans>
                  For the teacher: keep it where children can’t see it. Cut the slips apart to practice with
                  each child.
                </Trans>
              </p>
            </div>
            <BrandMark />
          </header>
          <ul className="grid grid-cols-2 border-b border-dashed border-line-strong">
            {slips.map((student) => (
              <Slip key={student.studentId} student={student} />
            ))}
          </ul>
          <p className="mt-2 text-small">
            <Trans comment="{day} is a date with the year">Printed on {day}</Trans>
          </p>
        </section>
      ))}
    </PrintAlone>
  );
}
