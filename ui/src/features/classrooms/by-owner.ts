import type { Classroom } from '@/api/types';

type OwnersClasses = { ownerId: string; ownerName: string; classes: Classroom[] };

/** The teacher's own classes, and those of other owners, by the owners' names; each in the order given. */
export function byOwner(classes: Classroom[], teacherId: string) {
  const owners = new Map<string, OwnersClasses>();
  for (const classroom of classes) {
    const { teacherId: ownerId, ownerName } = classroom;
    const group = owners.get(ownerId) ?? { ownerId, ownerName, classes: [] };
    group.classes.push(classroom);
    owners.set(ownerId, group);
  }
  const own = owners.get(teacherId)?.classes ?? [];
  owners.delete(teacherId);
  const joined = [...owners.values()].sort((one, other) => one.ownerName.localeCompare(other.ownerName));
  return { own, joined };
}
