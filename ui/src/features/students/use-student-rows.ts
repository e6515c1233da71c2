import { useCallback, useRef, useState } from 'react';

import type { Student } from '@/api/types';

import { useSaveStudents } from './save-students';
import {
  checkedRow,
  type FieldName,
  isUnsaved,
  isWrong,
  newRow,
  rowsOf,
  rowToFill,
  type StudentFields,
  type StudentRow,
  typedRow,
  withPasted,
} from './student-rows';
import { useRefusedLines } from './use-refused-lines';

/** The rows of Manage Students, and what the teacher does to them. */
function useEditableRows(students: readonly Student[]) {
  const [rows, setRows] = useState(() => rowsOf(students));
  const change = useCallback((key: string, name: FieldName, value: string) => {
    setRows((current) => current.map((row) => (row.key === key ? typedRow(row, name, value) : row)));
  }, []);
  const paste = useCallback((key: string, pasted: StudentFields[]) => {
    setRows((current) => withPasted(current, key, pasted));
  }, []);
  const append = useCallback((pasted: StudentFields[]) => {
    setRows((current) => withPasted(current, rowToFill(current), pasted));
  }, []);
  const remove = useCallback((key: string) => {
    setRows((current) => (current.length > 1 ? current.filter((row) => row.key !== key) : current));
  }, []);
  const add = () => {
    const row = newRow();
    setRows((current) => [...current, row]);
    return row.key;
  };
  return { rows, setRows, change, paste, append, remove, add };
}

type Options = { classroomId: string; students: readonly Student[]; onSaved: () => void };

/** How the last round of saving ended; a new object each time, so that the focus can follow it. */
type Round = {
  saved: number;
  /** As the rows went in: one that is still the same wasn't tried, and hasn't been touched since. */
  checked: readonly StudentRow[];
};

const NOTHING_TYPED = 'Nothing is filled in yet. Type at least one student, or press Cancel.';

function summary(saved: number, left: number): string {
  const rest = left === 1 ? '1 row still needs a look.' : `${left} rows still need a look.`;
  if (saved === 0) return rest;
  return `${saved === 1 ? '1 student was saved' : `${saved} students were saved`}. ${rest}`;
}

const LINES_LEFT = 'Some pasted lines are not filled in yet. Fill them in, or press Discard.';

/** What the round left to do, as far as it isn't done by now. */
function leftOverOf(rows: readonly StudentRow[], round: Round | null, hasRefused: boolean): string | null {
  if (!round) return null;
  const left = rows.filter((row) => isUnsaved(row) && (isWrong(row) || round.checked.includes(row)));
  if (left.length > 0) return summary(round.saved, left.length);
  if (hasRefused) return LINES_LEFT;
  return round.checked.some(isUnsaved) || rows.some(isUnsaved) ? null : NOTHING_TYPED;
}

export function useStudentRows({ classroomId, students, onSaved }: Options) {
  const { rows, setRows, paste, append, ...actions } = useEditableRows(students);
  const { pasteList, refused } = useRefusedLines({ paste, append });
  const hasRefused = refused.pastes.length > 0;
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  const [round, setRound] = useState<Round | null>(null);
  const { mutateAsync } = useSaveStudents(classroomId);
  const saving = useRef(false);

  const save = async () => {
    if (saving.current) return;
    saving.current = true;
    const checked = rows.map(checkedRow);
    const ready = checked.filter((row) => isUnsaved(row) && !isWrong(row));
    setRows(checked);
    setRound(null);
    const onRow = (row: StudentRow) => {
      setRows((current) => current.map((other) => (other.key === row.key ? row : other)));
      setProgress((current) => current && { ...current, done: current.done + 1 });
    };
    let saved = 0;
    if (ready.length > 0) {
      setProgress({ done: 0, all: ready.length });
      const outcome = await mutateAsync({ rows: ready, onRow });
      saved = outcome.added.length + outcome.updated.length;
    }
    saving.current = false;
    setProgress(null);
    const left = checked.filter(isUnsaved).length - saved;
    const blank = saved === 0 && checked.some((row) => row.studentId === null);
    if (left === 0 && !blank && !hasRefused) onSaved();
    else setRound({ saved, checked });
  };
  const leftOver = leftOverOf(rows, round, hasRefused);
  return { rows, ...actions, pasteList, refused, save, progress, round, leftOver };
}

export type StudentRows = ReturnType<typeof useStudentRows>;
