import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { lingui } from '@lingui/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import browserslist from 'browserslist';
import type { Plugin as PostCssPlugin } from 'postcss';
import type { Plugin } from 'vite';
import { normalizePath } from 'vite';
import { defineConfig } from 'vitest/config';

import { guide } from './guide.ts';
import { CATALOG_CONTENTS } from './message-catalogs.ts';
import { messageLoaders } from './message-loaders.ts';
import { filesWithoutAllUtilities, LATE_STUDENT_PAGES, SRC } from './source-files.ts';

/** The Latin subset is needed by every first paint; without a preload it would wait for the stylesheet. */
function preloadLatinFont(): Plugin {
  return {
    name: 'preload-latin-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => /lexend-latin-wght-normal.*\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
            injectTo: 'head-prepend' as const,
          })),
    },
  };
}

/** Puts the icon into the page, where it takes no request. The CSP allows `data:` images. */
function inlineIcon(): Plugin {
  const icon = readFileSync(new URL('./src/app/icon.svg', import.meta.url), 'base64');
  return {
    name: 'inline-icon',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('/src/app/icon.svg', `data:image/svg+xml;base64,${icon}`),
    },
  };
}

/** Limits the utilities in styles.css to what pages use that don't load all-utilities.css. */
function limitUtilities(): Plugin {
  const sources = filesWithoutAllUtilities().map((file) => `@source '../${file}';`);
  return {
    name: 'limit-utilities',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /app\/styles\.css$/ },
      handler: (css) => [css.replace("utilities.css'", "utilities.css' source(none)"), ...sources].join('\n'),
    },
  };
}

/** Chrome has the unit dvh from version 108 on: theme.css sets `--dvh` to what the browser has. */
const viewportHeights: PostCssPlugin = {
  postcssPlugin: 'viewport-heights',
  Declaration: (declaration) => {
    if (declaration.prop !== '--dvh') {
      declaration.value = declaration.value.replaceAll(/([\d.]+)dvh/g, 'calc($1 * var(--dvh))');
    }
  },
};

/** The oldest supported browsers as the build names them: `ios15.4` for `ios_saf 15.4`. */
const oldestBrowsers = browserslist().map((browser) => browser.replace('_saf', '').replace(' ', ''));

/** Whether a module is one of these files, whose paths are relative to `src`. */
function isOneOf(files: string[]): (id: string) => boolean {
  const paths = new Set(files.map((file) => normalizePath(`${SRC}/${file}`)));
  return (id) => paths.has(normalizePath(id));
}

/** Where `launcher.development` listens. */
const server = `http://127.0.0.1:${process.env['GOALBUCKS_PORT'] ?? '8080'}`;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: '../node_modules/.vite',
  plugins: [
    lingui({ macroTransform: true, failOnMissing: true }),
    react(),
    guide(),
    messageLoaders(),
    limitUtilities(),
    tailwindcss(),
    preloadLatinFont(),
    inlineIcon(),
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  css: { postcss: { plugins: [viewportHeights] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    target: oldestBrowsers,
    // Browsers open six connections to a server over HTTP/1.1: what several pages share comes in few files, not in one for
    // each module. The first load lists the names of all files (docs/decisions/0078-what-the-first-load-contains.md).
    rolldownOptions: {
      // Safari 15.4 gets class fields as assignments, which are shorter than calls that define properties.
      transform: { assumptions: { setPublicClassFields: true } },
      // The packages of Radix call `__name` for each function, which would keep unused ones: the name is their only effect.
      treeshake: { manualPureFunctions: ['__name'] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 2 },
            {
              name: 'student',
              test: isOneOf([
                ...CATALOG_CONTENTS.student.entries,
                'api/live/server-sent-events.ts',
                'locales/en/student.po',
                'locales/en/student-sign-in.po',
              ]),
              priority: 1,
            },
            // Loaded soon after My Goals; what the store shares with it isn't in the store's file.
            {
              name: 'submit-goal',
              test: isOneOf(['features/submissions/student/submit-goal-dialog.tsx']),
              priority: 1,
            },
            {
              name: 'student-store',
              test: isOneOf([...CATALOG_CONTENTS['student-store'].entries, 'locales/en/student-store.po']),
            },
            {
              name: 'student-work',
              test: isOneOf([...LATE_STUDENT_PAGES, 'locales/en/student-work.po']),
            },
            {
              name: 'read-aloud',
              test: isOneOf(['shared/read-aloud/speaker-button.tsx', 'locales/en/read-aloud.po']),
            },
            // The sidebar's counts, and what several of the pages share that they link to.
            {
              name: 'teacher-queries',
              test: /src[\\/](?:features[\\/]\w+[\\/]teacher[\\/]queries|shared[\\/](?:filters|help-|names|print[\\/](?:print-alone|printed-list|use-print-sheet))|lib[\\/]search-text|components[\\/]data-table[\\/]selection-bar)/,
            },
            { name: 'icons', test: /lucide-react/, minShareCount: 2 },
            { name: 'controls', test: /src[\\/]components/, minShareCount: 2 },
          ],
        },
      },
    },
    // What is in the UI, for the licences of the installed program (packaging/licences.py); it isn't served.
    license: { fileName: '.vite/licenses.json' },
  },
  // The browser's Host goes along: the server refuses a write whose Origin isn't its Host.
  server: { proxy: { '/api': { target: server, changeOrigin: false } } },
  test: {
    environment: 'jsdom',
    setupFiles: ['./src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    // A process reads jsdom and React once, not once a file, which is two thirds of the tests' cost. What is ours it
    // reads anew for each file (testing/setup.ts).
    isolate: false,
    restoreMocks: true,
    // The whole application takes its time on a machine that is busy with other tests.
    testTimeout: 30_000,
    // As `asyncUtilTimeout` in testing/setup.ts.
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: '100%',
  },
});
