import { tabStorage } from '@/lib/browser-storage';

const KEY = 'mended';

/** What is said on the login screen once the class is back. */
export const mended = {
  keep: (sentence: string) => {
    tabStorage.keep(KEY, sentence);
  },
  read: (): string | null => tabStorage.read(KEY),
  forget: () => {
    tabStorage.remove(KEY);
  },
};
