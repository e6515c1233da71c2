import { browserStorage } from '@/lib/browser-storage';

const KEY = 'school_server';

/** Saved, so that the label is right while the server is unreachable. */
export function rememberServerKind(isSchool: boolean) {
  if (isSchool) browserStorage.set(KEY, 'yes');
  else browserStorage.remove(KEY);
}

/** Whether this is a school server, as far as known. */
export function isSchoolServer(): boolean {
  return browserStorage.get(KEY) !== null;
}

/** Kind of the server, for messages that name it. */
export const serverKind = () => (isSchoolServer() ? 'school' : 'class');
