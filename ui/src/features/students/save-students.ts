import { useMutation } from '@tanstack/react-query';

import { ApiError, concernsEveryCall, NetworkError } from '@/api/api-error';
import { api, data } from '@/api/client';
import { failureToast } from '@/api/failure-toast';
import { fieldMessage } from '@/api/field-message';
import { goalKeys, purchaseKeys, studentKeys, submissionKeys, suggestionKeys } from '@/api/keys';
import type { Student } from '@/api/types';
import { toast } from '@/components/toast/toast-store';

import { fullName } from './full-name';
import { existingRow, FIELDS, sentFields, type StudentRow } from './student-rows';

type Outcome = {
  added: Student[];
  updated: Student[];
  /** The first row that the server refused. */
  refused: { row: StudentRow; error: unknown } | null;
};

function reasonOf(error: unknown): string {
  const sentence = error instanceof ApiError ? error.error : undefined;
  return error instanceof NetworkError ? error.message : (sentence ?? 'Please try again.');
}

/** The row with what the server said: at its fields where it names them, else about the whole row. */
function refusedRow(row: StudentRow, error: unknown): StudentRow {
  if (error instanceof ApiError && error.code === 'username_taken') {
    return { ...row, messages: { username: reasonOf(error) } };
  }
  const named = FIELDS.map(({ name, label }) => [name, fieldMessage(error, name, label)] as const);
  const messages = Object.fromEntries(named.filter(([, message]) => message !== undefined));
  if (Object.keys(messages).length > 0) return { ...row, messages };
  return { ...row, failure: `Not saved. ${reasonOf(error)}` };
}

/** Saves rows one after another; `onRow` gets each as it is afterwards. A row that is refused doesn't keep the others. */
async function saveEach(
  rows: StudentRow[],
  save: (row: StudentRow) => Promise<Student>,
  onRow: (row: StudentRow) => void,
): Promise<Outcome> {
  const outcome: Outcome = { added: [], updated: [], refused: null };
  for (const row of rows) {
    try {
      const student = await save(row);
      (row.studentId === null ? outcome.added : outcome.updated).push(student);
      onRow(existingRow(student, row.key));
    } catch (error) {
      outcome.refused ??= { row, error };
      onRow(refusedRow(row, error));
      if (concernsEveryCall(error)) break;
    }
  }
  return outcome;
}

/** Adds a new student, or changes one; a password left blank keeps the present one. */
function saveRow(row: StudentRow, classroomId: string): Promise<Student> {
  const { password, ...person } = sentFields(row);
  if (row.studentId === null) {
    return data(api.POST('/api/students', { body: { ...person, password, classroomId } }));
  }
  const body = { ...person, ...(password !== '' && { password }) };
  return data(
    api.PUT('/api/students/{student_id}', { body, params: { path: { student_id: row.studentId } } }),
  );
}

function named(students: Student[]): string {
  const [first, ...others] = students.map(fullName);
  return others.length > 0 ? `${first} and ${others.length} more` : (first ?? '');
}

/** One message for all rows: there is room for one toast at a time. */
function outcomeToast({ added, updated, refused }: Outcome) {
  if (refused) {
    const action = refused.row.studentId === null ? 'add' : 'update';
    failureToast(`Failed to ${action} student. Please try again.`, refused.error);
  } else if (added.length > 0) {
    const alsoUpdated = updated.length > 0 ? `Student updated: ${named(updated)}` : undefined;
    toast({ title: 'Student added', description: named(added), detail: alsoUpdated });
  } else if (updated.length > 0) {
    toast({ title: 'Student updated', description: named(updated) });
  }
}

type Saving = { rows: StudentRow[]; onRow: (row: StudentRow) => void };

/** Saves rows as `saveEach` does; the lists of students, and those that show their names, are refetched once. */
export function useSaveStudents(classroomId: string) {
  return useMutation({
    meta: {
      invalidates: [
        studentKeys.all,
        submissionKeys.ofTeachers,
        suggestionKeys.all,
        goalKeys.all,
        purchaseKeys.all,
      ],
    },
    mutationFn: ({ rows, onRow }: Saving) => saveEach(rows, (row) => saveRow(row, classroomId), onRow),
    onSuccess: outcomeToast,
  });
}
