import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

import { parseGuide } from './src/features/help/parse-guide.ts';

const FOLDER = fileURLToPath(new URL('../docs/guide', import.meta.url));
const INDEX = 'README.md';
/** The module of each language, such as `virtual:guide-en`. */
const MODULE = /virtual:guide-\w+$/;

/** Makes a module of the guide for teachers in docs/guide, one for each language. */
export function guide(): Plugin {
  return {
    name: 'guide',
    resolveId: {
      filter: { id: MODULE },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: MODULE },
      handler(id) {
        const folder = join(FOLDER, id.slice(id.lastIndexOf('-') + 1));
        for (const file of readdirSync(folder)) this.addWatchFile(join(folder, file));
        const read = (file: string) => readFileSync(join(folder, file), 'utf8');
        const content = parseGuide(read(INDEX), (slug) => read(`${slug}.md`));
        return `export const guide = ${JSON.stringify(content)};`;
      },
    },
  };
}
