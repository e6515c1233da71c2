/** Tells the session that the server no longer knows it. */

type Listener = () => void;
const listeners = new Set<Listener>();

/** Counts sign-ins: a late 401 of an earlier session must not end the present one. */
let era = 0;

export const signOutSignal = {
  era: () => era,
  newEra: () => {
    era += 1;
  },
  send: (sentIn: number) => {
    if (sentIn !== era) return;
    listeners.forEach((listener) => {
      listener();
    });
  },
  subscribe: (listener: Listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
