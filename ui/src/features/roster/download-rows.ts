import { toCsv } from './csv';
import { downloadText } from './download-text';
import type { RosterField, JudgedRow } from './roster-rows';
import { fieldLabel } from './row-texts';

const FIELDS: RosterField[] = ['firstName', 'lastName', 'username', 'password'];

/** Saves names, usernames and passwords of the rows as a CSV file. */
export function downloadRows(name: string, rows: readonly JudgedRow[]) {
  const cells = rows.map(({ values }) => FIELDS.map((field) => values[field]));
  downloadText(`${name}.csv`, toCsv([FIELDS.map(fieldLabel), ...cells]));
}
