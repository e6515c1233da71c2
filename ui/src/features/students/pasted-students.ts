import { FIELDS, type StudentFields } from './student-rows';

function fieldsOf(cells: string[]): StudentFields {
  const [firstName = '', lastName = '', username = '', password = ''] = cells;
  return { firstName, lastName, username, password };
}

/** A line of one cell is a whole name: its first word is the first name. */
function cellsOf(line: string, separator: string): string[] {
  const cells = line.split(separator).map((cell) => cell.trim());
  const [name = ''] = cells;
  return cells.length > 1 ? cells : [name.split(/\s+/, 1).join(''), name.replace(/^\S+\s*/, '')];
}

function isHeading(student: StudentFields): boolean {
  return FIELDS.slice(0, 2).every(
    ({ name, label }) =>
      student[name].toLowerCase().replaceAll(' ', '') === label.toLowerCase().replace(' ', ''),
  );
}

/**
 * Students from a spreadsheet or a list: lines of first name, last name, username and password, separated by tabs or
 * commas. Null for an ordinary text of one line.
 */
export function pastedStudents(text: string): StudentFields[] | null {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const separator = text.includes('\t') ? '\t' : ',';
  if (lines.length < 2 && separator === ',') return null;
  const students = lines.map((line) => fieldsOf(cellsOf(line, separator)));
  return students.filter((student) => !isHeading(student));
}
