/** Event: the server no longer accepts the session. */

import { createEvent } from '@/lib/create-event';

/** The payload is the server's message, if it says more than that the session has ended. */
const signedOut = createEvent<string | null>();

/** Incremented on sign-in: a late 401 of an earlier session must not end the current one. */
let currentEpoch = 0;

export const sessionExpiredEvent = {
  epoch: () => currentEpoch,
  startEpoch: () => {
    currentEpoch += 1;
  },
  emit: (sentIn: number, why: string | null = null) => {
    if (sentIn === currentEpoch) signedOut.emit(why);
  },
  subscribe: signedOut.subscribe,
};
