import { browserStorage } from '@/lib/browser-storage';
import { serverClock } from '@/lib/server-clock';

const KEY = 'cards_restored_at';

/** When a backup was restored on this device: login cards made before count again as on the backup's day. */
export const restoredCards = {
  set: () => {
    browserStorage.set(KEY, serverClock.date().toISOString());
  },
  /** The time of the last restore, until `clear`. */
  get: (): string | null => browserStorage.get(KEY),
  clear: () => {
    browserStorage.remove(KEY);
  },
};
