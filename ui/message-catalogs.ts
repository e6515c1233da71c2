import { readdirSync } from 'node:fs';

import { collectImports, LATE_STUDENT_PAGES, pagesIn, READ_ALOUD, SRC } from './source-files.ts';
import { type Catalog, CATALOGS } from './src/locales/catalogs.ts';

type Contents = {
  entries: string[];
  dynamic: boolean;
  /** Files that they load late, whose messages a later catalog holds. */
  later?: string[];
};

/**
 * Each catalog holds the messages of the files that its entries import, also late if `dynamic`, without those of an
 * earlier catalog; the last one holds the rest. Paths are relative to `src`.
 */
export const CATALOG_CONTENTS: Record<Catalog, Contents> = {
  /**
   * Loaded with the login page; the 404 page, the toasts of pages outside the portals, the offer of a language and
   * the list of class computers load none of their own.
   */
  common: {
    entries: [
      'app/main.tsx',
      'app/language-offer.tsx',
      'pages/not-found.tsx',
      'components/toast/toaster.tsx',
      'features/computer/nearby-server-list.tsx',
    ],
    dynamic: false,
  },
  /** Sentences of the server, in languages other than English; no code imports their list. */
  server: { entries: ['api/generated/sentences-for-everybody.ts'], dynamic: false },
  /** My Goals, with what the student's other pages share with it. */
  student: {
    entries: ['app/student-layout.tsx', 'pages/student/goals/goals.tsx'],
    dynamic: true,
    later: [...LATE_STUDENT_PAGES, ...READ_ALOUD],
  },
  /** Reading aloud: its buttons, and its switch in the student's account. */
  'read-aloud': { entries: READ_ALOUD, dynamic: false },
  /** The store and the history. */
  'student-store': {
    entries: pagesIn('student').filter((page) => !LATE_STUDENT_PAGES.includes(page)),
    dynamic: true,
  },
  /** My Work, My Progress, the record of a goal, and the class goal. */
  'student-work': { entries: LATE_STUDENT_PAGES, dynamic: true },
  /** Sign-in with a login card, and the card itself. */
  'student-sign-in': {
    entries: [
      'pages/login/card.tsx',
      'features/sign-in/card-code-form.tsx',
      'features/login-cards/login-card.tsx',
    ],
    dynamic: true,
  },
  /** Signing in with pictures. */
  pictures: { entries: ['features/pictures/who-are-you.tsx'], dynamic: true },
  /** Dialogs of the login page that only teachers open. */
  'teacher-sign-in': {
    entries: [
      'features/sign-in/teacher-dialog-body.tsx',
      'features/sign-in/create-account-form.tsx',
      'features/sample-class/try-sample-class.tsx',
      'pages/login/signin.tsx',
    ],
    dynamic: true,
  },
  /** Sentences of the server that only teachers get; likewise. */
  'server-teacher': { entries: ['api/generated/sentences-for-teachers.ts'], dynamic: false },
  teacher: { entries: readdirSync(SRC, { recursive: true, encoding: 'utf8' }), dynamic: false },
};

/** Source files of each catalog, relative to `src`. */
export function filesByCatalog(): Record<string, string[]> {
  const found = new Set<string>();
  return Object.fromEntries(
    CATALOGS.map((name) => {
      const { entries, dynamic, later = [] } = CATALOG_CONTENTS[name];
      for (const file of later) found.add(file);
      const before = found.size;
      for (const entry of entries) collectImports(entry, dynamic, found);
      const files = [...found].slice(before).sort();
      for (const file of later) found.delete(file);
      return [name, files];
    }),
  );
}
