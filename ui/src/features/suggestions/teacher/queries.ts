import { queryOptions, useQuery } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { suggestionKeys } from '@/api/keys';
import { useUser } from '@/auth/session-context';
import { useIsSubstitute } from '@/auth/substitute';

/** Pending suggestions, newest first; also used for the sidebar count. */
export const pendingSuggestionsQuery = (teacherId: string) =>
  queryOptions({
    queryKey: suggestionKeys.pending(teacherId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/goal-suggestions/teacher/{teacher_id}', {
          signal,
          params: { path: { teacher_id: teacherId } },
        }),
      ),
  });

/** The pending suggestions of the signed-in teacher's students; a substitute doesn't get them. */
export function usePendingSuggestions() {
  const isSubstitute = useIsSubstitute();
  return useQuery({ ...pendingSuggestionsQuery(useUser().id), enabled: !isSubstitute });
}
