import { t } from '@lingui/core/macro';

import type { Student } from '@/api/types';
import { sortRows } from '@/components/data-table/table-sort';

import { fullName } from './full-name';

export type StudentFields = Record<'firstName' | 'lastName' | 'username' | 'password', string>;
export type FieldName = keyof StudentFields;

/** In display order. */
export const FIELDS: { name: FieldName; label: string }[] = [
  { name: 'firstName', label: 'First name' },
  { name: 'lastName', label: 'Last name' },
  { name: 'username', label: 'Username' },
  { name: 'password', label: 'Password' },
];

/** A row of Manage Students. */
export type StudentRow = {
  key: string;
  /** Null for a new row. */
  studentId: string | null;
  /** Saved values; the password is always empty. */
  saved: StudentFields;
  typed: StudentFields;
  /** Messages by field. */
  messages: Partial<Record<FieldName, string | undefined>>;
  /** Error of the row as a whole. */
  failure: string | null;
};

const EMPTY: StudentFields = { firstName: '', lastName: '', username: '', password: '' };
const MAX_NAME = 200;
const MIN_PASSWORD = 4;
const MAX_PASSWORD = 128;

let nextNewRow = 1;

export function newRow(typed: StudentFields = EMPTY): StudentRow {
  return { key: `new-${nextNewRow++}`, studentId: null, saved: EMPTY, typed, messages: {}, failure: null };
}

export function existingRow(student: Student, key = student.id): StudentRow {
  const { firstName, lastName, username } = student;
  const saved = { firstName, lastName, username, password: '' };
  return { key, studentId: student.id, saved, typed: saved, messages: {}, failure: null };
}

/** Rows sorted by name; one empty row for a class without students. */
export function toRows(students: readonly Student[]): StudentRow[] {
  if (students.length === 0) return [newRow()];
  return sortRows(students, fullName, 'ascending').map((student) => existingRow(student));
}

/** Values to send: names are trimmed, passwords are not. */
export function sentFields({ typed }: StudentRow): StudentFields {
  return {
    firstName: typed.firstName.trim(),
    lastName: typed.lastName.trim(),
    username: typed.username.trim(),
    password: typed.password,
  };
}

/** Whether the row has unsaved changes. A blank new row has none. */
export function isUnsaved(row: StudentRow): boolean {
  const sent = sentFields(row);
  return FIELDS.some(({ name }) => sent[name] !== row.saved[name]);
}

function fieldProblem(row: StudentRow, name: FieldName, label: string): string | null {
  const text = sentFields(row)[name];
  if (name !== 'password') {
    if (text === '') return t`${label} is required.`;
    return text.length > MAX_NAME ? t`${label} can have at most ${MAX_NAME} characters.` : null;
  }
  if (text === '') return row.studentId === null ? t`Password is required.` : null;
  if (text.length < MIN_PASSWORD) return t`Password needs at least ${MIN_PASSWORD} characters.`;
  return text.length > MAX_PASSWORD ? t`Password can have at most ${MAX_PASSWORD} characters.` : null;
}

/** Validates a row: new rows need a password too. */
export function rowProblems(row: StudentRow): Partial<StudentFields> {
  const found = FIELDS.map(({ name, label }) => [name, fieldProblem(row, name, label)] as const);
  return Object.fromEntries(found.filter(([, message]) => message !== null));
}

export function hasProblems(row: StudentRow): boolean {
  return row.failure !== null || FIELDS.some(({ name }) => row.messages[name] !== undefined);
}

/** Returns the row with validation messages, if it has changes. */
export function validateRow(row: StudentRow): StudentRow {
  return { ...row, messages: isUnsaved(row) ? rowProblems(row) : {}, failure: null };
}

/** Updates a field and clears its messages. */
export function withTyped(row: StudentRow, name: FieldName, value: string): StudentRow {
  return {
    ...row,
    typed: { ...row.typed, [name]: value },
    messages: { ...row.messages, [name]: undefined },
    failure: null,
  };
}

/** Key of the row at which pasted students are inserted: the first blank row, else the last one. */
export function findRowToFill(rows: readonly StudentRow[]): string {
  const blank = rows.find((row) => row.studentId === null && !isUnsaved(row));
  return (blank ?? rows.at(-1))?.key ?? '';
}

/** Inserts pasted students as new rows; the first replaces a blank row. */
export function withPasted(rows: StudentRow[], key: string, pasted: StudentFields[]): StudentRow[] {
  return rows.flatMap((row) => {
    if (row.key !== key) return [row];
    const added = pasted.map((fields) => newRow(fields));
    const [first, ...others] = added;
    if (row.studentId !== null || isUnsaved(row) || !first) return [row, ...added];
    return [{ ...first, key }, ...others];
  });
}
