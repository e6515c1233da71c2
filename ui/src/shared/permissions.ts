import type { Classroom, SessionUser } from '@/api/types';
import { membershipOf } from '@/auth/membership';
import { useSession } from '@/auth/session-context';

/**
 * What one may do in a class, as in server/security/permissions.py: `view` everything in it; `review` what students
 * wait for, which includes awards; `fulfill` purchases; `manage` students, goals, suggestions, store and balances;
 * `refund` purchases; `administer` the class: move and export its students, choose its co-teachers; `remove`: archive
 * or delete it, delete or erase its students.
 */
export type Permission = 'view' | 'review' | 'fulfill' | 'manage' | 'refund' | 'administer' | 'remove';

/** What each role in a class permits. */
const PERMISSIONS = {
  owner: ['view', 'review', 'fulfill', 'manage', 'refund', 'administer', 'remove'],
  'co-teacher': ['view', 'review', 'fulfill', 'manage', 'refund'],
  substitute: ['view', 'review', 'fulfill'],
} as const satisfies Record<string, readonly Permission[]>;

/** What can be changed in an archived class. */
const IN_ARCHIVED_CLASSES = new Set<Permission>(['view', 'fulfill', 'refund', 'remove']);

type ClassRole = keyof typeof PERMISSIONS;
export type OwnedClass = Pick<Classroom, 'id' | 'teacherId' | 'archivedAt'>;

const permits = (role: ClassRole, permission: Permission): boolean =>
  (PERMISSIONS[role] as readonly Permission[]).includes(permission);

/** The user's role in one of the classes that the server shows to the user; null for a student. */
function roleIn(classroom: OwnedClass, user: SessionUser): ClassRole | null {
  if (user.role !== 'teacher') return null;
  const membership = membershipOf(user);
  if (membership !== null) return membership.classroomId === classroom.id ? membership.role : null;
  return classroom.teacherId === user.id ? 'owner' : 'co-teacher';
}

/** Whether the user's role in the class permits it. */
export function mayIn(classroom: OwnedClass, user: SessionUser, permission: Permission): boolean {
  const role = roleIn(classroom, user);
  return role !== null && permits(role, permission);
}

/** Whether the user may do this in a class that isn't known yet: then the server decides, but of a substitute. */
function mayInUnknown(user: SessionUser | null, permission: Permission): boolean {
  const membership = membershipOf(user);
  return membership === null || permits(membership.role, permission);
}

/** Whether the signed-in user may read what needs this permission, in an archived class, too; as `useMay` while it loads. */
export function useMayRead(classroom: OwnedClass | undefined, permission: Permission): boolean {
  const { user } = useSession();
  if (classroom === undefined) return mayInUnknown(user, permission);
  return user !== null && mayIn(classroom, user, permission);
}

/** Whether the signed-in user may do this in the class; for a teacher true while the class is unknown. */
export function useMay(classroom: OwnedClass | undefined, permission: Permission): boolean {
  const mayRead = useMayRead(classroom, permission);
  return mayRead && (!classroom?.archivedAt || IN_ARCHIVED_CLASSES.has(permission));
}
