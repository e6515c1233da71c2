import { expect, it } from 'vitest';

import { preferredPaper, rememberPaper } from './preferred-paper';

// spec: 2.33
it('is Letter in the United States and Mexico, else A4, until one is chosen', () => {
  expect(['en-US', 'es-US', 'es-MX', 'en-GB', 'es'].map((locale) => preferredPaper(locale))).toEqual([
    'letter',
    'letter',
    'letter',
    'a4',
    'a4',
  ]);
  rememberPaper('a4');
  expect(preferredPaper('en-US')).toBe('a4');
});
