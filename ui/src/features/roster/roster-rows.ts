import type { RosterPreviewRow, RosterReason, Schemas } from '@/api/types';

export const FIELDS = ['firstName', 'lastName', 'username', 'password', 'externalId'] as const;
export type RosterField = (typeof FIELDS)[number];
export type FieldValues = Record<RosterField, string>;

/**
 * `move`: from the teacher's other class; `change`: a student of the class gets the list's name or username; `identify`:
 * they get only the list's identifier, so that the next list finds them by it.
 */
export type RosterAnswer = 'add' | 'skip' | 'move' | 'change' | 'identify';
export type RowStatus = 'ready' | 'ask' | 'skipped' | 'refused';

/** A row of the list, with what the teacher has answered and typed. */
export type RosterRow = {
  key: string;
  preview: RosterPreviewRow;
  answer: RosterAnswer | null;
  edits: Partial<FieldValues>;
  /** The server's messages in the current language, after an import that it refused; `row`: about the whole row. */
  serverErrors: Partial<Record<RosterField | 'row', () => string>>;
};

/** Why a row asks, or why a field can't be imported: a code of the preview with its parameters. */
export type RosterRowReason = Required<RosterReason>;
type RosterErrors = Partial<Record<RosterField, RosterRowReason>>;
export type JudgedRow = RosterRow & { status: RowStatus; values: FieldValues; errors: RosterErrors };

export type RowsAction =
  | { type: 'read'; rows: readonly RosterPreviewRow[] }
  | { type: 'edit'; key: string; edits: Partial<FieldValues> }
  | { type: 'answer'; key: string; answer: RosterAnswer | null }
  | { type: 'refuse'; serverErrors: ReadonlyMap<string, RosterRow['serverErrors']> }
  | { type: 'remove'; keys: ReadonlySet<string> };

const MAX_NAME = 200;
const PASSWORD_LENGTHS = { min: 4, max: 128 };

/** The codes of fields, as in "first_name_missing". */
const FIELD_CODES: Record<RosterField, string> = {
  firstName: 'first_name',
  lastName: 'last_name',
  username: 'username',
  password: 'password',
  externalId: 'external_id',
};

/** Reasons that require an answer of the teacher. Others concern a field, or are only information. */
const QUESTIONS = [
  'same_name',
  'in_other_class',
  'renamed',
  'username_changed',
  'name_note',
  'letters_unlikely',
  'not_a_name',
  'name_twice',
];

export const reasonsOf = ({ preview }: RosterRow): RosterRowReason[] =>
  (preview.reasons ?? []).map(({ code, params = {} }) => ({ code, params }));

/** Questions to the teacher about the row. */
export const questionsOf = (row: RosterRow): RosterRowReason[] =>
  reasonsOf(row).filter(({ code }) => QUESTIONS.includes(code));

/** The student of another class who can be moved here. */
function movableStudentId(row: RosterRow): string | null {
  const id = reasonsOf(row).find(({ code }) => code === 'in_other_class')?.params['studentId'];
  return id === undefined ? null : String(id);
}

function valuesOf({ preview, edits }: RosterRow): FieldValues {
  const { firstName, lastName, username, password, externalId } = preview;
  return {
    firstName,
    lastName,
    username: username ?? '',
    password: password ?? '',
    externalId: externalId ?? '',
    ...edits,
  };
}

/** Whether the row matches a student of the class. */
export const isOfClass = ({ preview, answer }: RosterRow) =>
  preview.studentId != null || answer === 'identify';

/** Whether the student keeps names, username and password, so that these fields of the row aren't used. */
export const keepsAccount = ({ answer }: RosterRow) => answer === 'move' || answer === 'identify';

function lengthError(field: RosterField, value: string): string | null {
  const length = field === 'password' ? value.length : value.trim().length;
  if (length === 0) return 'missing';
  if (field === 'password' && length < PASSWORD_LENGTHS.min) return 'too_short';
  return length > (field === 'password' ? PASSWORD_LENGTHS.max : MAX_NAME) ? 'too_long' : null;
}

/** The fields that the import sends and the server checks. */
function checkedFields(row: RosterRow, values: FieldValues): RosterField[] {
  const names: RosterField[] = ['firstName', 'lastName'];
  const identifier: RosterField[] = values.externalId === '' ? [] : ['externalId'];
  if (keepsAccount(row)) return [...names, ...identifier];
  return [...names, 'username', ...(isOfClass(row) ? [] : (['password'] as const)), ...identifier];
}

function fieldError(row: RosterRow, field: RosterField, value: string): RosterRowReason | undefined {
  const code = FIELD_CODES[field];
  const length = lengthError(field, value);
  if (length !== null) return { code: `${code}_${length}`, params: { length: value.length } };
  if (row.edits[field] !== undefined) return undefined;
  const known = [`${code}_invalid`, `${code}_taken`];
  return reasonsOf(row).find((reason) => known.includes(reason.code));
}

function errorsOf(row: RosterRow, values: FieldValues): RosterErrors {
  const found = checkedFields(row, values).map(
    (field) => [field, fieldError(row, field, values[field])] as const,
  );
  return Object.fromEntries(found.filter(([, error]) => error));
}

