import { t } from '@lingui/core/macro';

import { browserStorage } from './browser-storage';

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

/** Name of the server for use in a sentence: "class computer" or "school's server". */
export function serverLabel(): string {
  return isSchoolServer() ? t`school’s server` : t`class computer`;
}

/** Kind of the server, for messages that name it. */
export const serverKind = () => (isSchoolServer() ? 'school' : 'class');
