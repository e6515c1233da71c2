import { tabStorage } from '@/lib/browser-storage';
import { isRecord } from '@/lib/is-record';

const OWNER_KEY = 'kept_for';
const KEYS = ['class-code', 'proof', 'proof-photo', 'suggestion'] as const;
type Key = (typeof KEYS)[number];

/** Maximum lifetime of a student's session. */
const MAX_AGE_MS = 12 * 60 * 60 * 1000;
/** About 10 MB of a photo. */
const MAX_LENGTH = 14_000_000;

const storageKey = (key: Key) => `kept_${key}`;

function clear() {
  tabStorage.remove(OWNER_KEY);
  KEYS.forEach((key) => {
    tabStorage.remove(storageKey(key));
  });
}

type Entry = { savedAt: number; value: unknown };

function isEntry(parsed: unknown): parsed is Entry {
  return isRecord(parsed) && 'savedAt' in parsed && 'value' in parsed;
}

function readEntry(key: Key): unknown {
  const saved = tabStorage.get(storageKey(key));
  if (saved === null) return null;
  try {
    const entry: unknown = JSON.parse(saved);
    if (isEntry(entry) && Date.now() - entry.savedAt < MAX_AGE_MS) return entry.value;
  } catch {
    // Invalid entry.
  }
  tabStorage.remove(storageKey(key));
  return null;
}

function writeEntry(key: Key, value: unknown) {
  const entry = JSON.stringify({ savedAt: Date.now(), value } satisfies Entry);
  if (entry.length <= MAX_LENGTH) tabStorage.set(storageKey(key), entry);
  else tabStorage.remove(storageKey(key));
}

/**
 * Unsent input of one user in session storage; survives a reload and an expired session. Removed on logout, on another
 * user's sign-in, and after 12 hours.
 */
export const userStorage = {
  /** Makes the signed-in user the owner and removes another user's entries. */
  claim: (userId: string) => {
    if (tabStorage.get(OWNER_KEY) === userId) return;
    clear();
    tabStorage.set(OWNER_KEY, userId);
  },
  clear,
  /** Entries of one user; a no-op while another user is the owner. */
  of: (userId: string) => {
    const isOwner = () => tabStorage.get(OWNER_KEY) === userId;
    return {
      /** Whether there is an entry; it may have expired. */
      has: (key: Key): boolean => isOwner() && tabStorage.get(storageKey(key)) !== null,
      read: (key: Key): unknown => (isOwner() ? readEntry(key) : null),
      write: (key: Key, value: unknown) => {
        if (isOwner()) writeEntry(key, value);
      },
      remove: (key: Key) => {
        if (isOwner()) tabStorage.remove(storageKey(key));
      },
    };
  },
};
