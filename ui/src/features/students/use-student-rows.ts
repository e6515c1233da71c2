import { plural, t } from '@lingui/core/macro';
import { useCallback, useRef, useState } from 'react';

import type { Student } from '@/api/types';
import type { Language } from '@/lib/language';

import { useSaveStudents } from './save-students';
import {
  validateRow,
  type FieldName,
  isUnsaved,
  hasErrors,
  newRow,
  toRows,
  type StudentRow,
  withLanguage,
  withTyped,
} from './student-rows';

/** Editable rows of Manage Students. */
function useEditableRows(students: readonly Student[]) {
  const [rows, setRows] = useState(() => toRows(students));
  const change = useCallback((key: string, name: FieldName, value: string) => {
    setRows((current) => current.map((row) => (row.key === key ? withTyped(row, name, value) : row)));
  }, []);
  const chooseLanguage = useCallback((key: string, language: Language | null) => {
    setRows((current) => current.map((row) => (row.key === key ? withLanguage(row, language) : row)));
  }, []);
  const remove = useCallback((key: string) => {
    setRows((current) => (current.length > 1 ? current.filter((row) => row.key !== key) : current));
  }, []);
  const add = () => {
    const row = newRow();
    setRows((current) => [...current, row]);
    return row.key;
  };
  return { rows, setRows, change, chooseLanguage, remove, add };
}

type Options = { classroomId: string; students: readonly Student[]; onSaved: () => void };

/** Result of the last save; a new object each time, so that effects can depend on it. */
type SaveRound = {
  saved: number;
  /** Rows as they were validated; an unchanged row was neither saved nor edited since. */
  checked: readonly StudentRow[];
};

function summary(saved: number, left: number): string {
  const rest = plural(left, { one: '# row still needs a look.', other: '# rows still need a look.' });
  if (saved === 0) return rest;
  const done = plural(saved, { one: '# student was saved.', other: '# students were saved.' });
  return `${done} ${rest}`;
}

/** Message about what remains after the last save. */
function describeLeftOver(rows: readonly StudentRow[], round: SaveRound | null): string | null {
  if (!round) return null;
  const left = rows.filter((row) => isUnsaved(row) && (hasErrors(row) || round.checked.includes(row)));
  if (left.length > 0) return summary(round.saved, left.length);
  if (round.checked.some(isUnsaved) || rows.some(isUnsaved)) return null;
  return t`Nothing is filled in yet. Type at least one student, or press Cancel.`;
}

export function useStudentRows({ classroomId, students, onSaved }: Options) {
  const { rows, setRows, ...actions } = useEditableRows(students);
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  const [round, setRound] = useState<SaveRound | null>(null);
  const { mutateAsync } = useSaveStudents(classroomId);
  const saving = useRef(false);

  const save = async () => {
    if (saving.current) return;
    saving.current = true;
    const checked = rows.map(validateRow);
    const ready = checked.filter((row) => isUnsaved(row) && !hasErrors(row));
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
    if (left === 0 && !blank) onSaved();
    else setRound({ saved, checked });
  };
  const leftOver = describeLeftOver(rows, round);
  return { rows, ...actions, save, progress, round, leftOver };
}

export type StudentRows = ReturnType<typeof useStudentRows>;
