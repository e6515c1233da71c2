import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide-react';

import type { StudentReport } from '@/api/types';
import { Checkbox } from '@/components/checkbox';

type StudentPickerProps = {
  reports: StudentReport[];
  shownId: string;
  onShow: (studentId: string) => void;
  /** Students whose report isn't printed. */
  left: ReadonlySet<string>;
  onToggle: (studentId: string) => void;
};

/** Chooses whose report is shown, and whose are printed. */
export function StudentPicker({ reports, shownId, onShow, left, onToggle }: StudentPickerProps) {
  return (
    <ul className="p-2">
      {reports.map(({ studentId, firstName, lastName, comment }) => {
        const name = `${firstName} ${lastName}`;
        return (
          <li key={studentId} className="flex items-center gap-1">
            <span className="grid size-9 shrink-0 place-items-center">
              <Checkbox
                aria-label={t`Print the report of ${name}`}
                checked={!left.has(studentId)}
                onChange={() => {
                  onToggle(studentId);
                }}
              />
            </span>
            <button
              type="button"
              aria-current={studentId === shownId}
              className="flex min-h-10 min-w-0 grow items-center justify-between gap-2 rounded-control px-3 text-start hover:bg-sunken aria-[current=true]:bg-brand-soft aria-[current=true]:font-mid"
              onClick={() => {
                onShow(studentId);
              }}
            >
              <span className="min-w-0 wrap-anywhere">
                <bdi>{name}</bdi>
              </span>
              {comment.text !== '' && (
                <>
                  <Check aria-hidden className="size-4 shrink-0 text-approved-ink" />
                  <span className="sr-only">
                    <Trans>has a comment</Trans>
                  </span>
                </>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
