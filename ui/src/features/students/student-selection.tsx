import { plural, t } from '@lingui/core/macro';
import type { ComponentProps, RefObject } from 'react';

import {
  SelectionBar as TableSelectionBar,
  SelectionStatus as TableSelectionStatus,
} from '@/components/data-table/selection-bar';
import { formatPart } from '@/lib/format';

const countStudents = (found: number | null, all: number) =>
  found === null ? plural(all, { one: '# student', other: '# students' }) : formatPart(found, all);

type SelectionStatusProps = {
  status: RefObject<HTMLParagraphElement | null>;
  selectedCount: number;
  found: number | null;
  all: number;
};

/** Live count of selected students. Takes the focus when the bar of the selection disappears. */
export function SelectionStatus({ found, ...selection }: SelectionStatusProps) {
  return <TableSelectionStatus {...selection}>{countStudents(found, selection.all)}</TableSelectionStatus>;
}

/** What can be done with the selected students. */
export function SelectionBar(props: Omit<ComponentProps<typeof TableSelectionBar>, 'label'>) {
  return <TableSelectionBar label={t`Selected students`} {...props} />;
}
