import { browserStorage } from '@/lib/browser-storage';

export type Paper = 'letter' | 'a4';

const KEY = 'paper';
const LETTER_LOCALES = new Set(['en-US', 'es-US', 'es-MX']);

const isPaper = (text: string | null): text is Paper => text === 'letter' || text === 'a4';

/** The paper chosen last on this device, else the one of the browser's region. */
export function preferredPaper(locale = navigator.language): Paper {
  const chosen = browserStorage.get(KEY);
  if (isPaper(chosen)) return chosen;
  return LETTER_LOCALES.has(locale) ? 'letter' : 'a4';
}

export function rememberPaper(paper: Paper) {
  browserStorage.set(KEY, paper);
}
