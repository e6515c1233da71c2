import type { NearbyDoor } from '@/api/types';

/** More than a school's corridor; whoever announces a thousand computers fills no screen with them. */
const MOST = 24;
const LONGEST_NAME = 200;

/** Announced by anybody on the network, so it leads only to where a class computer can be. */
function isWebAddress(url: string): boolean {
  try {
    const { protocol, username, password } = new URL(url);
    return url.startsWith('http://') && protocol === 'http:' && username === '' && password === '';
  } catch {
    return false;
  }
}

const shortened = (name: string) => name.trim().slice(0, LONGEST_NAME);

/** The other class computers that a child can be led to: those that say whose they are, by name, each once. */
export function otherDoors(nearby: readonly NearbyDoor[]): NearbyDoor[] {
  const byUrl = new Map<string, NearbyDoor>();
  for (const { teacher, classes, url } of nearby) {
    const door = { url, teacher: shortened(teacher ?? ''), classes: classes.map(shortened).filter(Boolean) };
    if (isWebAddress(url) && (door.teacher || door.classes.length > 0)) byUrl.set(url, door);
  }
  return [...byUrl.values()]
    .sort((one, other) => (one.teacher ?? '').localeCompare(other.teacher ?? ''))
    .slice(0, MOST);
}
