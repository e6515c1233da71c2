import { createEvent } from './create-event';

/** A value outside of React that components read with `useStore`. */
export type ReadableStore<Value> = {
  get: () => Value;
  /** Calls the listener after each change; returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
};

export type Store<Value> = ReadableStore<Value> & {
  /** Setting the value that it has already notifies nobody. */
  set: (next: Value) => void;
};

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const change = createEvent();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      change.emit();
    },
    subscribe: change.subscribe,
  };
}
