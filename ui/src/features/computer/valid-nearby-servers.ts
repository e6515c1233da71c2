import type { NearbyServer } from '@/api/types';

/** Upper limit, so that a flood of announcements can't fill the screen. */
const MAX_SERVERS = 24;
const MAX_NAME_LENGTH = 200;

/** Untrusted input from the network: only plain http:// URLs without credentials are accepted. */
function isWebAddress(url: string): boolean {
  try {
    const { protocol, username, password } = new URL(url);
    return url.startsWith('http://') && protocol === 'http:' && username === '' && password === '';
  } catch {
    return false;
  }
}

const truncate = (name: string) => name.trim().slice(0, MAX_NAME_LENGTH);

/** Nearby servers with a label and a valid URL, deduplicated and sorted by teacher. */
export function validNearbyServers(nearby: readonly NearbyServer[]): NearbyServer[] {
  const byUrl = new Map<string, NearbyServer>();
  for (const { teacher, classes, url } of nearby) {
    const server = { url, teacher: truncate(teacher ?? ''), classes: classes.map(truncate).filter(Boolean) };
    if (isWebAddress(url) && (server.teacher || server.classes.length > 0)) byUrl.set(url, server);
  }
  return [...byUrl.values()]
    .sort((one, other) => (one.teacher ?? '').localeCompare(other.teacher ?? ''))
    .slice(0, MAX_SERVERS);
}
