import { readdirSync } from 'node:fs';

import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import compat from 'eslint-plugin-compat';
import { importX } from 'eslint-plugin-import-x';
import a11y from 'eslint-plugin-jsx-a11y-x';
import lingui from 'eslint-plugin-lingui';
import tseslint from 'typescript-eslint';

// The rules that need types, React's and cycles of imports are oxlint's, which takes a tenth of the time: oxlint.config.ts.

const SRC = './ui/src';
const UI = ['ui/src/**/*.{ts,tsx}'];
const TYPESCRIPT = [
  ...UI,
  'ui/vite.config.ts',
  'ui/guide.ts',
  'ui/message-catalogs.ts',
  'ui/message-loaders.ts',
  'ui/source-files.ts',
  '*.config.ts',
];
/** Tests, and the scenes that several tests of a folder share (*-test-utils.tsx). */
const TESTS = ['ui/src/**/*.test.{ts,tsx}', 'ui/src/**/*-test-utils.{ts,tsx}', 'ui/src/testing/**'];

/** Layers from top to bottom: each imports itself and layers below it. From `components` down nothing knows the domain. */
const layers = ['app', 'pages', 'features', 'shared', 'auth', 'api', 'components', 'hooks', 'lib'];

const downwardOnly = layers.slice(1).map((layer, index) => ({
  target: `${SRC}/${layer}`,
  from: layers.slice(0, index + 1).map((above) => `${SRC}/${above}`),
  message: `${layer}/ may import only layers below it (${layers.join(' > ')}).`,
}));

const featuresApart = readdirSync(`${SRC}/features`).map((feature) => ({
  target: `${SRC}/features/${feature}`,
  from: `${SRC}/features`,
  except: [`./${feature}`],
  message: 'A feature never imports another feature: a page composes them.',
}));

const STUDENT = [`${SRC}/features/*/student/**/*`, `${SRC}/pages/student/**/*`];
const TEACHER = [`${SRC}/features/*/teacher/**/*`, `${SRC}/pages/teacher/**/*`];

const rolesApart = [
  { target: STUDENT, from: TEACHER, message: "A student's page loads nothing of a teacher's." },
  { target: TEACHER, from: STUDENT, message: "A teacher's page loads nothing of a student's." },
  {
    target: `${SRC}/features/*/*`,
    from: [`${SRC}/features/*/student/**/*`, `${SRC}/features/*/teacher/**/*`],
    message: 'What both roles use imports nothing of one of them.',
  },
];

/** Calls that the oldest browsers of package.json's `browserslist` lack, although the program works there. */
const guarded = [
  // Safari before 16.4: the projector view fills the window instead (components/dialog/full-screen.tsx).
  ...['document.fullscreenElement', 'document.exitFullscreen'],
  // Radix calls its own OrderedDict.toSorted.
  'Array.toSorted',
];

/** Forbids the whole file. */
const misplaced = (message) => ({ 'no-restricted-syntax': ['error', { selector: 'Program', message }] });

/** Tailwind's classes of one side, such as `ml-2`, `max-sm:left-0` and `text-right`. */
const PHYSICAL_CLASS =
  '/(^|[\\s:])-?((scroll-)?[mp][lr]-|(left|right)-[\\d[(a]|(text|float|clear)-(left|right)\\b|border-[lr](\\s|-|$)|rounded-([lr]|[tb][lr])(\\s|-|$)|(space|divide|translate)-x-)/';

