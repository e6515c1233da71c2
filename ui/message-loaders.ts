import { readFileSync } from 'node:fs';

import type { Plugin } from 'vite';

import { CATALOGS, TEACHER_CATALOGS } from './src/locales/catalogs.ts';

type Languages = Record<'allPages' | 'studentPages', Record<string, string>>;

const languages = JSON.parse(
  readFileSync(new URL('src/locales/languages.json', import.meta.url), 'utf8'),
) as Languages;

/** Languages of all pages, and those that only students' pages have. */
export const FULL_LANGUAGES = Object.keys(languages.allPages);
export const STUDENT_LANGUAGES = Object.keys(languages.studentPages);
export const STUDENT_CATALOGS = CATALOGS.filter((name) => !TEACHER_CATALOGS.includes(name));

/** Catalogs that are part of the first load, or whose English texts come from the server. */
const NOT_LOADED = ['en/common', 'en/server', 'en/server-teacher'];
const LOADERS = 'virtual:message-loaders';
/** The module of a language that only students' pages have. */
const MESSAGES = /virtual:messages-[\w-]+$/;

function loadersModule(): string {
  const catalogs = FULL_LANGUAGES.flatMap((language) => CATALOGS.map((name) => `${language}/${name}`))
    .filter((catalog) => !NOT_LOADED.includes(catalog))
    .map((catalog) => `'${catalog}': () => import('/src/locales/${catalog}.po'),`);
  const merged = STUDENT_LANGUAGES.map(
    (language) => `'${language}': () => import('virtual:messages-${language}'),`,
  );
  return `export const loaders = {${[...catalogs, ...merged].join('\n')}};`;
}

/** All messages of a language in one file: they are few. */
function mergedModule(language: string): string {
  const imports = STUDENT_CATALOGS.map(
    (name, index) => `import { messages as m${index} } from '/src/locales/${language}/${name}.po';`,
  );
  const all = STUDENT_CATALOGS.map((_, index) => `...m${index}`);
  return `${imports.join('\n')}\nexport const messages = { ${all.join(', ')} };`;
}

/**
 * Makes the functions that load messages: by catalog for the languages of all pages, such as `es/student`, and by
 * language for those that only students' pages have.
 */
export function messageLoaders(): Plugin {
  return {
    name: 'message-loaders',
    resolveId: {
      filter: { id: [/virtual:message-loaders$/, MESSAGES] },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: [/virtual:message-loaders$/, MESSAGES] },
      handler: (id) =>
        id.endsWith(LOADERS) ? loadersModule() : mergedModule(id.replace(/.*:messages-/, '')),
    },
  };
}