function statusOf(row: RosterRow, errors: RosterErrors): RowStatus {
  const { preview, answer, serverErrors } = row;
  if (preview.status === 'refused') return 'refused';
  if (answer === 'skip' || preview.status === 'same') return 'skipped';
  if (preview.status === 'skipped' && answer === null) return 'skipped';
  if (answer === null && questionsOf(row).length > 0) return 'ask';
  return Object.keys(errors).length > 0 || Object.keys(serverErrors).length > 0 ? 'refused' : 'ready';
}

const usernameKey = (username: string) => username.trim().normalize('NFC').toLowerCase();

function judge(row: RosterRow): JudgedRow {
  const values = valuesOf(row);
  const errors = errorsOf(row, values);
  return { ...row, values, errors, status: statusOf(row, errors) };
}

/** What only one row may have: field and text. Students who keep the account keep their username. */
function uniqueValues(row: JudgedRow): [field: 'username' | 'externalId', text: string][] {
  const { username, externalId } = row.values;
  const values = [
    ['username', keepsAccount(row) ? '' : usernameKey(username)],
    ['externalId', externalId.trim()],
  ] as const;
  return values.filter(([, text]) => text !== '').map(([field, text]) => [field, text]);
}

/** Determines the status of each row. Of two rows with the same username or identifier the second is refused. */
export function judgeRows(rows: readonly RosterRow[]): JudgedRow[] {
  const lines = { username: new Map<string, number>(), externalId: new Map<string, number>() };
  return rows.map((row) => {
    const judged = judge(row);
    if (judged.status !== 'ready') return judged;
    const errors: RosterErrors = {};
    for (const [field, text] of uniqueValues(judged)) {
      const line = lines[field].get(text);
      if (line === undefined) lines[field].set(text, row.preview.line);
      else errors[field] = { code: `${FIELD_CODES[field]}_twice`, params: { line } };
    }
    return Object.keys(errors).length === 0 ? judged : { ...judged, status: 'refused', errors };
  });
}

/** Whether the teacher can correct a refused row by editing its fields. */
export const isCorrectable = ({ preview }: RosterRow) => preview.status !== 'refused';

/** Reasons of rows that don't represent another student. */
const NOBODY_ELSE = ['not_a_student', 'same_as_row', 'above_headings', 'repeated_headings', 'test_student'];

/** Whether all students of the list are in the class already. */
export function isNothingNew(rows: readonly RosterRow[]): boolean {
  const known = rows.filter(({ preview }) => preview.status === 'same');
  const others = rows.filter(({ preview }) => preview.status !== 'same');
  return (
    known.length > 0 && others.every((row) => reasonsOf(row).some(({ code }) => NOBODY_ELSE.includes(code)))
  );
}

/** Request data of a row. */
export function toImportRow(row: JudgedRow): Schemas['ImportRow'] {
  const { firstName, lastName, username, password, externalId } = row.values;
  const names = { firstName: firstName.trim(), lastName: lastName.trim(), username: username.trim() };
  const identifier = externalId.trim() === '' ? {} : { externalId: externalId.trim() };
  if (row.answer === 'move') return { ...names, ...identifier, moveStudentId: movableStudentId(row) };
  if (row.answer === 'identify' && row.preview.unidentified)
    return { ...row.preview.unidentified, ...identifier };
  if (isOfClass(row)) return { ...names, ...identifier, studentId: row.preview.studentId ?? null };
  return { ...names, ...identifier, password };
}

function textOf({
  line,
  status,
  reasons,
  firstName,
  lastName,
  username,
  usernameMade,
  externalId,
}: RosterPreviewRow) {
  const codes = (reasons ?? []).map(({ code }) => code);
  return JSON.stringify([line, status, codes, firstName, lastName, usernameMade ? '' : username, externalId]);
}

const newRow = (preview: RosterPreviewRow, index: number): RosterRow => ({
  key: String(index),
  preview,
  answer: null,
  edits: {},
  serverErrors: {},
});

/** Rows after the list was read again. Rows with unchanged text keep their answers. */
function readAgain(rows: readonly RosterRow[], previews: readonly RosterPreviewRow[]): RosterRow[] {
  const known = new Map(rows.map((row) => [textOf(row.preview), row]));
  return previews.map((preview, index) => {
    const before = known.get(textOf(preview));
    const row = newRow(preview, index);
    return before ? { ...row, answer: before.answer, edits: before.edits } : row;
  });
}

function edited(row: RosterRow, edits: Partial<FieldValues>): RosterRow {
  const rest = Object.entries(row.serverErrors).filter(([field]) => !(field in edits));
  return { ...row, edits: { ...row.edits, ...edits }, serverErrors: Object.fromEntries(rest) };
}

export function rowsReducer(rows: RosterRow[], action: RowsAction): RosterRow[] {
  switch (action.type) {
    case 'read':
      return readAgain(rows, action.rows);
    case 'edit':
      return rows.map((row) => (row.key === action.key ? edited(row, action.edits) : row));
    case 'answer':
      return rows.map((row) =>
        row.key === action.key ? { ...row, answer: action.answer, serverErrors: {} } : row,
      );
    case 'refuse':
      return rows.map((row) => ({
        ...row,
        serverErrors: action.serverErrors.get(row.key) ?? row.serverErrors,
      }));
    case 'remove':
      return rows.filter(({ key }) => !action.keys.has(key));
  }
}
