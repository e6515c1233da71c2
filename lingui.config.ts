import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { createSwcExtractor } from '@lingui/native-tools';

import { filesByCatalog } from './ui/message-catalogs.ts';
import { FULL_LANGUAGES, STUDENT_CATALOGS, STUDENT_LANGUAGES } from './ui/message-loaders.ts';

/**
 * `lingui` runs once for each group of languages, as those of students' pages lack the teachers' catalogs: see package.json.
 * A build reads all.
 */
const group = process.env['LANGUAGES'];
const localesByGroup: Record<string, string[]> = { full: FULL_LANGUAGES, students: STUDENT_LANGUAGES };

export default defineConfig({
  sourceLocale: 'en',
  locales: localesByGroup[group ?? ''] ?? [...FULL_LANGUAGES, ...STUDENT_LANGUAGES],
  // A text that isn't translated yet is shown in English.
  fallbackLocales: Object.fromEntries(STUDENT_LANGUAGES.map((language) => [language, 'en'])),
  catalogs: Object.entries(filesByCatalog())
    .filter(([name]) => group !== 'students' || STUDENT_CATALOGS.some((each) => each === name))
    .map(([name, files]) => ({
      path: `<rootDir>/ui/src/locales/{locale}/${name}`,
      include: files.map((file) => `<rootDir>/ui/src/${file}`),
    })),
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
  extractors: [createSwcExtractor()],
  // After a change here: `npx vitest --clearCache`, whose cache of transformed modules doesn't depend on this file.
  runtimeConfigModule: { Trans: ['@/components/trans', 'Trans'] },
});
