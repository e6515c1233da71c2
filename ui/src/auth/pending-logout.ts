import { ApiError, outageOf } from '@/api/api-error';
import { api } from '@/api/client';
import { browserStorage } from '@/lib/browser-storage';

/** Set while the server may still hold a session that was ended here. */
export const LOGOUT_KEY = 'logout_pending';

let inFlight: Promise<void> | null = null;

export function markLogoutPending() {
  browserStorage.set(LOGOUT_KEY, 'yes');
}

/** Called on sign-in: the current session belongs to the new user. */
export function clearPendingLogout() {
  browserStorage.remove(LOGOUT_KEY);
}

async function send() {
  try {
    await api.POST('/api/auth/logout');
    clearPendingLogout();
  } catch (error) {
    // Keep it pending for network and server errors; other errors are final.
    if (error instanceof ApiError && outageOf(error) === null && error.status < 500) clearPendingLogout();
  }
}

/** Sends a pending logout to the server. Never rejects. */
export function sendPendingLogout(): Promise<void> {
  if (browserStorage.get(LOGOUT_KEY) === null) return Promise.resolve();
  inFlight ??= send().finally(() => {
    inFlight = null;
  });
  return inFlight;
}
