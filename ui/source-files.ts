import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';

export const SRC = fileURLToPath(new URL('src', import.meta.url));
const STATIC_IMPORT = /^(?:import|export) (?!type )[^'(]*'([^']+)'|^\} from '([^']+)'/gm;
const DYNAMIC_IMPORT = /\bimport\('([^']+)'\)/g;

export function pagesIn(folder: string): string[] {
  const names = readdirSync(join(SRC, 'pages', folder), { recursive: true, encoding: 'utf8' });
  return names.map((name) => join('pages', folder, name.replaceAll('\\', '/')));
}

const isSource = (path: string) =>
  /\.tsx?$/.test(path) && !/\.test\.|\.d\.ts$|-test-utils\.|(^|\/)testing\//.test(path);

/** Path of an imported module of ours relative to `src`; undefined for a package or an asset. */
function resolveImport(specifier: string, importer: string): string | undefined {
  if (!specifier.startsWith('.') && !specifier.startsWith('@/')) return undefined;
  const path = specifier.startsWith('@/') ? specifier.slice(2) : join(dirname(importer), specifier);
  return [`${path}.tsx`, `${path}.ts`].find((file) => existsSync(join(SRC, file)));
}

/** Adds a source file to `found`, with the files that it imports, also those that it loads late if `dynamic`. */
export function collectImports(file: string, dynamic: boolean, found: Set<string>) {
  if (found.has(file) || !isSource(file)) return;
  found.add(file);
  const text = readFileSync(join(SRC, file), 'utf8');
  for (const pattern of dynamic ? [STATIC_IMPORT, DYNAMIC_IMPORT] : [STATIC_IMPORT]) {
    for (const [, ...specifiers] of text.matchAll(pattern)) {
      const imported = resolveImport(specifiers.find(Boolean) ?? '', file);
      if (imported) collectImports(imported, dynamic, found);
    }
  }
}

/** Pages and parts of pages that students load late, with all utilities. */
export const LATE_STUDENT_PAGES = [
  'pages/student/work.tsx',
  'pages/student/class-goal.tsx',
  'pages/student/goal-record.tsx',
  'pages/student/progress.tsx',
];

/** Parts of students' pages that are loaded only for who uses them. */
export const READ_ALOUD = ['shared/read-aloud/speaker-button.tsx', 'shared/read-aloud/read-aloud-switch.tsx'];

/** Source files, relative to `src`, that are loaded without a page that loads all utilities. */
export function filesWithoutAllUtilities(): string[] {
  const withAll = new Set(['app/teacher-layout.tsx', ...pagesIn('teacher'), ...LATE_STUDENT_PAGES]);
  const found = new Set(withAll);
  collectImports('app/main.tsx', true, found);
  return [...found].filter((file) => !withAll.has(file)).sort();
}
