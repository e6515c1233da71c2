import { createStore, type ReadableStore } from '@/lib/create-store';

/** Time after which an announcement is removed, so that nobody comes across it later. */
const SHOWN_MS = 10_000;

type Announcement = { key: number; text: string };

let nextKey = 1;

const store = createStore<readonly Announcement[]>([]);
export const announcements: ReadableStore<readonly Announcement[]> = store;

/** Makes screen readers say a sentence about what happened by itself. What the user did is told by a toast. */
export function announce(text: string) {
  const key = nextKey++;
  store.set([...store.get(), { key, text }]);
  setTimeout(() => {
    store.set(store.get().filter((announcement) => announcement.key !== key));
  }, SHOWN_MS);
}
