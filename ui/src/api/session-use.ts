import { browserStorage } from '@/lib/browser-storage';

const KEY = 'session_used_at';
const STEP_MS = 10_000;

let noted = 0;
let isSignedIn = false;

/** When the server last answered a call of this browser's session, in any of its tabs: from then on it is idle. */
export const sessionUse = {
  /** Told who is signed in: other calls are of no session. */
  follow: (signedIn: boolean) => {
    isSignedIn = signedIn;
  },
  note: () => {
    if (!isSignedIn) return;
    const now = Date.now();
    if (Math.abs(now - noted) < STEP_MS) return;
    noted = now;
    browserStorage.keep(KEY, String(now));
  },
  last: (): number => Math.max(noted, Number(browserStorage.read(KEY)) || 0),
};
