/** Goes with the way to the login screen: whose session the server ended, on which page, and perhaps why. */
export type EndedSession = { userId: string; page: string; why?: string };

/** Read back from the browser's history, which keeps it over a reload. */
export function readEndedSession(state: unknown): EndedSession | null {
  if (typeof state !== 'object' || state === null) return null;
  if (!('userId' in state) || !('page' in state)) return null;
  const { userId, page } = state;
  if (typeof userId !== 'string' || typeof page !== 'string') return null;
  const why = 'why' in state ? state.why : undefined;
  return { userId, page, ...(typeof why === 'string' && { why }) };
}
