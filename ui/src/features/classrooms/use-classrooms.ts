import { useQuery } from '@tanstack/react-query';

import { useUser } from '@/auth/session-context';
import { mayIn, type Permission } from '@/shared/permissions';

import { classroomsQuery } from './queries';

/** The classes in which the signed-in teacher may do this. */
export function useClassrooms(permission: Permission = 'view') {
  const user = useUser();
  return useQuery({
    ...classroomsQuery(user.id),
    select: (classes) => classes.filter((classroom) => mayIn(classroom, user, permission)),
  });
}
