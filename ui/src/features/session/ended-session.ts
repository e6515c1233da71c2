/** Goes with the way to the login screen: whose session the server ended, and on which page. */
export type EndedSession = { userId: string; page: string };

/** Read back from the browser's history, which keeps it over a reload. */
export function readEndedSession(state: unknown): EndedSession | null {
  if (typeof state !== 'object' || state === null) return null;
  if (!('userId' in state) || !('page' in state)) return null;
  const { userId, page } = state;
  return typeof userId === 'string' && typeof page === 'string' ? { userId, page } : null;
}
