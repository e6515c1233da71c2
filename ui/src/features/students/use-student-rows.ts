import { useCallback, useRef, useState } from 'react';

import type { Student } from '@/api/types';

import { outcomeToast, saveEach, useSaveRow } from './save-students';
import {
  checkedRow,
  type FieldName,
  isUnsaved,
  isWrong,
  newRow,
  rowsOf,
  type StudentFields,
  type StudentRow,
  typedRow,
  withPasted,
} from './student-rows';

/** The rows of Manage Students, and what the teacher does to them. */
function useEditableRows(students: readonly Student[]) {
  const [rows, setRows] = useState(() => rowsOf(students));
  const change = useCallback((key: string, name: FieldName, value: string) => {
    setRows((current) => current.map((row) => (row.key === key ? typedRow(row, name, value) : row)));
  }, []);
  const paste = useCallback((key: string, pasted: StudentFields[]) => {
    setRows((current) => withPasted(current, key, pasted));
  }, []);
  const remove = useCallback((key: string) => {
    setRows((current) => (current.length > 1 ? current.filter((row) => row.key !== key) : current));
  }, []);
  const add = () => {
    const row = newRow();
    setRows((current) => [...current, row]);
    return row.key;
  };
  return { rows, setRows, change, paste, remove, add };
}

type Options = { classroomId: string; students: readonly Student[]; onSaved: () => void };

function summary(saved: number, left: number): string {
  const rest = left === 1 ? '1 row still needs a look.' : `${left} rows still need a look.`;
  if (saved === 0) return rest;
  return `${saved === 1 ? '1 student was saved' : `${saved} students were saved`}. ${rest}`;
}

export function useStudentRows({ classroomId, students, onSaved }: Options) {
  const { rows, setRows, ...actions } = useEditableRows(students);
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  /** What the last round left to do; a new object each time, so that the focus can follow it. */
  const [leftOver, setLeftOver] = useState<{ text: string } | null>(null);
  const saveRow = useSaveRow(classroomId);
  const saving = useRef(false);

  const save = async () => {
    if (saving.current) return;
    saving.current = true;
    const checked = rows.map(checkedRow);
    const ready = checked.filter((row) => isUnsaved(row) && !isWrong(row));
    setRows(checked);
    setLeftOver(null);
    if (ready.length > 0) setProgress({ done: 0, all: ready.length });
    const outcome = await saveEach(ready, saveRow, (saved: StudentRow) => {
      setRows((current) => current.map((row) => (row.key === saved.key ? saved : row)));
      setProgress((current) => current && { ...current, done: current.done + 1 });
    });
    saving.current = false;
    setProgress(null);
    outcomeToast(outcome);
    const saved = outcome.added.length + outcome.updated.length;
    const left = checked.filter(isUnsaved).length - saved;
    if (left === 0) onSaved();
    else setLeftOver({ text: summary(saved, left) });
  };
  return { rows, ...actions, save, progress, leftOver };
}

export type StudentRows = ReturnType<typeof useStudentRows>;
