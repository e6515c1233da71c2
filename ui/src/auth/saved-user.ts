import type { SessionUser } from '@/api/types';
import { browserStorage } from '@/lib/browser-storage';
import { isRecord } from '@/lib/is-record';

export const SAVED_USER_KEY = 'temp_user';

/** More than any user needs: names have at most 200 characters. */
const LONGEST = 10_000;

/** What the pages rely on before the server has said anything. */
function isUser(value: unknown): value is SessionUser {
  if (!isRecord(value)) return false;
  const texts = ['id', 'username', 'name', ...(value['role'] === 'student' ? ['classroomId'] : [])];
  const role = value['role'];
  return (role === 'teacher' || role === 'student') && texts.every((name) => typeof value[name] === 'string');
}

/** The saved user; one that can't be read is removed and logged. */
export function readSavedUser(): SessionUser | null {
  const saved = browserStorage.read(SAVED_USER_KEY);
  if (saved === null) return null;
  try {
    if (saved.length > LONGEST) throw new RangeError('Too long for a user.');
    const user: unknown = JSON.parse(saved);
    if (isUser(user)) return user;
    throw new TypeError('Not a user.');
  } catch (error) {
    browserStorage.remove(SAVED_USER_KEY);
    console.error('The saved user could not be read and was removed.', error);
    return null;
  }
}

export function saveUser(user: SessionUser) {
  browserStorage.keep(SAVED_USER_KEY, JSON.stringify(user));
}

export function removeSavedUser() {
  browserStorage.remove(SAVED_USER_KEY);
}
