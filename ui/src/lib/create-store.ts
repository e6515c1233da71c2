import { createEvent } from './create-event';

/** A value outside React, read by components with `useStore`. */
export type ReadableStore<Value> = {
  get: () => Value;
  /** Calls the listener after each change; returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
};

export type Store<Value> = ReadableStore<Value> & {
  /** Setting the current value again doesn't notify listeners. */
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
