import type { SessionUser } from '@/api/types';

export const SAVED_USER_KEY = 'temp_user';

function isUser(value: unknown): value is SessionUser {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'role' in value &&
    (value.role === 'teacher' || value.role === 'student')
  );
}

/** The saved user; one that can't be read is removed and logged. */
export function readSavedUser(): SessionUser | null {
  const saved = localStorage.getItem(SAVED_USER_KEY);
  if (saved === null) return null;
  try {
    const user: unknown = JSON.parse(saved);
    if (isUser(user)) return user;
    throw new TypeError('Not a user.');
  } catch (error) {
    localStorage.removeItem(SAVED_USER_KEY);
    console.error('The saved user could not be read and was removed.', error);
    return null;
  }
}

export function saveUser(user: SessionUser) {
  localStorage.setItem(SAVED_USER_KEY, JSON.stringify(user));
}

export function removeSavedUser() {
  localStorage.removeItem(SAVED_USER_KEY);
}
