import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { suggestionKeys } from '@/api/keys';
import type { Suggestion } from '@/api/types';
import { shareStudentHome } from '@/shared/student-home';

/** Number of recent suggestions to load. */
const RECENT_LIMIT = 50;

/** Pending and recent suggestions. */
export const mySuggestionsQuery = (studentId: string) =>
  queryOptions({
    queryKey: suggestionKeys.ofStudent(studentId),
    queryFn: async ({ signal }) => {
      const read = (query: { status: 'pending' } | { limit: number }) =>
        unwrap(
          api.GET('/api/goal-suggestions/student/{student_id}', {
            signal,
            params: { path: { student_id: studentId }, query },
          }),
        );
      const lists = await shareStudentHome(
        studentId,
        ({ pendingSuggestions, suggestions }) => [pendingSuggestions, suggestions],
        () => Promise.all([read({ status: 'pending' }), read({ limit: RECENT_LIMIT })]),
      );
      return newestFirst(lists.flat());
    },
  });

/** Deduplicates and sorts newest first. Ids are chronological. */
function newestFirst(suggestions: Suggestion[]): Suggestion[] {
  const byId = new Map(suggestions.map((suggestion) => [suggestion.id, suggestion]));
  return [...byId.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
}
