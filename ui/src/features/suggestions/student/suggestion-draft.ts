import { userStorage } from '@/auth/user-storage';

import type { SuggestionValues } from './suggestion-schema';

function isBlank(values: SuggestionValues): boolean {
  return Object.values(values).every((text) => text.trim() === '');
}

/** Storage for a student's unsent suggestion. */
export function createSuggestionDraft(studentId: string) {
  const storage = userStorage.of(studentId);
  const clear = () => {
    storage.remove('suggestion');
  };
  return {
    read: (): SuggestionValues | null => {
      const saved = storage.read('suggestion') as Partial<Record<keyof SuggestionValues, unknown>> | null;
      const { name, goalbucks, description } = saved ?? {};
      if (typeof name !== 'string' || typeof goalbucks !== 'string' || typeof description !== 'string')
        return null;
      return { name, goalbucks, description };
    },
    write: (values: SuggestionValues) => {
      if (isBlank(values)) clear();
      else storage.write('suggestion', values);
    },
    clear,
  };
}
