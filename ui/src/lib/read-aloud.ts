import { browserStorage } from './browser-storage';
import { createEvent } from './create-event';
import type { Store } from './create-store';

const KEY = 'read_aloud';
const ON = 'on';
const change = createEvent();

/** Whether students hear texts at the press of a button, in this browser. */
export const readAloud: Store<boolean> = {
  get: () => browserStorage.get(KEY) === ON,
  set: (isOn) => {
    if (isOn) browserStorage.set(KEY, ON);
    else browserStorage.remove(KEY);
    change.emit();
  },
  subscribe: change.subscribe,
};
