import { tabStorage } from '@/lib/browser-storage';

const KEY = 'mended';

/** Message for the login screen after a restore. */
export const restoreNotice = {
  set: (sentence: string) => {
    tabStorage.set(KEY, sentence);
  },
  get: (): string | null => tabStorage.get(KEY),
  clear: () => {
    tabStorage.remove(KEY);
  },
};
