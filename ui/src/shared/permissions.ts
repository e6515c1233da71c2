import type { Classroom } from '@/api/types';
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
} as const satisfies Record<string, readonly Permission[]>;

/** What can be changed in an archived class. */
const IN_ARCHIVED_CLASSES = new Set<Permission>(['view', 'fulfill', 'refund', 'remove']);

type ClassRole = keyof typeof PERMISSIONS;
export type OwnedClass = Pick<Classroom, 'teacherId' | 'archivedAt'>;

/** A teacher's role in one of the classes that the server shows to the teacher. */
function roleIn(classroom: OwnedClass, userId: string): ClassRole {
  return classroom.teacherId === userId ? 'owner' : 'co-teacher';
}

/** Whether the teacher's role in the class permits it. */
export function mayIn(classroom: OwnedClass, userId: string, permission: Permission): boolean {
  const permitted: readonly Permission[] = PERMISSIONS[roleIn(classroom, userId)];
  return permitted.includes(permission);
}

/** Whether the signed-in user may read what needs this permission, in an archived class, too; as `useMay` while it loads. */
export function useMayRead(classroom: OwnedClass | undefined, permission: Permission): boolean {
  const { user } = useSession();
  return classroom === undefined || (user?.role === 'teacher' && mayIn(classroom, user.id, permission));
}

/** Whether the signed-in user may do this in the class; true while the class is unknown, since the server decides. */
export function useMay(classroom: OwnedClass | undefined, permission: Permission): boolean {
  const mayRead = useMayRead(classroom, permission);
  return mayRead && (!classroom?.archivedAt || IN_ARCHIVED_CLASSES.has(permission));
}
