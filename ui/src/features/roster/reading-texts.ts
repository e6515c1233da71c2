import { plural, t } from '@lingui/core/macro';

import type { ColumnUse, RosterPreview } from '@/api/types';

type Column = RosterPreview['columns'][number];

export const USES: ColumnUse[] = [
  'firstName',
  'lastName',
  'name',
  'preferredFirstName',
  'preferredLastName',
  'lastNamePrefix',
  'secondLastName',
  'username',
  'email',
  'password',
  'externalId',
  'idAndUsername',
  'status',
  'unused',
];

export function labelOfUse(use: ColumnUse): string {
  const labels: Record<ColumnUse, string> = {
    firstName: t`First name`,
    lastName: t`Last name`,
    name: t`First and last name`,
    preferredFirstName: t`Preferred first name`,
    preferredLastName: t`Preferred last name`,
    lastNamePrefix: t({
      message: 'Last name prefix',
      comment: 'What stands before a last name, such as “van den”',
    }),
    secondLastName: t`Second last name`,
    username: t`Username`,
    email: t`Username, before the @`,
    password: t`Password`,
    externalId: t`Student ID`,
    idAndUsername: t`Student ID and username`,
    status: t({
      message: 'Role or status',
      comment: 'A column of a list, such as with “Teacher” or “Suspended”',
    }),
    unused: t({ message: 'Not used', comment: 'A column of a list' }),
  };
  return labels[use];
}

/** The server's name for a list that isn't split: one name per line. */
export const NO_SEPARATOR = 'none';
export const SEPARATORS = [',', ';', '\t', '|', NO_SEPARATOR];

export function separatorLabel(separator: string): string {
  const labels: Partial<Record<string, string>> = {
    ',': t`Comma ( , )`,
    ';': t`Semicolon ( ; )`,
    '\t': t({ message: 'Tab', comment: 'The character between two cells' }),
    '|': t`Vertical bar ( | )`,
    [NO_SEPARATOR]: t`Nowhere: one name per line`,
  };
  return labels[separator] ?? `( ${separator} )`;
}

/** The encodings to choose from, by the server's names; the most frequent ones first. */
export const ENCODINGS = [
  'utf-8',
  'cp1252',
  'mac-roman',
  'iso8859-15',
  'cp1250',
  'cp1251',
  'cp1254',
  'cp850',
  'cp437',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
  'utf-16',
];
const UNICODE = ['utf-8', 'utf-16'];

export function encodingLabel(encoding: string): string {
  const labels: Partial<Record<string, string>> = {
    'utf-8': t`Unicode (UTF-8)`,
    'utf-16': t`Unicode (UTF-16)`,
    cp1252: t({ message: 'Western (Windows)', comment: 'The letters of a file' }),
    'mac-roman': t({ message: 'Western (Mac)', comment: 'The letters of a file' }),
    'iso8859-15': t({ message: 'Western (ISO)', comment: 'The letters of a file' }),
    cp1250: t({ message: 'Central European', comment: 'The letters of a file' }),
    cp1251: t({ message: 'Cyrillic', comment: 'The letters of a file' }),
    cp1254: t({ message: 'Turkish', comment: 'The letters of a file' }),
    cp850: t({ message: 'Western (DOS)', comment: 'The letters of a file' }),
    cp437: t({ message: 'United States (DOS)', comment: 'The letters of a file' }),
    shift_jis: t({ message: 'Japanese', comment: 'The letters of a file' }),
    gb18030: t({ message: 'Chinese, simplified', comment: 'The letters of a file' }),
    big5: t({ message: 'Chinese, traditional', comment: 'The letters of a file' }),
    'euc-kr': t({ message: 'Korean', comment: 'The letters of a file' }),
  };
  return labels[encoding] ?? encoding;
}

/** The options of a select, in which the current value is never missing. */
export function optionsOf(values: readonly string[], current: string, label: (value: string) => string) {
  const all = values.includes(current) ? values : [...values, current];
  return all.map((value) => ({ value, label: label(value) }));
}

export function columnLabel({ heading, index }: Column): string {
  const number = index + 1;
  return heading == null || heading.trim() === '' ? t`Column ${number}` : heading;
}

export function sectionLabel({ name, hidden }: RosterPreview['sections'][number]): string {
  return hidden ? t({ message: `${name} (hidden)`, comment: 'A hidden sheet of a workbook' }) : name;
}

/** Summary of how the list was read. */
export function describeReading({ format, encoding, separator, rows }: RosterPreview): string {
  const count = plural(rows.length, { one: '# row', other: '# rows' });
  if (format === 'workbook') return t`${count}, Excel workbook`;
  if (format !== 'text') return t`${count}, OneRoster export`;
  const letters = encoding === null || UNICODE.includes(encoding) ? '' : encodingLabel(encoding);
  const start = letters === '' ? count : t`${count}, letters: ${letters}`;
  if (separator === null) return t`${start}, one name per line`;
  const split = separatorLabel(separator);
  return t`${start}, split at: ${split}`;
}

/** The uses from which usernames are made; of several columns the first of these is used. */
const USERNAME_USES: ColumnUse[] = ['username', 'email', 'idAndUsername'];

/** The column from which the usernames are. */
export function usernameColumn({ columns }: RosterPreview): Column | undefined {
  const found = USERNAME_USES.map((use) => columns.find((column) => column.use === use));
  return found.find((column) => column !== undefined);
}

/** Where the usernames come from. */
export function usernamesText(preview: RosterPreview): string {
  const column = usernameColumn(preview);
  if (!column) return t`Usernames are made from the names.`;
  const name = columnLabel(column);
  if (column.use === 'email') return t`Usernames are the part of “${name}” before the @.`;
  if (column.use === 'username') return t`Usernames are from “${name}”.`;
  return t`Usernames are from “${name}”: the list has no column of usernames.`;
}
