import { ApiError } from '@/api/api-error';
import { api } from '@/api/client';
import { browserStorage } from '@/lib/browser-storage';

/** Set while the server may still hold a session that was ended here. */
export const LOGOUT_KEY = 'logout_pending';

let sending: Promise<void> | null = null;

export function rememberLogout() {
  browserStorage.keep(LOGOUT_KEY, 'yes');
}

/** Somebody signed in: the session that there is now is theirs. */
export function forgetLogout() {
  browserStorage.remove(LOGOUT_KEY);
}

async function send() {
  try {
    await api.POST('/api/auth/logout');
    forgetLogout();
  } catch (error) {
    // Out of reach or out of order: sent again later. Any other answer won't change.
    if (error instanceof ApiError && error.status < 500) forgetLogout();
  }
}

/** Tells the server of a logout that it may not know of yet. Never fails. */
export function finishLogout(): Promise<void> {
  if (browserStorage.read(LOGOUT_KEY) === null) return Promise.resolve();
  sending ??= send().finally(() => {
    sending = null;
  });
  return sending;
}
