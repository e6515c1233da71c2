import { Trans } from '@lingui/react/macro';
import { ListOrdered, Ticket } from 'lucide-react';

import { sortRows } from '@/components/data-table/table-sort';
import { MenuItem } from '@/components/menu';
import { ClassList } from '@/features/students/class-list';
import { nameSortKey } from '@/features/students/full-name';
import { useLoadCardAddress } from '@/pages/teacher/use-card-address';
import { SignInSlips } from '@/shared/print/sign-in-slips';
import { usePrintSheet } from '@/shared/print/use-print-sheet';

import type { ClassPage } from './use-class-page';

/** Menu items that print lists of the class, and the sheet that is printed. */
export function usePrintLists({ classroom, allStudents, students, selectedStudents }: ClassPage) {
  const { sheet, print } = usePrintSheet();
  const loadAddress = useLoadCardAddress();
  const printSlips = async () => {
    const chosen = selectedStudents.length > 0 ? selectedStudents : students;
    const address = await loadAddress();
    print(() => (
      <SignInSlips
        classroom={classroom}
        address={address}
        slips={sortRows(chosen, nameSortKey, 'ascending').map(({ firstName, lastName, username }) => ({
          firstName,
          lastName,
          username,
        }))}
        title={<Trans comment="Title of printed slips with a student's username each">Sign-In Slips</Trans>}
        summary={<Trans>Cut the slips apart. The password isn’t on them.</Trans>}
      />
    ));
  };
  const items = (
    <>
      <MenuItem
        icon={<ListOrdered aria-hidden />}
        disabled={allStudents.length === 0}
        onSelect={() => {
          print(() => <ClassList className={classroom.name} students={allStudents} />);
        }}
      >
        <Trans>Print Class List</Trans>
      </MenuItem>
      <MenuItem
        icon={<Ticket aria-hidden />}
        disabled={students.length === 0}
        onSelect={() => void printSlips()}
      >
        <Trans>Print Sign-In Slips</Trans>
      </MenuItem>
    </>
  );
  return { items, sheet };
}
