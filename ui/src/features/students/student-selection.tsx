import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode, RefObject } from 'react';

import { Button } from '@/components/button';
import { formatFound, formatNumber } from '@/lib/format';

const countStudents = (found: number | null, all: number) =>
  found === null ? plural(all, { one: '# student', other: '# students' }) : formatFound(found, all);

type SelectedCountProps = { selectedCount: number; all: number };

function SelectedCount({ selectedCount, all }: SelectedCountProps) {
  const selected = formatNumber(selectedCount);
  const total = formatNumber(all);
  return (
    <Trans comment="Students">
      <b className="text-ink">{selected}</b> of {total} selected
    </Trans>
  );
}

type SelectionStatusProps = SelectedCountProps & {
  status: RefObject<HTMLParagraphElement | null>;
  found: number | null;
};

/** Live count of selected rows. Takes the focus when the bar of the selection disappears. */
export function SelectionStatus({ status, found, ...count }: SelectionStatusProps) {
  return (
    <p ref={status} role="status" tabIndex={-1} className="rounded-small text-ink-2 max-sm:me-auto">
      {count.selectedCount === 0 ? countStudents(found, count.all) : <SelectedCount {...count} />}
    </p>
  );
}

type SelectionBarProps = SelectedCountProps & { onClear: () => void; children: ReactNode };

/** What can be done with the selected rows, at the bottom of the window while the table scrolls. */
export function SelectionBar({ onClear, children, ...count }: SelectionBarProps) {
  return (
    <div
      data-selection-bar
      role="group"
      aria-label={t`Selected students`}
      className="sticky bottom-0 z-4 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-4 py-2 shadow-high short:static print:hidden"
    >
      <p className="text-ink-2">
        <SelectedCount {...count} />
      </p>
      <Button variant="ghost" onClick={onClear}>
        <Trans comment="Button that deselects all students">Clear</Trans>
      </Button>
      <div className="ms-auto flex flex-wrap justify-end gap-2 max-sm:w-full max-sm:*:grow max-sm:*:px-2! max-sm:[&_svg]:hidden">
        {children}
      </div>
    </div>
  );
}
