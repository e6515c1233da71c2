import type { Classroom } from '@/api/types';
import { useSession } from '@/auth/session-context';

/**
 * What one may do in a class, as in server/security/permissions.py: `view` everything in it; `review` what students
 * wait for, which includes awards; `manage` students, goals, suggestions, store and balances; `administer` the class
 * itself, and delete, erase or move its students.
 */
export type Permission = 'view' | 'review' | 'manage' | 'administer';

/** What each role in a class permits. */
const PERMISSIONS = {
  owner: ['view', 'review', 'manage', 'administer'],
} as const satisfies Record<string, readonly Permission[]>;

type ClassRole = keyof typeof PERMISSIONS;
type OwnedClass = Pick<Classroom, 'teacherId'>;

function roleIn(classroom: OwnedClass, userId: string): ClassRole | null {
  return classroom.teacherId === userId ? 'owner' : null;
}

/** Whether the user's role in the class permits it. */
export function mayIn(classroom: OwnedClass, userId: string, permission: Permission): boolean {
  const role = roleIn(classroom, userId);
  return role !== null && PERMISSIONS[role].includes(permission);
}

/** Whether the signed-in user may do this in the class; true while the class is unknown, since the server decides. */
export function useMay(classroom: OwnedClass | undefined, permission: Permission): boolean {
  const { user } = useSession();
  return classroom === undefined || (user !== null && mayIn(classroom, user.id, permission));
}
