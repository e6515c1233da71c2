import { type FieldName, FIELDS, type StudentFields } from './student-rows';

/** What a column's heading may be, without blanks. */
const HEADINGS: Partial<Record<string, FieldName>> = {
  first: 'firstName',
  firstname: 'firstName',
  last: 'lastName',
  lastname: 'lastName',
  username: 'username',
  password: 'password',
};

type Columns = (FieldName | undefined)[];

/** A line of one cell is a whole name: its first word is the first name. */
function cellsOf(line: string, separator: string): string[] {
  const cells = line.split(separator).map((cell) => cell.trim());
  const [name = ''] = cells;
  return cells.length > 1 ? cells : [name.split(/\s+/, 1).join(''), name.replace(/^\S+\s*/, '')];
}

/** The columns that a heading names; null for a line that is none. */
function headingOf(cells: string[] = []): Columns | null {
  const columns = cells.map((cell) => HEADINGS[cell.toLowerCase().replaceAll(/\s/g, '')]);
  return columns.includes('firstName') && columns.includes('lastName') ? columns : null;
}

function fieldsOf(cells: string[], columns: Columns): StudentFields {
  const cell = (name: FieldName) => cells[columns.indexOf(name)] ?? '';
  return {
    firstName: cell('firstName'),
    lastName: cell('lastName'),
    username: cell('username'),
    password: cell('password'),
  };
}

/**
 * Students from a spreadsheet or a list, a line each, separated by tabs or commas: in the order of their heading,
 * without one first name, last name, username and password. Null for an ordinary text of one line.
 */
export function pastedStudents(text: string): StudentFields[] | null {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const separator = text.includes('\t') ? '\t' : ',';
  if (lines.length < 2 && separator === ',') return null;
  const rows = lines.map((line) => cellsOf(line, separator));
  const heading = headingOf(rows[0]);
  const columns = heading ?? FIELDS.map(({ name }) => name);
  return rows.slice(heading ? 1 : 0).map((cells) => fieldsOf(cells, columns));
}
