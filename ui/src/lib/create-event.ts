type Listener<Payload> = (payload: Payload) => void;

/** An event with listeners. */
export function createEvent<Payload = void>() {
  const listeners = new Set<Listener<Payload>>();
  return {
    emit: (payload: Payload) => {
      listeners.forEach((listener) => {
        listener(payload);
      });
    },
    /** Returns a function that unsubscribes. */
    subscribe: (listener: Listener<Payload>) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
