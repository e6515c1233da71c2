import { i18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';

import { type FieldName, FIELDS, type StudentFields } from './student-rows';

/** Recognized column headings, without spaces and accents; the labels of the fields count too. */
const HEADINGS: Partial<Record<string, FieldName>> = {
  first: 'firstName',
  firstname: 'firstName',
  last: 'lastName',
  lastname: 'lastName',
  surname: 'lastName',
  username: 'username',
  password: 'password',
  nombre: 'firstName',
  nombres: 'firstName',
  apellido: 'lastName',
  apellidos: 'lastName',
  usuario: 'username',
  contrasena: 'password',
  clave: 'password',
};

type Columns = (FieldName | undefined)[];

/** A line that couldn't be parsed; `line` is 1-based. */
export type UnparsedLine = { line: number; text: string; reason: string };

export type PastedList = {
  students: StudentFields[];
  unparsed: UnparsedLine[];
  /** The heading line as pasted. */
  heading: string | null;
};

/** Why a line couldn't be parsed. "It" is the line. */
const UNCLEAR = msg`It isn't clear which part is the first name, the last name, the username or the password.`;
const ONE_WORD = msg`There is only one word. A student needs a first and a last name.`;
const MANY_WORDS = msg`With more than two words, it isn't clear where the last name begins.`;
const NO_NAME = msg`There is something in it that may not belong to a name, such as a number or a small first letter.`;
const QUOTES = msg`There are quotation marks in it.`;
const TWO_SEPARATORS = msg`There are both commas and semicolons in it. Put only one of them between the parts.`;

const SEPARATORS = ['\t', ',', ';'];

/** A capitalized word, as in names. */
const NAME = /^[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}'’.-]*$/u;

const split = (line: string, separator: string) => line.split(separator).map((cell) => cell.trim());

/** Without case, spaces and accents: "Contraseña" is also written "contrasena". */
const normalizeHeading = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\s\p{Mn}]/gu, '');

/** Column of a heading: in English or Spanish, or the field's label in the language of the UI. */
function columnOf(heading: string): FieldName | undefined {
  const wanted = normalizeHeading(heading);
  return HEADINGS[wanted] ?? FIELDS.find(({ label }) => normalizeHeading(i18n._(label)) === wanted)?.name;
}

/** Columns of a heading line; null if it isn't one. */
function parseHeading(cells: string[] = []): Columns | null {
  const columns = cells.map(columnOf);
  return columns.includes('firstName') && columns.includes('lastName') ? columns : null;
}

function toStudentFields(cells: string[], columns: Columns): StudentFields {
  const cell = (name: FieldName) => cells[columns.indexOf(name)] ?? '';
  return {
    firstName: cell('firstName'),
    lastName: cell('lastName'),
    username: cell('username'),
    password: cell('password'),
  };
}

/** Reads a line by its columns. Lines with another number of cells are rejected, as a password might shift. */
function parseWithColumns(columns: Columns, cells: string[]): StudentFields | string {
  if (cells.length === columns.length) return toStudentFields(cells, columns);
  const parts = cells.length;
  const named = columns.length;
  return plural(parts, {
    one: `It has # part, but the first line names ${named}.`,
    other: `It has # parts, but the first line names ${named}.`,
  });
}

/** Without a heading only "First Last" is accepted. */
function parseName(cells: string[]): StudentFields | string {
  if (cells.length > 1) return i18n._(UNCLEAR);
  const [firstName = '', lastName, ...more] = (cells[0] ?? '').split(/\s+/);
  if (lastName === undefined) return i18n._(ONE_WORD);
  const words = [firstName, lastName, ...more];
  if (!words.every((word) => NAME.test(word))) return i18n._(NO_NAME);
  if (more.length > 0) return i18n._(MANY_WORDS);
  return toStudentFields([firstName, lastName], ['firstName', 'lastName']);
}

/**
 * Whether pasted text is a list. Commas and semicolons count only in the first-name field, as passwords may contain
 * them.
 */
function isList(text: string, field: FieldName): boolean {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.length > 1 || text.trim().includes('\t') || (field === 'firstName' && /[,;]/.test(text));
}

/** Detects the separator: that of the heading, else the first of tab, comma and semicolon that occurs. */
function detectSeparator(text: string): string {
  const [first = ''] = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const ofHeading = SEPARATORS.find((separator) => parseHeading(split(first, separator)));
  return ofHeading ?? SEPARATORS.find((separator) => text.includes(separator)) ?? ',';
}

/** Ambiguous: either could be the separator. */
const hasTwoSeparators = (line: string) => !line.includes('\t') && line.includes(',') && line.includes(';');

/** Parses a line; returns a reason string if it fails. */
function parseLine(line: string, separator: string, columns: Columns | null): StudentFields | string {
  if (line.includes('"')) return i18n._(QUOTES);
  if (columns) return parseWithColumns(columns, split(line, separator));
  return hasTwoSeparators(line) ? i18n._(TWO_SEPARATORS) : parseName(split(line, separator));
}

/**
 * Parses one student per line, separated by tabs, commas or semicolons. Accepts only unambiguous lines: with named
 * columns, or just a first and last name.
 */
export function parseList(text: string): PastedList {
  const separator = detectSeparator(text);
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, text: line }))
    .filter((line) => line.text.trim() !== '');
  const columns = parseHeading(split(lines[0]?.text ?? '', separator));
  const heading = columns ? (lines.shift()?.text ?? null) : null;
  const list: PastedList = { students: [], unparsed: [], heading };
  for (const line of lines) {
    const read = parseLine(line.text, separator, columns);
    if (typeof read === 'string') list.unparsed.push({ ...line, reason: read });
    else list.students.push(read);
  }
  return list;
}

/** Parses pasted text if it is a list; null for ordinary text. */
export function parsePastedStudents(text: string, field: FieldName): PastedList | null {
  return isList(text, field) ? parseList(text) : null;
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

function columnLabel(column: FieldName): string {
  const field = FIELDS.find(({ name }) => name === column);
  return field ? i18n._(field.label) : '';
}

/** Possible heading lines for the text; none if its lines differ or it already has one. */
export function possibleHeadings(text: string): string[] {
  const separator = detectSeparator(text);
  const lines = text.split('\n');
  const rows = lines.map((line) => split(line, separator));
  const [first = []] = rows;
  if (
    parseHeading(first) ||
    lines.some(hasTwoSeparators) ||
    rows.some(({ length }) => length !== first.length)
  )
    return [];
  const more = MORE_COLUMNS[first.length] ?? [];
  return NAME_ORDERS.flatMap((names) =>
    more.map((others) =>
      [...names, ...others].map(columnLabel).join(separator === '\t' ? separator : `${separator} `),
    ),
  );
}
