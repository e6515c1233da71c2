import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { storeKeys } from '@/api/keys';
import type { Schemas, StudentUser } from '@/api/types';
import { shareStudentHome } from '@/shared/student-home';

/** `stockShown` is the stock that the editing teacher was shown, so that the server can subtract what was sold since. */
export type ItemRequest = Schemas['EditedItemRequest'];

/** Store items of a class, by name. */
export const storeItemsQuery = (classroomId: string) =>
  queryOptions({
    queryKey: storeKeys.items(classroomId),
    // Unknown until the session was checked.
    enabled: classroomId !== '',
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/store/classroom/{classroom_id}', {
          signal,
          params: { path: { classroom_id: classroomId } },
        }),
      ),
  });

/** Whether the student's store is open. */
export const storeOpenQuery = ({ id, classroomId }: StudentUser) =>
  queryOptions({
    queryKey: storeKeys.isOpen(classroomId),
    enabled: classroomId !== '',
    queryFn: ({ signal }) =>
      shareStudentHome(
        id,
        ({ store }) => store.open,
        async () => {
          const { storeOpen } = await unwrap(
            api.GET('/api/classrooms/single/{classroom_id}', {
              signal,
              params: { path: { classroom_id: classroomId } },
            }),
          );
          return storeOpen;
        },
      ),
  });
