/** Prints the page. WebKit puts that off until nothing loads any more, and the event stream never ends: it stops. */

/** WebKit may have just begun when `print` returns; elsewhere the printing is over by then. */
const BEGINS_WITHIN_MS = 1000;

type Listener = { onBegin: () => void; onEnd: () => void };
const listeners = new Set<Listener>();

export function printPage() {
  listeners.forEach(({ onBegin }) => {
    onBegin();
  });
  print();
  setTimeout(() => {
    listeners.forEach(({ onEnd }) => {
      onEnd();
    });
  }, BEGINS_WITHIN_MS);
}

export const printing = {
  subscribe: (listener: Listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
