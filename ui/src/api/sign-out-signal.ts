/** Tells the session that the server no longer knows it. */

/** `why`: the server's sentence, where there is more to say than that it is over. */
type Listener = (why: string | null) => void;
const listeners = new Set<Listener>();

/** Counts sign-ins: a late 401 of an earlier session must not end the present one. */
let era = 0;

export const signOutSignal = {
  era: () => era,
  newEra: () => {
    era += 1;
  },
  send: (sentIn: number, why: string | null = null) => {
    if (sentIn !== era) return;
    listeners.forEach((listener) => {
      listener(why);
    });
  },
  subscribe: (listener: Listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
