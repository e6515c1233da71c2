import type { Student } from '@/api/types';
import { sortRows } from '@/components/data-table/table-sort';

import { fullName } from './full-name';

export type StudentFields = Record<'firstName' | 'lastName' | 'username' | 'password', string>;
export type FieldName = keyof StudentFields;

/** In the order in which they stand and are pasted. */
export const FIELDS: { name: FieldName; label: string }[] = [
  { name: 'firstName', label: 'First name' },
  { name: 'lastName', label: 'Last name' },
  { name: 'username', label: 'Username' },
  { name: 'password', label: 'Password' },
];

/** A row of Manage Students. */
export type StudentRow = {
  key: string;
  /** The student that the row shows; a new row has none yet. */
  studentId: string | null;
  /** What the server has: a password never comes back, a new row has nothing. */
  saved: StudentFields;
  typed: StudentFields;
  /** What is wrong, by field. */
  messages: Partial<Record<FieldName, string | undefined>>;
  /** Why the row as a whole wasn't saved. */
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

/** By name, as the class is shown; a class without students begins with a row to fill in. */
export function rowsOf(students: readonly Student[]): StudentRow[] {
  if (students.length === 0) return [newRow()];
  return sortRows(students, fullName, 'ascending').map((student) => existingRow(student));
}

/** What would be sent: blanks around a name don't count, in a password they do. */
export function sentFields({ typed }: StudentRow): StudentFields {
  return {
    firstName: typed.firstName.trim(),
    lastName: typed.lastName.trim(),
    username: typed.username.trim(),
    password: typed.password,
  };
}

/** Whether something was typed that the server doesn't have: a blank new row has nothing to save. */
export function isUnsaved(row: StudentRow): boolean {
  const sent = sentFields(row);
  return FIELDS.some(({ name }) => sent[name] !== row.saved[name]);
}

function problem(row: StudentRow, name: FieldName, label: string): string | null {
  const text = sentFields(row)[name];
  if (name !== 'password') {
    if (text === '') return `${label} is required.`;
    return text.length > MAX_NAME ? `${label} can have at most ${MAX_NAME} characters.` : null;
  }
  if (text === '') return row.studentId === null ? 'Password is required.' : null;
  if (text.length < MIN_PASSWORD) return `Password needs at least ${MIN_PASSWORD} characters.`;
  return text.length > MAX_PASSWORD ? `Password can have at most ${MAX_PASSWORD} characters.` : null;
}

/** New rows need all four; existing ones need their names, and a password only when it is to change. */
export function problemsOf(row: StudentRow): Partial<StudentFields> {
  const found = FIELDS.map(({ name, label }) => [name, problem(row, name, label)] as const);
  return Object.fromEntries(found.filter(([, message]) => message !== null));
}

export function isWrong(row: StudentRow): boolean {
  return row.failure !== null || FIELDS.some(({ name }) => row.messages[name] !== undefined);
}

/** With its present problems, if it is to be saved at all. */
export function checkedRow(row: StudentRow): StudentRow {
  return { ...row, messages: isUnsaved(row) ? problemsOf(row) : {}, failure: null };
}

/** What was said about a field, or about the row as a whole, goes when the field changes. */
export function typedRow(row: StudentRow, name: FieldName, value: string): StudentRow {
  return {
    ...row,
    typed: { ...row.typed, [name]: value },
    messages: { ...row.messages, [name]: undefined },
    failure: null,
  };
}

/** Where students are added that were pasted before: the first blank new row, else the last row. */
export function rowToFill(rows: readonly StudentRow[]): string {
  const blank = rows.find((row) => row.studentId === null && !isUnsaved(row));
  return (blank ?? rows.at(-1))?.key ?? '';
}

/** Pasted students become new rows: the first takes a blank new row's place, the others follow. */
export function withPasted(rows: StudentRow[], key: string, pasted: StudentFields[]): StudentRow[] {
  return rows.flatMap((row) => {
    if (row.key !== key) return [row];
    const added = pasted.map((fields) => newRow(fields));
    const [first, ...others] = added;
    if (row.studentId !== null || isUnsaved(row) || !first) return [row, ...added];
    return [{ ...first, key }, ...others];
  });
}
