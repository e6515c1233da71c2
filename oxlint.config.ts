import { defineConfig } from 'oxlint';
import tseslint from 'typescript-eslint';

/** Typed rules that oxlint doesn't have yet. */
const LACKING = [
  '@typescript-eslint/no-unsafe-class-instance-assignment', // in eslint.config.js
  '@typescript-eslint/no-unsafe-enum-assignment', // the compiler's erasableSyntaxOnly allows no enum
];

/** The rules of typescript-eslint that need types, as its strict and stylistic presets have them; ESLint has the others. */
const { strictTypeCheckedOnly, stylisticTypeCheckedOnly } = tseslint.configs;
const typedRules = [...strictTypeCheckedOnly, ...stylisticTypeCheckedOnly]
  .flatMap(({ rules = {} }) => Object.entries(rules))
  .filter(([name]) => name.startsWith('@typescript-eslint/') && !LACKING.includes(name));

export default defineConfig({
  plugins: ['import', 'react', 'typescript'],
  categories: { correctness: 'off' },
  options: { typeAware: true },
  ignorePatterns: ['ui/src/api/generated/'],
  rules: {
    ...Object.fromEntries(typedRules),
    // Numbers in a template are what they look like; everything else still has to be turned into text by hand.
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    // The compiler's noUncheckedIndexedAccess keeps open records honest; `fields['name']` says that a key may be missing.
    'typescript/dot-notation': 'off',
    // `onSubmit={handleSubmit(save)}` is how react-hook-form is used; its promise is handled inside.
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    // A value that is added to a union fails where it has no case.
    'typescript/switch-exhaustiveness-check': 'error',
    'import/no-cycle': ['error', { ignoreExternal: true }],
    'import/no-self-import': 'error',
    // The rules of hooks, and what React's compiler can't compile.
    'react/error-boundaries': 'error',
    'react/exhaustive-deps': 'error',
    'react/globals': 'error',
    'react/immutability': 'error',
    'react/incompatible-library': 'error',
    'react/preserve-manual-memoization': 'error',
    'react/purity': 'error',
    'react/refs': 'error',
    'react/rules-of-hooks': 'error',
    'react/set-state-in-effect': 'error',
    'react/set-state-in-render': 'error',
    'react/static-components': 'error',
    'react/unsupported-syntax': 'error',
    'react/use-memo': 'error',
    'react/void-use-memo': 'error',
  },
});