export default tseslint.config(
  { ignores: ['dist/', '.venv/', 'build/', 'coverage/', 'ui/src/api/generated/'] },
  {
    // With what comes from packages. es-check reports what of JavaScript itself is too new (`npm run lint:built`).
    files: ['ui/dist/**/*.js'],
    extends: [compat.configs['flat/recommended']],
    linterOptions: { noInlineConfig: true },
    settings: { polyfills: guarded },
    rules: {
      // What the plugin doesn't find: Chrome 116 and 103, Safari 17.4 and 16.
      'no-restricted-properties': [
        'error',
        { object: 'AbortSignal', property: 'any' },
        { object: 'AbortSignal', property: 'timeout' },
      ],
    },
  },
  { ...js.configs.recommended, ignores: ['ui/dist/**'] },
  {
    files: TYPESCRIPT,
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
    rules: {
      // Types, not interfaces, everywhere: unions and objects read alike.
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    // Rules that need types and that oxlint lacks: this one, and lingui's below.
    files: UI,
    languageOptions: {
      parserOptions: { project: './ui/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: { '@typescript-eslint/no-unsafe-class-instance-assignment': 'error' },
  },
  {
    files: UI,
    extends: [a11y.configs.strict],
    plugins: { 'import-x': importX },
    settings: {
      ...importX.flatConfigs.typescript.settings,
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: './ui/tsconfig.json' })],
    },
    rules: {
      // A table that becomes cards loses its roles in the browser (`display: grid`), so data-table.tsx writes them out.
      'jsx-a11y-x/no-redundant-roles': [
        'error',
        { thead: ['rowgroup'], tbody: ['rowgroup'], table: ['table'], tr: ['row'] },
      ],
      'jsx-a11y-x/no-interactive-element-to-noninteractive-role': [
        'error',
        { tr: ['none', 'presentation'], td: ['cell'] },
      ],
      'import-x/no-restricted-paths': [
        'error',
        { zones: [...downwardOnly, ...featuresApart, ...rolesApart] },
      ],
      'import-x/order': [
        'error',
        {
          'newlines-between': 'always',
          alphabetize: { order: 'asc' },
          groups: ['builtin', 'external', 'internal', ['parent', 'sibling', 'index']],
          pathGroups: [{ pattern: '@/**', group: 'internal' }],
        },
      ],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: UI,
    ignores: TESTS,
    extends: [lingui.configs['flat/recommended']],
    rules: {
      'lingui/no-unlocalized-strings': [
        'error',
        {
          useTsTypes: true,
          ignore: [
            // What users read has a capital letter at its start or a space between words.
            '^(?![A-Z])\\S+$',
            // Request methods, and constants of the server.
            '^[A-Z0-9_-]+$',
            // Class names in a table, such as those of a tone.
            '\\bbg-',
          ],
          // `d` is the shape of an SVG path.
          ignoreNames: [{ regex: { pattern: '[cC]lass(Name)?$' } }, 'd'],
          ignoreFunctions: [
            // Texts for developers.
            ...['{,Type,Range}Error', 'DOMException', 'console.*'],
            // Class names, selectors, headers, and the kinds of dragged data.
            ...['classNames', 'matchMedia', '*.{closest,matches,querySelector*}'],
            ...['*.{headers.get,getResponseHeader}', '*.types.includes'],
          ],
        },
      ],
    },
  },
  {
    // Students' pages are mirrored in languages that are written from right to left.
    files: UI,
    ignores: TESTS,
    rules: {
      'no-restricted-syntax': [
        'error',
        ...['Literal[value=', 'TemplateElement[value.raw='].map((node) => ({
          selector: `${node}${PHYSICAL_CLASS}]`,
          message: 'Use logical classes: ms-, pe-, start-, text-start, border-s, rounded-e and so on.',
        })),
      ],
    },
  },
  {
    files: ['ui/src/{hooks,lib}/**/*.tsx'],
    rules: misplaced('hooks/ and lib/ hold no JSX: see components/.'),
  },
  {
    files: ['ui/src/*.{ts,tsx}'],
    rules: misplaced(
      'Put it into the folder of a layer, or into testing/: see docs/where-to-change-what.md.',
    ),
  },
  {
    files: UI,
    ignores: [...TESTS, 'ui/src/api/use-mutation.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@tanstack/react-query',
              importNames: ['useMutation'],
              message: 'The one of @/api/use-mutation makes a mutation say what it changes.',
            },
          ],
          patterns: [
            { group: ['@/testing/*', '**/*-test-utils'], message: 'Only tests import the helpers of tests.' },
          ],
        },
      ],
    },
  },
  {
    files: ['ui/src/**/*.test.{ts,tsx}'],
    // A describe block is one function; its length says nothing.
    rules: { 'max-lines-per-function': 'off' },
  },
  { files: ['eslint.config.js'], languageOptions: { globals: { URL: 'readonly' } } },
  {
    files: ['tests/e2e/layout.js', 'tests/e2e/translator.js'],
    languageOptions: {
      sourceType: 'script',
      globals: Object.fromEntries(
        [
          ...['document', 'getComputedStyle', 'MutationObserver', 'Node', 'NodeFilter'],
          ...['requestAnimationFrame', 'window'],
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);
