import { tabStorage } from '@/lib/browser-storage';
import { isRecord } from '@/lib/is-record';

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
  return isRecord(parsed) && 'savedAt' in parsed && 'value' in parsed;
}

function readEntry(key: Key): unknown {
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
}

function writeEntry(key: Key, value: unknown) {
  const entry = JSON.stringify({ savedAt: Date.now(), value } satisfies Entry);
  if (entry.length <= MAX_LENGTH) tabStorage.keep(nameOf(key), entry);
  else tabStorage.remove(nameOf(key));
}

/**
 * What one user typed and didn't send, kept in this tab through the end of a session and a reload. It is removed at Logout,
 * when another user signs in, with the tab, and after 12 hours.
 */
export const userStorage = {
  /** Makes the signed-in user the owner, before anything is shown to them. Entries of another user are removed. */
  claim: (userId: string) => {
    if (tabStorage.read(OWNER) === userId) return;
    clear();
    tabStorage.keep(OWNER, userId);
  },
  clear,
  /** The entries of one user: while another user is the owner nothing is read, written or removed. */
  of: (userId: string) => {
    const isOwner = () => tabStorage.read(OWNER) === userId;
    return {
      /** Whether there is an entry; it may have expired. */
      has: (key: Key): boolean => isOwner() && tabStorage.read(nameOf(key)) !== null,
      read: (key: Key): unknown => (isOwner() ? readEntry(key) : null),
      write: (key: Key, value: unknown) => {
        if (isOwner()) writeEntry(key, value);
      },
      remove: (key: Key) => {
        if (isOwner()) tabStorage.remove(nameOf(key));
      },
    };
  },
};
