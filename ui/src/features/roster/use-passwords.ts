import { useState } from 'react';

import { type JudgedRow, toImportRow } from './roster-rows';

/** The passwords of the students who were added while the page is open; nobody can read them afterwards. */
export function usePasswords() {
  const [rows, setRows] = useState<readonly JudgedRow[]>([]);
  const [kept, setKept] = useState(true);
  return {
    rows,
    /** Whether all of them have been downloaded or printed. */
    kept,
    add: (sent: readonly JudgedRow[]) => {
      const added = sent.filter((row) => toImportRow(row).password != null);
      if (added.length === 0) return;
      setRows([...rows, ...added]);
      setKept(false);
    },
    keep: () => {
      setKept(true);
    },
  };
}

export type Passwords = ReturnType<typeof usePasswords>;
