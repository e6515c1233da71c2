import { useQuery } from '@tanstack/react-query';

import { useUser } from '@/auth/session-context';
import { mayIn, type Permission } from '@/shared/permissions';

import { byOwner } from './by-owner';
import { classroomsQuery } from './queries';

/** The classes in which the signed-in teacher may do this: the own ones, then those of other owners. */
export function useClassrooms(permission: Permission = 'view') {
  const user = useUser();
  return useQuery({
    ...classroomsQuery(user.id),
    select: (classes) => {
      const { own, joined } = byOwner(classes, user.id);
      const sorted = [...own, ...joined.flatMap((group) => group.classes)];
      return sorted.filter((classroom) => mayIn(classroom, user, permission));
    },
  });
}
