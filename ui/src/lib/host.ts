import { browserStorage } from './browser-storage';

const KEY = 'school_server';

/** Kept, so that a page that is opened while it is away calls it by its name. */
export function nameHost(isSchool: boolean) {
  if (isSchool) browserStorage.keep(KEY, 'yes');
  else browserStorage.remove(KEY);
}

/** Whether it is a school's, as far as this browser knows. */
export function isSchoolServer(): boolean {
  return browserStorage.read(KEY) !== null;
}

/** What answers here, in the middle of a sentence: "Can't reach the class computer." */
export function host(): string {
  return isSchoolServer() ? 'school’s server' : 'class computer';
}
