/** Characters that start a formula in a spreadsheet, full-width forms included; as in the server's exports. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}]/gu;

function startsFormula(cell: string): boolean {
  return FORMULA.test(cell) || FORMULA.test(cell.replaceAll(INVISIBLE, ''));
}

function quote(cell: string): string {
  return `"${(startsFormula(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`;
}

/** Encodes rows as CSV. An apostrophe keeps spreadsheets from evaluating a text as a formula. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quote).join(',')}\r\n`).join('');
}
