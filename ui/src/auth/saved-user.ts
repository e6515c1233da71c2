import type { SessionUser } from '@/api/types';
import { browserStorage } from '@/lib/browser-storage';
import { isRecord } from '@/lib/is-record';

/** Key in local storage, fixed by the specification: renaming it would sign everybody out at an update. */
export const SAVED_USER_KEY = 'temp_user';

/** Upper limit for a saved user. */
const MAX_LENGTH = 10_000;

/** Validates the fields that pages need before the first response. */
function isUser(value: unknown): value is SessionUser {
  if (!isRecord(value)) return false;
  const { role, classroomId = '' } = value;
  const texts = [value['id'], value['username'], value['name'], classroomId];
  return (role === 'teacher' || role === 'student') && texts.every((text) => typeof text === 'string');
}

/** Without the class, which isn't among the specified fields, it is empty until the server's response. */
function withClass(user: SessionUser): SessionUser {
  return user.role === 'student' ? { ...{ classroomId: '' }, ...user } : user;
}

/** The saved user; one that can't be read is removed and logged. */
export function readSavedUser(): SessionUser | null {
  const saved = browserStorage.get(SAVED_USER_KEY);
  if (saved === null) return null;
  try {
    if (saved.length > MAX_LENGTH) throw new RangeError('Too long for a user.');
    const user: unknown = JSON.parse(saved);
    if (isUser(user)) return withClass(user);
    throw new TypeError('Not a user.');
  } catch (error) {
    browserStorage.remove(SAVED_USER_KEY);
    console.error('The saved user could not be read and was removed.', error);
    return null;
  }
}

export function saveUser(user: SessionUser) {
  browserStorage.set(SAVED_USER_KEY, JSON.stringify(user));
}

export function removeSavedUser() {
  browserStorage.remove(SAVED_USER_KEY);
}
