/** Tells the application that the class's database is damaged: until it is mended, there is nothing else to show. */

/** The code of every answer meanwhile. */
export const NEEDS_RESCUE = 'needs_rescue';

let needed = false;
const listeners = new Set<() => void>();

function set(next: boolean) {
  if (next === needed) return;
  needed = next;
  listeners.forEach((listener) => {
    listener();
  });
}

export const rescueSignal = {
  isNeeded: () => needed,
  /** An answer said so. */
  send: () => {
    set(true);
  },
  /** For tests: a page that comes back is loaded anew. */
  clear: () => {
    set(false);
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
