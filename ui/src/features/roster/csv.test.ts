import { describe, expect, it } from 'vitest';

import { toCsv } from './csv';

describe('CSV', () => {
  it('quotes each cell, and ends each line as spreadsheets do', () => {
    expect(toCsv([['Amara', 'Okafor "Am", Jr.'], []])).toBe('"Amara","Okafor ""Am"", Jr."\r\n\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(1)', '\tx', '＝1', '\u200B=1', ' \u00A0@x'])(
    'keeps a spreadsheet from evaluating %j',
    (cell) => {
      expect(toCsv([[cell]])).toBe(`"'${cell}"\r\n`);
    },
  );

  it.each(['Ana-Li', 'a=b', '‘Amara', '', 'maple.otter'])('leaves %j alone', (cell) => {
    expect(toCsv([[cell]])).toBe(`"${cell}"\r\n`);
  });
});
