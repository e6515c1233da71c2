import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';

import { ApiError, isSystemicError, NetworkError } from '@/api/api-error';
import { api, unwrap } from '@/api/client';
import { failureToast } from '@/api/failure-toast';
import { serverFieldError } from '@/api/server-field-error';
import type { Student } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { toast } from '@/components/toast/toast-store';

import { fullName } from './full-name';
import { existingRow, FIELDS, hasNewLanguage, sentFields, type StudentRow } from './student-rows';

type SaveOutcome = {
  added: Student[];
  updated: Student[];
  /** The first row that the server rejected. */
  refused: { row: StudentRow; error: unknown } | null;
};

function failureReason(error: unknown): string {
  const sentence = error instanceof ApiError || error instanceof NetworkError ? error.error : undefined;
  return sentence ?? t`Please try again.`;
}

/** Adds the server's messages to the row: by field if named, else for the whole row. */
function withServerMessages(row: StudentRow, error: unknown): StudentRow {
  if (error instanceof ApiError && error.code === 'username_taken') {
    return { ...row, messages: { username: () => failureReason(error) } };
  }
  const messages: StudentRow['messages'] = {};
  for (const { name, label } of FIELDS) {
    const message = () => serverFieldError(error, name, i18n._(label));
    if (message() !== undefined) messages[name] = message;
  }
  if (Object.keys(messages).length > 0) return { ...row, messages };
  const failure = () => {
    const reason = failureReason(error);
    return t`Not saved. ${reason}`;
  };
  return { ...row, failure };
}

/** Saves rows sequentially and calls `onRow` with each result. A rejected row doesn't stop the others. */
async function saveRows(
  rows: StudentRow[],
  save: (row: StudentRow) => Promise<Student>,
  onRow: (row: StudentRow) => void,
): Promise<SaveOutcome> {
  const outcome: SaveOutcome = { added: [], updated: [], refused: null };
  for (const row of rows) {
    try {
      const student = await save(row);
      (row.studentId === null ? outcome.added : outcome.updated).push(student);
      onRow(existingRow(student, row.key));
    } catch (error) {
      outcome.refused ??= { row, error };
      onRow(withServerMessages(row, error));
      if (isSystemicError(error)) break;
    }
  }
  return outcome;
}

/** Creates or updates a student; a blank password keeps the current one. */
function saveRow(row: StudentRow, classroomId: string): Promise<Student> {
  const { password, ...names } = sentFields(row);
  const person = { ...names, ...(hasNewLanguage(row) && { language: row.language }) };
  if (row.studentId === null) {
    return unwrap(api.POST('/api/students', { body: { ...person, password, classroomId } }));
  }
  const body = { ...person, ...(password !== '' && { password }) };
  return unwrap(
    api.PUT('/api/students/{student_id}', { body, params: { path: { student_id: row.studentId } } }),
  );
}

function summarizeNames(students: Student[]): string {
  const [name = '', ...others] = students.map(fullName);
  const count = others.length;
  return count === 0 ? name : plural(count, { one: `${name} and # more`, other: `${name} and # more` });
}

/** One toast for all rows, because only one toast is shown at a time. */
function toastOutcome({ added, updated, refused }: SaveOutcome) {
  if (refused) {
    const text =
      refused.row.studentId === null
        ? t`Failed to add student. Please try again.`
        : t`Failed to update student. Please try again.`;
    failureToast(text, refused.error);
  } else if (added.length > 0) {
    const updatedNames = summarizeNames(updated);
    const alsoUpdated = updated.length > 0 ? t`Student updated: ${updatedNames}` : undefined;
    toast({ title: t`Student added`, description: summarizeNames(added), detail: alsoUpdated });
  } else if (updated.length > 0) {
    toast({ title: t`Student updated`, description: summarizeNames(updated) });
  }
}

type Saving = { rows: StudentRow[]; onRow: (row: StudentRow) => void };

/** Saves rows with `saveRows`; lists with students or their names are refetched once. */
export function useSaveStudents(classroomId: string) {
  return useMutation({
    meta: { changes: ['students'] },
    mutationFn: ({ rows, onRow }: Saving) => saveRows(rows, (row) => saveRow(row, classroomId), onRow),
    onSuccess: toastOutcome,
  });
}
