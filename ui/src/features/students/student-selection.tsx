import { plural } from '@lingui/core/macro';
import type { RefObject } from 'react';

import { formatFound } from '@/lib/format';
import { SelectedCount, type SelectedCountProps } from '@/shared/selection-bar';

const countStudents = (found: number | null, all: number) =>
  found === null ? plural(all, { one: '# student', other: '# students' }) : formatFound(found, all);

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
