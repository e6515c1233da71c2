import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { useSession } from '@/auth/session-context';
import type { Suggestions } from '@/components/combobox-field';
import { searchText } from '@/lib/search-text';

import { goalExamples, type GoalName } from './goal-examples';

/** Names of the teacher's earlier goals, most used first; read each time that a form opens. */
function useUsedNames() {
  const teacherId = useSession().user?.id;
  return useQuery({
    queryKey: ['goal-names', 'teacher', teacherId],
    enabled: teacherId !== undefined,
    gcTime: 0,
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/goals/teacher/{teacher_id}/names', {
          signal,
          params: { path: { teacher_id: teacherId ?? '' } },
        }),
      ),
  });
}

const lowerCase = (text: string) => text.trim().toLocaleLowerCase();

/**
 * The names for a new goal that match `text`: those that the teacher has used, then examples with other names. None
 * while the used ones load, so that nothing moves under the pointer; without them if they don't load.
 */
export function useGoalNames(text: string): Suggestions<GoalName>[] {
  const { data: used = [], isLoading } = useUsedNames();
  if (isLoading) return [];
  const usedNames = new Set(used.map(({ name }) => lowerCase(name)));
  const examples = goalExamples().filter(({ name }) => !usedNames.has(lowerCase(name)));
  const needle = lowerCase(text);
  const matching = (names: readonly GoalName[]) =>
    names.filter(({ name }) => searchText(name).toLocaleLowerCase().includes(needle));
  return [
    { heading: t({ message: 'Used before', comment: 'Names of goals' }), options: matching(used) },
    { heading: t({ message: 'Examples', comment: 'Names of goals' }), options: matching(examples) },
  ];
}
