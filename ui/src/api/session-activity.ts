import { browserStorage } from '@/lib/browser-storage';

const KEY = 'session_used_at';
const WRITE_INTERVAL_MS = 10_000;

let recordedAt = 0;
let isSignedIn = false;

/** Records the time of the last response in this session, across tabs, for the idle timeout. */
export const sessionActivity = {
  /** Requests without a session aren't recorded. */
  setSignedIn: (signedIn: boolean) => {
    isSignedIn = signedIn;
  },
  record: () => {
    if (!isSignedIn) return;
    const now = Date.now();
    if (Math.abs(now - recordedAt) < WRITE_INTERVAL_MS) return;
    recordedAt = now;
    browserStorage.set(KEY, String(now));
  },
  lastUsedAt: (): number => Math.max(recordedAt, Number(browserStorage.get(KEY)) || 0),
};
