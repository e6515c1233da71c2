/** Tells the session that the server no longer knows it. */

import { createEvent } from '@/lib/create-event';

/** Its payload is the server's sentence, where there is more to say than that the session is over. */
const signedOut = createEvent<string | null>();

/** Counts sign-ins: a late 401 of an earlier session must not end the present one. */
let era = 0;

export const signOutSignal = {
  era: () => era,
  newEra: () => {
    era += 1;
  },
  send: (sentIn: number, why: string | null = null) => {
    if (sentIn === era) signedOut.emit(why);
  },
  subscribe: signedOut.subscribe,
};
