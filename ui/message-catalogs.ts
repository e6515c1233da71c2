import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('src', import.meta.url));
const STATIC_IMPORT = /^(?:import|export) (?!type )[^']*'([^']+)'|^\} from '([^']+)'/gm;
const DYNAMIC_IMPORT = /\bimport\('([^']+)'\)/g;

/**
 * The catalogs, in loading order. Each holds the messages of the files that its entries import, without those of an
 * earlier catalog; the last one holds the rest. Paths are relative to `src`.
 */
const ENTRIES = {
  /**
   * Loaded with the login page; the 404 page, the toasts of pages outside the portals and the offer of a language load
   * none of their own.
   */
  common: {
    entries: [
      'app/main.tsx',
      'app/language-offer.tsx',
      'pages/not-found.tsx',
      'components/toast/toaster.tsx',
    ],
    dynamic: false,
  },
  /** Sentences of the server, in languages other than English; no code imports their list. */
  server: { entries: ['api/generated/sentences-for-everybody.ts'], dynamic: false },
  student: {
    entries: ['app/student-layout.tsx', ...pagesIn('student')],
    dynamic: true,
  },
  /** Sign-in with a login card. */
  'student-sign-in': {
    entries: ['pages/login/card.tsx', 'features/sign-in/card-code-form.tsx'],
    dynamic: true,
  },
  /** Signing in with pictures. */
  pictures: { entries: ['features/pictures/who-are-you.tsx'], dynamic: true },
  /** Dialogs of the login page that only teachers open. */
  'teacher-sign-in': {
    entries: [
      'features/sign-in/teacher-dialog-body.tsx',
      'features/sign-in/create-account-form.tsx',
      'pages/login/signin.tsx',
    ],
    dynamic: true,
  },
  /** Sentences of the server that only teachers get; likewise. */
  'server-teacher': { entries: ['api/generated/sentences-for-teachers.ts'], dynamic: false },
  teacher: { entries: readdirSync(SRC, { recursive: true, encoding: 'utf8' }), dynamic: false },
};

function pagesIn(folder: string): string[] {
  return readdirSync(join(SRC, 'pages', folder)).map((name) => join('pages', folder, name));
}

const isSource = (path: string) =>
  /\.tsx?$/.test(path) && !/\.test\.|\.d\.ts$|(^|\/)(test-[^/]*|testing\/.*)$/.test(path);

/** Path of an imported module of ours relative to `src`; undefined for a package or an asset. */
function resolveImport(specifier: string, importer: string): string | undefined {
  if (!specifier.startsWith('.') && !specifier.startsWith('@/')) return undefined;
  const path = specifier.startsWith('@/') ? specifier.slice(2) : join(dirname(importer), specifier);
  return [`${path}.tsx`, `${path}.ts`].find((file) => existsSync(join(SRC, file)));
}

function collect(file: string, dynamic: boolean, found: Set<string>) {
  if (found.has(file) || !isSource(file)) return;
  found.add(file);
  const text = readFileSync(join(SRC, file), 'utf8');
  for (const pattern of dynamic ? [STATIC_IMPORT, DYNAMIC_IMPORT] : [STATIC_IMPORT]) {
    for (const [, specifier, end] of text.matchAll(pattern)) {
      const imported = resolveImport(specifier ?? end ?? '', file);
      if (imported) collect(imported, dynamic, found);
    }
  }
}

/** Source files of each catalog, relative to `src`. */
export function filesByCatalog(): Record<string, string[]> {
  const found = new Set<string>();
  return Object.fromEntries(
    Object.entries(ENTRIES).map(([name, { entries, dynamic }]) => {
      const before = found.size;
      for (const entry of entries) collect(entry, dynamic, found);
      return [name, [...found].slice(before).sort()];
    }),
  );
}
