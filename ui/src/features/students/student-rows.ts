import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

import type { Student } from '@/api/types';
import { sortRows } from '@/components/data-table/table-sort';
import type { Language } from '@/lib/language';

import { nameSortKey } from './full-name';

export type StudentFields = Record<'firstName' | 'lastName' | 'username' | 'password', string>;
export type FieldName = keyof StudentFields;

const MAX_NAME = 200;
const MIN_PASSWORD = 4;
const MAX_PASSWORD = 128;

type Field = {
  name: FieldName;
  label: MessageDescriptor;
  required: MessageDescriptor;
  tooLong: MessageDescriptor;
};

/** In display order. */
export const FIELDS: Field[] = [
  {
    name: 'firstName',
    label: msg`First name`,
    required: msg`First name is required.`,
    tooLong: msg`First name can have at most ${MAX_NAME} characters.`,
  },
  {
    name: 'lastName',
    label: msg`Last name`,
    required: msg`Last name is required.`,
    tooLong: msg`Last name can have at most ${MAX_NAME} characters.`,
  },
  {
    name: 'username',
    label: msg`Username`,
    required: msg`Username is required.`,
    tooLong: msg`Username can have at most ${MAX_NAME} characters.`,
  },
  {
    name: 'password',
    label: msg`Password`,
    required: msg`Password is required.`,
    tooLong: msg`Password can have at most ${MAX_PASSWORD} characters.`,
  },
];

/** Functions: the language may change while a message is shown. */
type Messages = Partial<Record<FieldName, (() => string | undefined) | undefined>>;

/** A row of Manage Students. */
export type StudentRow = {
  key: string;
  /** Null for a new row. */
  studentId: string | null;
  /** Saved values; the password is always empty. */
  saved: StudentFields;
  typed: StudentFields;
  /** Null: that of the computer. */
  savedLanguage: Language | null;
  language: Language | null;
  /** Messages by field. */
  messages: Messages;
  /** Error of the row as a whole. */
  failure: (() => string) | null;
};

const EMPTY: StudentFields = { firstName: '', lastName: '', username: '', password: '' };

let nextNewRow = 1;

export function newRow(typed: StudentFields = EMPTY): StudentRow {
  return {
    key: `new-${nextNewRow++}`,
    studentId: null,
    saved: EMPTY,
    typed,
    savedLanguage: null,
    language: null,
    messages: {},
    failure: null,
  };
}

export function existingRow(student: Student, key = student.id): StudentRow {
  const { firstName, lastName, username, language } = student;
  const saved = { firstName, lastName, username, password: '' };
  return {
    key,
    studentId: student.id,
    saved,
    typed: saved,
    savedLanguage: language,
    language,
    messages: {},
    failure: null,
  };
}

/** Rows sorted by name; one empty row for a class without students. */
export function toRows(students: readonly Student[]): StudentRow[] {
  if (students.length === 0) return [newRow()];
  return sortRows(students, nameSortKey, 'ascending').map((student) => existingRow(student));
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

/** Whether another language was chosen: only then it is sent, as the student may have chosen one meanwhile. */
export const hasNewLanguage = (row: StudentRow) => row.language !== row.savedLanguage;

/** Whether the row has unsaved changes. A blank new row has none. */
export function isUnsaved(row: StudentRow): boolean {
  const sent = sentFields(row);
  return hasNewLanguage(row) || FIELDS.some(({ name }) => sent[name] !== row.saved[name]);
}

function fieldError(row: StudentRow, { name, required, tooLong }: Field): MessageDescriptor | null {
  const text = sentFields(row)[name];
  const isPassword = name === 'password';
  if (text === '') return isPassword && row.studentId !== null ? null : required;
  if (isPassword && text.length < MIN_PASSWORD) {
    return msg`Password needs at least ${MIN_PASSWORD} characters.`;
  }
  return text.length > (isPassword ? MAX_PASSWORD : MAX_NAME) ? tooLong : null;
}

/** Validates a row: new rows need a password too. */
export function rowErrors(row: StudentRow): Messages {
  const errors: Messages = {};
  for (const field of FIELDS) {
    const error = fieldError(row, field);
    if (error) errors[field.name] = () => i18n._(error);
  }
  return errors;
}

export function hasErrors(row: StudentRow): boolean {
  return row.failure !== null || FIELDS.some(({ name }) => row.messages[name] !== undefined);
}

/** Returns the row with validation messages, if it has changes. */
export function validateRow(row: StudentRow): StudentRow {
  return { ...row, messages: isUnsaved(row) ? rowErrors(row) : {}, failure: null };
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

/** Chooses a language; null: that of the computer. */
export function withLanguage(row: StudentRow, language: Language | null): StudentRow {
  return { ...row, language, failure: null };
}
