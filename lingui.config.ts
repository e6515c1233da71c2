import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { createSwcExtractor } from '@lingui/native-tools';

import { filesByCatalog } from './ui/message-catalogs.ts';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es'],
  catalogs: Object.entries(filesByCatalog()).map(([name, files]) => ({
    path: `<rootDir>/ui/src/locales/{locale}/${name}`,
    include: files.map((file) => `<rootDir>/ui/src/${file}`),
  })),
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
  extractors: [createSwcExtractor()],
  // After a change here: `npx vitest --clearCache`, whose cache of transformed modules doesn't depend on this file.
  runtimeConfigModule: { Trans: ['@/components/trans', 'Trans'] },
});
