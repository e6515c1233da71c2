import { tabStorage } from './browser-storage';

const OWNER = 'kept_for';
const KEYS = ['class-code', 'proof', 'proof-photo', 'suggestion'] as const;
type Key = (typeof KEYS)[number];

/** As long as a student's session lasts at most. */
const MAX_AGE_MS = 12 * 60 * 60 * 1000;
/** About 10 MB of a photo. */
const MAX_LENGTH = 14_000_000;

const nameOf = (key: Key) => `kept_${key}`;

function clear() {
  tabStorage.remove(OWNER);
  KEYS.forEach((key) => {
    tabStorage.remove(nameOf(key));
  });
}

type Entry = { savedAt: number; value: unknown };

function isEntry(parsed: unknown): parsed is Entry {
  return typeof parsed === 'object' && parsed !== null && 'savedAt' in parsed && 'value' in parsed;
}

/**
 * What one user typed and didn't send, kept in this tab through the end of a session and a reload. It goes at Logout, when
 * somebody else signs in, with the tab, and after 12 hours.
 */
export const userStorage = {
  /** To be called with whoever is signed in, before anything is shown to them. */
  claim: (userId: string) => {
    if (tabStorage.read(OWNER) === userId) return;
    clear();
    tabStorage.keep(OWNER, userId);
  },
  owner: () => tabStorage.read(OWNER),
  clear,
  read: (key: Key): unknown => {
    const saved = tabStorage.read(nameOf(key));
    if (saved === null) return null;
    try {
      const entry: unknown = JSON.parse(saved);
      if (isEntry(entry) && Date.now() - entry.savedAt < MAX_AGE_MS) return entry.value;
    } catch {
      // Not written by this program.
    }
    tabStorage.remove(nameOf(key));
    return null;
  },
  write: (key: Key, value: unknown) => {
    const entry = JSON.stringify({ savedAt: Date.now(), value } satisfies Entry);
    if (entry.length <= MAX_LENGTH && tabStorage.read(OWNER) !== null) tabStorage.keep(nameOf(key), entry);
    else tabStorage.remove(nameOf(key));
  },
  remove: (key: Key) => {
    tabStorage.remove(nameOf(key));
  },
};
