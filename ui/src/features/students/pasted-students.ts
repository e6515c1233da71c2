import { type FieldName, FIELDS, type StudentFields } from './student-rows';

/** What a column's heading may be, without blanks. */
const HEADINGS: Partial<Record<string, FieldName>> = {
  first: 'firstName',
  firstname: 'firstName',
  last: 'lastName',
  lastname: 'lastName',
  surname: 'lastName',
  username: 'username',
  password: 'password',
};

type Columns = (FieldName | undefined)[];

/** A line that isn't put into fields; `line` counts from 1 in what was pasted. */
export type RefusedLine = { line: number; text: string; reason: string };

export type PastedList = {
  students: StudentFields[];
  refused: RefusedLine[];
  /** The line that names the columns, as it was pasted. */
  heading: string | null;
};

const UNCLEAR = "It isn't clear which part is the first name, the last name, the username or the password.";
const ONE_WORD = 'There is only one word. A student needs a first and a last name.';
const MANY_WORDS = "With more than two words, it isn't clear where the last name begins.";
const NO_NAME =
  'There is something in it that may not belong to a name, such as a number or a small first letter.';
const QUOTES = 'There are quotation marks in it.';
const TWO_SEPARATORS = 'There are both commas and semicolons in it. Put only one of them between the parts.';

const SEPARATORS = ['\t', ',', ';'];

/** A word as names are written: a capital letter where the script has them, then letters. */
const NAME = /^[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}'’.-]*$/u;

const split = (line: string, separator: string) => line.split(separator).map((cell) => cell.trim());

/** The columns that a heading names; null for a line that is none. */
function headingOf(cells: string[] = []): Columns | null {
  const columns = cells.map((cell) => HEADINGS[cell.toLowerCase().replaceAll(/\s/g, '')]);
  return columns.includes('firstName') && columns.includes('lastName') ? columns : null;
}

function studentOf(cells: string[], columns: Columns): StudentFields {
  const cell = (name: FieldName) => cells[columns.indexOf(name)] ?? '';
  return {
    firstName: cell('firstName'),
    lastName: cell('lastName'),
    username: cell('username'),
    password: cell('password'),
  };
}

/** Under a heading every cell has its column, unless there are more or fewer: then a password might move aside. */
function readUnder(columns: Columns, cells: string[]): StudentFields | string {
  if (cells.length === columns.length) return studentOf(cells, columns);
  const parts = cells.length === 1 ? '1 part' : `${cells.length} parts`;
  return `It has ${parts}, but the first line names ${columns.length}.`;
}

/** Without a heading only a first and a last name are sure, written as names are. */
function readName(cells: string[]): StudentFields | string {
  if (cells.length > 1) return UNCLEAR;
  const [firstName = '', lastName, ...more] = (cells[0] ?? '').split(/\s+/);
  if (lastName === undefined) return ONE_WORD;
  const words = [firstName, lastName, ...more];
  if (!words.every((word) => NAME.test(word))) return NO_NAME;
  return more.length > 0 ? MANY_WORDS : studentOf([firstName, lastName], ['firstName', 'lastName']);
}

/** Ordinary text of one line isn't a list; commas and semicolons separate only where names are typed, as a password may have them. */
function isList(text: string, field: FieldName): boolean {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.length > 1 || text.trim().includes('\t') || (field === 'firstName' && /[,;]/.test(text));
}

/**
 * What separates the parts of each line: what separates those of a heading, else the first of tabs, commas and
 * semicolons that is there.
 */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const ofHeading = SEPARATORS.find((separator) => headingOf(split(first, separator)));
  return ofHeading ?? SEPARATORS.find((separator) => text.includes(separator)) ?? ',';
}

/** Without a heading either may separate, and a password may have the other. */
const hasTwoSeparators = (line: string) => !line.includes('\t') && line.includes(',') && line.includes(';');

/** The student of a line; a text says why there is none. */
function readLine(line: string, separator: string, columns: Columns | null): StudentFields | string {
  if (line.includes('"')) return QUOTES;
  if (columns) return readUnder(columns, split(line, separator));
  return hasTwoSeparators(line) ? TWO_SEPARATORS : readName(split(line, separator));
}

/**
 * Students from a list, a line each, separated by tabs, commas or semicolons. Only what is sure is read: columns that the first line
 * names, or a line that is a first and a last name.
 */
export function readList(text: string): PastedList {
  const separator = separatorOf(text);
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, text: line }))
    .filter((line) => line.text.trim() !== '');
  const columns = headingOf(split(lines[0]?.text ?? '', separator));
  const heading = columns ? (lines.shift()?.text ?? null) : null;
  const list: PastedList = { students: [], refused: [], heading };
  for (const line of lines) {
    const read = readLine(line.text, separator, columns);
    if (typeof read === 'string') list.refused.push({ ...line, reason: read });
    else list.students.push(read);
  }
  return list;
}

/** What was pasted into a field, if it is a list; null for ordinary text. */
export function pastedStudents(text: string, field: FieldName): PastedList | null {
  return isList(text, field) ? readList(text) : null;
}

const NAME_ORDERS: FieldName[][] = [
  ['firstName', 'lastName'],
  ['lastName', 'firstName'],
];
const MORE_COLUMNS: Partial<Record<number, FieldName[][]>> = {
  2: [[]],
  3: [['username'], ['password']],
  4: [
    ['username', 'password'],
    ['password', 'username'],
  ],
};

const labelOf = (column: FieldName) => FIELDS.find(({ name }) => name === column)?.label ?? '';

/** First lines that would name the columns of this text; none where the lines differ, or there is one already. */
export function possibleHeadings(text: string): string[] {
  const separator = separatorOf(text);
  const lines = text.split('\n');
  const rows = lines.map((line) => split(line, separator));
  const [first = []] = rows;
  if (headingOf(first) || lines.some(hasTwoSeparators) || rows.some(({ length }) => length !== first.length))
    return [];
  const more = MORE_COLUMNS[first.length] ?? [];
  return NAME_ORDERS.flatMap((names) =>
    more.map((others) =>
      [...names, ...others].map(labelOf).join(separator === '\t' ? separator : `${separator} `),
    ),
  );
}
